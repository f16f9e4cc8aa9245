import type { ITool } from '../../contract';

/** The most characters of a description in a list of tools that were found. */
const DESCRIPTION = 200;

/** A tool as one line of a list for a model. */
export function toolLine({ name, server, description }: ITool): string {
  const words = description.replace(/\s+/g, ' ').trim();
  const short =
    words.length > DESCRIPTION ? `${words.slice(0, DESCRIPTION)}…` : words;
  return `- ${name}${server ? ` (${server})` : ''}: ${short}`;
}
