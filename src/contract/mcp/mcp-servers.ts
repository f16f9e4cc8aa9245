import type {
  IMcpPrompt,
  IMcpPromptMessage,
  IMcpResource,
  IMcpResourcePart,
  IMcpResourceTemplate
} from './mcp-resource';
import type {
  IMcpServer,
  IMcpServerSetting,
  McpTestResult
} from './mcp-server';
import type { IMcpTool } from './mcp-tool';

/** Which tools were added, removed or changed, by our names. */
export interface IMcpToolsChange {
  server: string;
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
}

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
  /** Tools that were added, removed or changed, also in the middle of a run. */
  onToolsChange(listener: (change: IMcpToolsChange) => void): () => void;
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
