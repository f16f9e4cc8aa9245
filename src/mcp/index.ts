import type { IMcpHost, IMcpServers } from '../contract';
import { McpServers } from './mcp-servers';

/**
 * Creates the code that talks to MCP servers. It is heavy, so the engine loads
 * it on demand.
 */
export function createMcpServers(host: IMcpHost): IMcpServers {
  return new McpServers(host);
}
