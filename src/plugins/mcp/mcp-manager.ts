import type { Token } from '@lumino/coreutils';
import type { ISignal } from '@lumino/signaling';

/** A server in the list of `jupyter-mcp-manager`, as its 0.2.1 declares it. */
export interface IMcpServerEntry {
  type: 'http' | 'stdio';
  name: string;
  disabled?: boolean;
  /** Of type `http`. */
  url?: string;
  headers?: { name: string; value: string }[];
  /** Of type `stdio`. */
  command?: string;
  args?: string[];
  env?: { name: string; value: string }[];
}

/** What `jupyter-mcp-manager:IMcpManager` provides, as far as it is used. */
export interface IMcpManager {
  getMCPServers(): IMcpServerEntry[];
  serversChanged: ISignal<IMcpManager, void>;
}

/** What its package exports. */
export interface IMcpManagerModule {
  IMcpManager: Token<IMcpManager>;
}
