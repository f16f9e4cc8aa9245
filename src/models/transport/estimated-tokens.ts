/** Average number of characters per token, for English and code. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Estimates the tokens of a content. LangChain's own counter downloads a token
 * table from a server that nobody chose.
 */
export function estimatedTokens(content: unknown): number {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
