import type { IMcpServerSetting } from './mcp-server';

/** Seconds a call may be silent, where nobody has set anything else. */
export const DEFAULT_SERVER_TIMEOUT = 60;

/** What the settings hold of MCP servers; nothing secret. */
export interface IMcpSettings {
  servers: readonly IMcpServerSetting[];
  /** Whether servers that cannot tell of changes are asked from time to time. */
  check: boolean;
  /** Seconds between two of these questions. */
  toolCheckInterval: number;
  /** Whether what servers say of their use goes to the model. */
  instructions: boolean;
}

export const DEFAULT_MCP: IMcpSettings = {
  servers: [],
  check: true,
  toolCheckInterval: 300,
  instructions: true
};
