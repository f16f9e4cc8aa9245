/** How a person is known to a server. */
export type McpAuth = 'none' | 'bearer' | 'headers' | 'oauth';

/** A server as the settings keep it; nothing secret is in here. */
export interface IMcpServerSetting {
  /** What the person calls it; no two are called the same. */
  name: string;
  /** Of its MCP endpoint; absolute, or from the root of the Jupyter server. */
  url: string;
  auth: McpAuth;
  /** For `headers`: their names. Their values are kept where keys are. */
  headers: readonly string[];
  enabled: boolean;
  /** Seconds a call may be silent. */
  timeout: number;
  /** Tools that are switched off, as the server calls them. */
  disabledTools?: readonly string[];
}

/** Why a server cannot be used, told apart by what helps. */
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

/** What a server said of itself and what came of asking it; plain data. */
export interface IMcpServer {
  setting: IMcpServerSetting;
  /** The address as it is used, without what may be secret in it. */
  host: string;
  status: McpServerStatus;
  /** Why it failed; of the last connection that was tried. */
  failure?: IMcpFailure;
  /** Revision of the protocol, while connected. */
  protocol?: string;
  /** What it calls itself, and its version. */
  title?: string;
  version?: string;
  /** Its words on how to use it: data of another party, cut to what may be told. */
  instructions?: string;
  counts: { tools: number; resources: number; prompts: number };
  /** What the person should know: tools left out, what cannot work here. */
  notes: readonly string[];
}

/** What asking a server once has found. */
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
