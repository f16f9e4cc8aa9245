/** The code that talks to MCP servers. It is heavy, so it is loaded on demand. */
export { McpServers } from './mcp-servers';
