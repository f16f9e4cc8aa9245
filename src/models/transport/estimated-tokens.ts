/** Characters a token has on average, for English and code. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Tokens of a content, estimated. LangChain's own counter fetches a table of
 * tokens from a server that nobody chose.
 */
export function estimatedTokens(content: unknown): number {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
