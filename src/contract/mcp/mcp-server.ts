/** How a server identifies the person. */
export type McpAuth = 'none' | 'bearer' | 'headers' | 'oauth';

/** A server as stored in the settings; holds nothing secret. */
export interface IMcpServerSetting {
  /** The person's name for it, unique among the servers. */
  name: string;
  /**
   * Address of its MCP endpoint: absolute, or relative to the root of the
   * Jupyter server.
   */
  url: string;
  auth: McpAuth;
  /** For `headers`: the names. The values are in the key store. */
  headers: readonly string[];
  /**
   * For `oauth`, where a server registers nobody: the id it knows us by, or the
   * address of a document that describes us.
   */
  clientId?: string;
  enabled: boolean;
  /** Seconds a call may go without a sign of life. */
  timeout: number;
  /** Tools that are switched off, by the server's names. */
  disabledTools?: readonly string[];
}

/** Why a server cannot be used, one code per remedy. */
export type McpFailureCode =
  | 'address'
  | 'name'
  | 'mixed-content'
  | 'unreachable'
  | 'cors'
  | 'session-header'
  | 'sign-in'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'not-mcp'
  | 'redirect'
  | 'version'
  | 'timeout'
  | 'too-large'
  | 'server-error'
  | 'proxy'
  | 'other';

export interface IMcpFailure {
  code: McpFailureCode;
  /** What happened, to what, and what to do next; for the person. */
  text: string;
}

export type McpServerStatus =
  'off' | 'idle' | 'connecting' | 'connected' | 'failed';

/** What a server says about itself, and the state of its connection; plain data. */
export interface IMcpServer {
  setting: IMcpServerSetting;
  /** The address in use, without anything that may be secret. */
  host: string;
  status: McpServerStatus;
  /** Why the last connection attempt failed. */
  failure?: IMcpFailure;
  /** Revision of the protocol, while connected. */
  protocol?: string;
  /** Its own name and version. */
  title?: string;
  version?: string;
  /** Its instructions for use: third-party data, cut to the length that may be sent. */
  instructions?: string;
  counts: { tools: number; resources: number; prompts: number };
  /** What the person should know: tools left out, what cannot work here. */
  notes: readonly string[];
}

/** What a single test of a server found. */
export type McpTestResult =
  | {
      ok: true;
      protocol: string;
      title?: string;
      version?: string;
      counts: { tools: number; resources: number; prompts: number };
      notes: readonly string[];
    }
  | { ok: false; failure: IMcpFailure };
