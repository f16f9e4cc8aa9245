import type { BaseMessage, UsageMetadata } from '@langchain/core/messages';
import { countTokensApproximately } from 'langchain';

/** By message, since each step counts the whole conversation several times. */
const counted = new WeakMap<BaseMessage, number>();

/**
 * Tokens of messages, estimated by LangChain at four characters per token. A
 * model's own counter is never used, since it fetches an encoding from a CDN.
 */
export function tokensOf(messages: readonly BaseMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    const tokens = counted.get(message) ?? countTokensApproximately([message]);
    counted.set(message, tokens);
    sum += tokens;
  }
  return sum;
}

/** What a request and its answer cost. */
export interface IUsage {
  /** Tokens of the request. */
  input: number;
  output: number;
  estimated: boolean;
  /**
   * The part of `input` that the provider had in its cache; absent if not
   * reported.
   */
  cached?: number;
  /** In the currency of the prices; absent without prices. */
  cost?: number;
}

/**
 * Tokens of a request and its answer, as the server reported them, else
 * estimated.
 *
 * @param prices per million tokens, as entered by the person.
 */
export function tokenUsage(
  request: BaseMessage[],
  answer: BaseMessage & { usage_metadata?: UsageMetadata },
  prices: { input: number; output: number } | null = null
): IUsage {
  const reported = answer.usage_metadata;
  const isTold = reported !== undefined && reported.input_tokens > 0;
  const input = isTold ? reported.input_tokens : tokensOf(request);
  const output = isTold ? reported.output_tokens : tokensOf([answer]);
  const cached = isTold ? reported.input_token_details?.cache_read : undefined;
  return {
    input,
    output,
    estimated: !isTold,
    ...(cached !== undefined && { cached }),
    ...(prices && {
      cost: (input * prices.input + output * prices.output) / 1_000_000
    })
  };
}
