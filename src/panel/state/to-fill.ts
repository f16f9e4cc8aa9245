/** Something of an MCP server with gaps that the person fills in first. */
export interface IToFill {
  kind: 'prompt' | 'template';
  server: string;
  /** What is asked for: a prompt's name, or the address with the gaps. */
  id: string;
  /** What the person sees of it. */
  name: string;
  fields: readonly { name: string; description?: string; required: boolean }[];
}
