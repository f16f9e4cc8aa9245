import type { IMcpServerSetting } from './mcp-server';

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
