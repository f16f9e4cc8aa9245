/** Average number of characters per token, for English and code. */
const CHARACTERS_PER_TOKEN = 4;

/** An image, whose text is long and whose tokens are few. */
const IMAGE = /^(data:|[A-Za-z0-9+/=]{1000,}$)/;

/**
 * Estimates the tokens of a content or a request, not counting its images.
 * LangChain's own counter downloads a token table from a server that nobody
 * chose.
 */
export function estimatedTokens(content: unknown): number {
  const text =
    typeof content === 'string'
      ? content
      : JSON.stringify(content, (_, value: unknown) =>
          typeof value === 'string' && IMAGE.test(value) ? '' : value
        );
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
