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

/** Which tools came, went, or became others; by our names. */
export interface IMcpToolsChange {
  server: string;
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
}

/**
 * The MCP servers of the settings. A server is asked for the first time when
 * somebody connects it; nothing here opens a window or asks the person, except
 * `signIn`.
 */
export interface IMcpServers {
  /** In the order of the settings. */
  list(): readonly IMcpServer[];
  /** Any change of `list()`. @returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Tools that came, went or changed, in the middle of a run too. */
  onToolsChange(listener: (change: IMcpToolsChange) => void): () => void;
  /** Takes over the settings: what is new is idle, what is gone is closed. */
  configure(settings: readonly IMcpServerSetting[]): Promise<void>;
  /** Connects one, or all that are on; failures are in `list()`. */
  connect(name?: string): Promise<void>;
  /** Signs in to a server by OAuth and connects it. After a click alone. */
  signIn(name: string, signal: AbortSignal): Promise<void>;
  /** Forgets what signing in has brought. */
  signOut(name: string): Promise<void>;
  /**
   * Asks again those that cannot tell of changes themselves, and connects those
   * that were lost.
   */
  check(): Promise<void>;
  /** Asks a server that need not be in the settings, and lets go of it again. */
  test(setting: IMcpServerSetting, signal: AbortSignal): Promise<McpTestResult>;
  /**
   * The tools of all connected servers. The same tool is the same object for as
   * long as its server says the same of it.
   *
   * @param taken names of all other tools: they win, and the clash is in `notes`.
   */
  tools(taken: ReadonlySet<string>): readonly IMcpTool[];
  resources(name?: string): Promise<readonly IMcpResource[]>;
  resourceTemplates(name?: string): Promise<readonly IMcpResourceTemplate[]>;
  /** @throws WorkspaceError with words for the person. */
  readResource(
    name: string,
    uri: string,
    signal?: AbortSignal
  ): Promise<readonly IMcpResourcePart[]>;
  /** Address of a template with its gaps filled. */
  fillTemplate(uriTemplate: string, values: Record<string, string>): string;
  prompts(name?: string): Promise<readonly IMcpPrompt[]>;
  /** @throws WorkspaceError with words for the person. */
  prompt(
    server: string,
    name: string,
    args: Record<string, string>,
    signal?: AbortSignal
  ): Promise<readonly IMcpPromptMessage[]>;
  /** Closes all connections. */
  close(): Promise<void>;
}
