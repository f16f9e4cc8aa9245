/**
 * An MCP server's template or prompt with gaps that the person fills in first.
 */
export interface IToFill {
  kind: 'prompt' | 'template';
  server: string;
  /** What is requested: the name of a prompt, or the address with the gaps. */
  id: string;
  /** The name shown to the person. */
  name: string;
  fields: readonly { name: string; description?: string; required: boolean }[];
}
