import type { BaseMessage } from '@langchain/core/messages';

/** Where a message keeps what its provider wants back. */
const KEPT = 'cellwright_kept';

interface IKept {
  provider: string;
  model: string;
  data: unknown;
}

/** What `keep` of a provider returns for the thread. */
export interface IKeptPart {
  additional_kwargs?: Record<string, unknown>;
}

/**
 * What a model wants back with its answer (signatures of its thinking, say),
 * beside the answer and not in it: another model never sees it.
 */
export function providerMetadata(
  provider: string,
  model: string,
  data: unknown
): Record<string, unknown> {
  return { [KEPT]: { provider, model, data } satisfies IKept };
}

/** What of an answer goes into the thread: what was kept, and nothing else. */
export function keptPart(answer: unknown): IKeptPart {
  const { additional_kwargs: more } = answer as BaseMessage;
  const part = more?.[KEPT];
  return part === undefined ? {} : { additional_kwargs: { [KEPT]: part } };
}

/** What this model once wanted back with a message; undefined for another's. */
export function keptData<T>(
  message: BaseMessage,
  provider: string,
  model: string
): T | undefined {
  const part = message.additional_kwargs[KEPT] as IKept | undefined;
  return part?.provider === provider && part.model === model
    ? (part.data as T)
    : undefined;
}

/** The part with other data in it; nothing stays nothing. */
export function mapKept<T>(part: IKeptPart, change: (data: T) => T): IKeptPart {
  const whole = part.additional_kwargs?.[KEPT] as IKept | undefined;
  return whole
    ? {
        additional_kwargs: providerMetadata(
          whole.provider,
          whole.model,
          change(whole.data as T)
        )
      }
    : part;
}
