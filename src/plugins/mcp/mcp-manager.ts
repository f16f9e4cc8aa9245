import type { Token } from '@lumino/coreutils';
import type { ISignal } from '@lumino/signaling';

/**
 * A server in the list of `jupyter-mcp-manager`, as declared in its version
 * 0.2.1.
 */
export interface IMcpServerEntry {
  type: 'http' | 'stdio';
  name: string;
  disabled?: boolean;
  /** For type `http`. */
  url?: string;
  headers?: { name: string; value: string }[];
  /** For type `stdio`. */
  command?: string;
  args?: string[];
  env?: { name: string; value: string }[];
}

/** The part of `jupyter-mcp-manager:IMcpManager` that is used. */
export interface IMcpManager {
  getMCPServers(): IMcpServerEntry[];
  serversChanged: ISignal<IMcpManager, void>;
}

/** What its package exports. */
export interface IMcpManagerModule {
  IMcpManager: Token<IMcpManager>;
}
