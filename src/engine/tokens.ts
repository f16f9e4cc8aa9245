import type { BaseMessage } from '@langchain/core/messages';
import { countTokensApproximately } from 'langchain';

/**
 * Tokens of a request and its answer: what the server told, else an estimate
 * of four characters a token (LangChain's). Never a model's own counter, which
 * fetches an encoding from a CDN.
 */
export function usageOf(
  request: BaseMessage[],
  answer: BaseMessage & {
    usage_metadata?: { input_tokens: number; output_tokens: number };
  }
): { input: number; output: number; estimated: boolean } {
  const told = answer.usage_metadata;
  if (told && told.input_tokens > 0) {
    return {
      input: told.input_tokens,
      output: told.output_tokens,
      estimated: false
    };
  }
  return {
    input: countTokensApproximately(request),
    output: countTokensApproximately([answer]),
    estimated: true
  };
}
