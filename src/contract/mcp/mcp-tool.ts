import type { ITool } from '../agent/tool';

/** What a server says of a tool's behaviour. Nobody checks it: it skips nothing. */
export interface IMcpHints {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

/** Whose a tool is. */
export interface IMcpOrigin {
  /** As the settings call the server. */
  server: string;
  /** Host and port that arguments go to. */
  host: string;
  /** Where they go in full, without what may be secret in it. */
  address: string;
  /** As the server calls the tool. */
  tool: string;
  /** The server's heading for it, or its name. */
  title: string;
  hints: IMcpHints;
  /**
   * SHA-256 of all that the server says of the tool. A rule is for one of these:
   * with another the tool is another one.
   */
  hash: string;
  /** All of that as a text for a person, cut to what a card shows. */
  says: string;
}

/** A tool of a server as one of ours. Its arguments are JSON Schema. */
export interface IMcpTool extends ITool<Record<string, unknown>> {
  jsonSchema: Record<string, unknown>;
  mcp: IMcpOrigin;
}

export function isMcpTool(tool: ITool): tool is IMcpTool {
  return 'mcp' in tool;
}
