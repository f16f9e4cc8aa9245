import type { BaseMessage } from '@langchain/core/messages';

/** Key under which a message stores what its provider needs back. */
const KEPT = 'cellwright_kept';

interface IKept {
  provider: string;
  model: string;
  data: unknown;
}

/** The return value of a provider's `keep`, for the thread. */
export interface IKeptPart {
  additional_kwargs?: Record<string, unknown>;
}

/**
 * Data a model needs back with its answer (signatures of its thinking, for
 * example). Stored next to the answer rather than in it, so that another model
 * never sees it.
 */
export function providerMetadata(
  provider: string,
  model: string,
  data: unknown
): Record<string, unknown> {
  return { [KEPT]: { provider, model, data } satisfies IKept };
}

/** The part of an answer that is stored in the thread: only that data. */
export function keptPart(answer: unknown): IKeptPart {
  const { additional_kwargs: more } = answer as BaseMessage;
  const part = more?.[KEPT];
  return part === undefined ? {} : { additional_kwargs: { [KEPT]: part } };
}

/**
 * The data this model asked to get back with a message; undefined if the
 * message is from another model.
 */
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

/** The part with changed data; returned as it is if there is none. */
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
