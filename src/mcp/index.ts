import type { IMcpHost, IMcpServers } from '../contract';
import { McpServers } from './mcp-servers';

/** Makes what talks to MCP servers. Heavy: the engine loads it when it is wanted. */
export function createMcpServers(host: IMcpHost): IMcpServers {
  return new McpServers(host);
}
