import type { ITool } from '../../contract';

/** Characters of a description that the model reads among what was found. */
const DESCRIPTION = 200;

/** A tool in a line, as a model reads it among others. */
export function toolLine({ name, server, description }: ITool): string {
  const words = description.replace(/\s+/g, ' ').trim();
  const short =
    words.length > DESCRIPTION ? `${words.slice(0, DESCRIPTION)}…` : words;
  return `- ${name}${server ? ` (${server})` : ''}: ${short}`;
}
