import type { ITool } from '../agent/tool';

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
