import type { ITranslator } from './text/translator';
import type { ITool } from './agent/tool';

/** Default number of seconds a call may go without a sign of life. */
export const DEFAULT_SERVER_TIMEOUT = 60;

/** The settings for MCP servers; nothing secret. */
export interface IMcpSettings {
  servers: readonly IMcpServerSetting[];
  /** Whether servers that cannot report changes are polled. */
  check: boolean;
  /** Seconds between two polls. */
  toolCheckInterval: number;
  /** Whether the servers' own instructions are sent to the model. */
  instructions: boolean;
}

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

/**
 * The MCP servers of the settings. A server is contacted for the first time
 * when somebody connects it. Nothing here opens a window or asks the person,
 * except `signIn`.
 */
export interface IMcpServers {
  /** In the order of the settings. */
  list(): readonly IMcpServer[];
  /** Any change of `list()`. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Applies the settings: new servers are idle, removed ones are closed. */
  configure(settings: readonly IMcpServerSetting[]): Promise<void>;
  /** Connects one server, or all that are switched on; failures are in `list()`. */
  connect(name?: string): Promise<void>;
  /** Signs in to a server by OAuth and connects it. Only after a click. */
  signIn(name: string, signal: AbortSignal): Promise<void>;
  /** Discards the tokens from signing in. */
  signOut(name: string): Promise<void>;
  /**
   * Asks servers that cannot report changes for their tools again, and
   * reconnects lost ones.
   */
  check(): Promise<void>;
  /** Connects to a server, which need not be in the settings, and disconnects again. */
  test(setting: IMcpServerSetting, signal: AbortSignal): Promise<McpTestResult>;
  /**
   * The tools of all connected servers. A tool stays the same object as long as
   * its server describes it in the same way.
   *
   * @param taken names of all other tools: those win, and `notes` mentions the
   * clash.
   */
  tools(taken: ReadonlySet<string>): readonly IMcpTool[];
  resources(name?: string): Promise<readonly IMcpResource[]>;
  resourceTemplates(name?: string): Promise<readonly IMcpResourceTemplate[]>;
  /** @throws WorkspaceError with a message for the person. */
  readResource(
    name: string,
    uri: string,
    signal?: AbortSignal
  ): Promise<readonly IMcpResourcePart[]>;
  /** A template's address with its placeholders filled in. */
  fillTemplate(uriTemplate: string, values: Record<string, string>): string;
  prompts(name?: string): Promise<readonly IMcpPrompt[]>;
  /** @throws WorkspaceError with a message for the person. */
  prompt(
    server: string,
    name: string,
    args: Record<string, string>,
    signal?: AbortSignal
  ): Promise<readonly IMcpPromptMessage[]>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** A server managed by another extension of the page. */
export type IManagedServer =
  | {
      kind: 'http';
      name: string;
      url: string;
      /** Names of its headers; the values stay with the extension that manages them. */
      headers: readonly string[];
      enabled: boolean;
    }
  | {
      /** A program on the server's machine, which a page cannot talk to. */
      kind: 'stdio';
      name: string;
      command: string;
      args: readonly string[];
      /** Names of the environment variables it wants; their values are not shown. */
      env: readonly string[];
      enabled: boolean;
    };

/** Servers that another extension manages. */
export interface IManagedServers {
  /** The extension's name. */
  readonly title: string;
  list(): readonly IManagedServer[];
  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Header values by name, for the exact address in the setting. */
  headers(setting: IMcpServerSetting): Record<string, string>;
}

/** Stores OAuth tokens: in the same place as keys, never in the settings. */
export interface IMcpTokenStore {
  /**
   * What is stored now, by whichever tab.
   *
   * @param place the server's address; the stored text belongs to it alone.
   */
  load(place: string): Promise<string | undefined>;
  /** `undefined` deletes it. */
  save(place: string, text: string | undefined): Promise<void>;
}

/** What the page provides to the MCP servers' code. */
export interface IMcpHost {
  /** Address of the page, which servers have to allow. */
  page: string;
  /** Address of the Jupyter server; anything below it goes through its proxy. */
  base: string;
  trans: ITranslator;
  /** Defaults to the page's own. */
  fetch?: typeof fetch;
  /**
   * Headers for a server, from the key store: a bearer key, or those named by
   * the setting. They are sent to the setting's address and nowhere else.
   */
  headers(setting: IMcpServerSetting): Promise<Record<string, string>>;
  /** The secret that belongs to `clientId`, from the key store. */
  clientSecret(setting: IMcpServerSetting): Promise<string | undefined>;
  tokens: IMcpTokenStore;
  /** Address of the callback page; OAuth needs it. */
  callback?: string;
  /**
   * Opens the server's sign-in page, after a click, and returns the parameters
   * that the callback page received.
   */
  openSignIn?(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /**
   * Whether calls can ask the person (`IToolContext.ask`); if not, servers are
   * told so.
   */
  asks?: boolean;
}

/** Something that can be read from a server. */
export interface IMcpResource {
  server: string;
  uri: string;
  name: string;
  description?: string;
  mimeType?: string;
}

/** An address with placeholders (RFC 6570) that becomes a resource. */
export interface IMcpResourceTemplate {
  server: string;
  uriTemplate: string;
  /** Names of the placeholders, in order. */
  arguments: readonly string[];
  name: string;
  description?: string;
  mimeType?: string;
}

/** One part of a resource that was read: text or base64. */
export interface IMcpResourcePart {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
}

export interface IMcpPrompt {
  server: string;
  name: string;
  title?: string;
  description?: string;
  arguments: readonly {
    name: string;
    description?: string;
    required: boolean;
  }[];
}

/** One message of a rendered prompt: its text and its role. */
export interface IMcpPromptMessage {
  role: 'user' | 'assistant';
  text: string;
}

/**
 * What a server claims about a tool's behaviour. Nobody checks it, so it never
 * skips an approval.
 */
export interface IMcpHints {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

/** Where a tool comes from. */
export interface IMcpOrigin {
  /** The server's name in the settings. */
  server: string;
  /** Host and port that receive the arguments. */
  host: string;
  /** The full address that receives them, without anything that may be secret. */
  address: string;
  /** The server's name for the tool. */
  tool: string;
  /** The server's title for it, or else its name. */
  title: string;
  hints: IMcpHints;
  /**
   * SHA-256 of everything the server says about the tool. A rule applies to one
   * hash: with another hash it counts as a different tool.
   */
  hash: string;
  /** All of that as text for the person, cut to what a card shows. */
  says: string;
}

/** A server's tool as one of ours. Its arguments use JSON Schema. */
export interface IMcpTool extends ITool<Record<string, unknown>> {
  jsonSchema: Record<string, unknown>;
  mcp: IMcpOrigin;
}

export function isMcpTool(tool: ITool): tool is IMcpTool {
  return 'mcp' in tool;
}

/** Credentials the person enters for a server; never in the settings. */
export interface IMcpSecrets {
  /** For `bearer`; for `oauth` the secret of the client. */
  key?: string;
  /** For `headers`: values by name. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The MCP servers of this page: their settings, and the code that talks to
 * them, which is loaded when the first server is used.
 */
export interface IMcpService {
  readonly settings: IMcpSettings;
  /**
   * State of the servers in the settings, in order; plain data, available
   * before anything is loaded.
   */
  readonly list: readonly IMcpServer[];
  /** Any change of `settings` or `list`. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** The code that talks to the servers, once it is loaded. */
  readonly servers: IMcpServers | null;
  /** Loads the code that talks to the servers; does not connect to any. */
  load(): Promise<IMcpServers>;
  /**
   * Called when the menu opens: connects the servers that are switched on and
   * asks those that cannot report changes. Failures are in `list`.
   */
  check(): Promise<void>;
  /**
   * Adds a server, or replaces another one.
   *
   * @param before name of the server to replace, if it gets another one; null
   * for a new server.
   * @throws Error with a sentence, if another tab has given the name away.
   */
  save(setting: IMcpServerSetting, before?: string | null): Promise<void>;
  /** Removes a server and deletes its keys and tokens. */
  remove(name: string): Promise<void>;
  /** Changes settings that apply to all servers. */
  change(settings: Partial<Omit<IMcpSettings, 'servers'>>): Promise<void>;
  /** Whether keys can be stored on this device, and where; if not, why. */
  readonly remembering:
    { ok: true; where?: string } | { ok: false; why: string };
  /** Whether the credentials the server needs are available. */
  hasSecrets(setting: IMcpServerSetting): boolean;
  /**
   * Keeps a key or headers for the address of one server, and for no other;
   * empty ones are deleted. For `oauth`: whether to store tokens on this
   * device.
   */
  setSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void>;
  /** Another extension's list of servers, if that is installed. */
  readonly managed?: IManagedServers;
}
