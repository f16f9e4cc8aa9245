import type { IModelService } from '../agent/model-choice';
import type { IManagedServers } from './managed-servers';
import type { IMcpServerSetting } from './mcp-server';
import type { IMcpServers } from './mcp-servers';
import type { IMcpOrigin } from './mcp-tool';

/** What a person enters to be known to a server; kept where keys are. */
export interface IMcpSecrets {
  /** For `bearer`. */
  key?: string;
  /** For `headers`: values by name. */
  headers?: Record<string, string>;
}

/** Where a tool of a server may be called without asking. */
export type McpTrustScope = 'notebook' | 'always';

/**
 * How far the tools of servers are trusted: "reads only; I trust this server",
 * tool by tool, said by hand on the server page alone.
 */
export interface IMcpTrust {
  /** `changed`: a rule was made for what the tool was before, and holds no more. */
  of(tool: IMcpOrigin): McpTrustScope | 'ask' | 'changed';
  /** `ask` takes it back. */
  set(tool: IMcpOrigin, scope: McpTrustScope | 'ask'): Promise<void>;
}

/** The servers of a person, as the panel meets them. */
export interface IMcpService {
  /** As the settings have them; nothing secret is in here. */
  readonly settings: readonly IMcpServerSetting[];
  /** Any change of the settings or of the rules. @returns what ends it. */
  onChange(listener: () => void): () => void;
  /** What talks to them; heavy, so it is loaded when it is first asked for. */
  servers(): Promise<IMcpServers>;
  /** Writes them into the settings. */
  save(settings: readonly IMcpServerSetting[]): Promise<void>;
  /** Whether something is kept for this server, at this address. */
  hasSecrets(setting: IMcpServerSetting): boolean;
  /** Keeps what was entered; an empty object forgets it. */
  setSecrets(
    setting: IMcpServerSetting,
    secrets: IMcpSecrets,
    remember: boolean
  ): Promise<void>;
  readonly remembering: IModelService['remembering'];
  readonly trust?: IMcpTrust;
  /** Those of another extension's list, where it is installed. */
  readonly managed?: IManagedServers;
}
