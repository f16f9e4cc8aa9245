/**
 * What we use of `jupyter-mcp-manager`, as its version 0.2.1 declares it. The
 * package is never installed here or bundled: where the extension is in the page,
 * it shares its own copy.
 */
declare module 'jupyter-mcp-manager' {
  import type { Token } from '@lumino/coreutils';
  import type { ISignal } from '@lumino/signaling';

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

  export interface IMcpManager {
    getMCPServers(): IMcpServerEntry[];
    serversChanged: ISignal<IMcpManager, void>;
  }

  export const IMcpManager: Token<IMcpManager>;
}
