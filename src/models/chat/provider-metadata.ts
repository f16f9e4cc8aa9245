import type { BaseMessage } from '@langchain/core/messages';

import type { IRequestFacts } from '../errors/model-fault';

/** Key under which a message stores what its provider needs back. */
const KEPT = 'cellwright_kept';

/** Of what was kept: nobody but who answered gets it back. */
interface IKept extends Pick<IRequestFacts, 'provider' | 'model' | 'host'> {
  data: unknown;
}

/**
 * Data a model needs back with its answer (its thinking, or signatures of it).
 * Stored next to the answer rather than in it, so that another model never sees
 * it.
 */
export function providerMetadata(
  { provider, model, host }: IRequestFacts,
  data: unknown
): Record<string, unknown> {
  return { [KEPT]: { provider, model, host, data } satisfies IKept };
}

/**
 * The part of an answer that is stored in the thread: only that data. Entries
 * of its `calls` are filed under our ids of the calls.
 */
export function keptPart(
  answer: unknown,
  ids: ReadonlyMap<string, string>
): { additional_kwargs?: Record<string, unknown> } {
  const { additional_kwargs: more } = answer as BaseMessage;
  const stored = more?.[KEPT] as IKept | undefined;
  if (!stored) {
    return {};
  }
  const { calls } = stored.data as { calls?: Record<string, unknown> };
  const data = calls
    ? {
        ...(stored.data as object),
        calls: Object.fromEntries(
          Object.entries(calls).map(([id, data]) => [ids.get(id) ?? id, data])
        )
      }
    : stored.data;
  return { additional_kwargs: { [KEPT]: { ...stored, data } } };
}

/**
 * The data this model asked to get back with a message; undefined if the
 * message is from another model, or from another server, which may offer the
 * same one.
 */
export function keptData<T>(
  message: BaseMessage,
  { provider, model, host }: IRequestFacts
): T | undefined {
  const stored = message.additional_kwargs[KEPT] as IKept | undefined;
  return stored &&
    stored.provider === provider &&
    stored.model === model &&
    (stored.host ?? host) === host
    ? (stored.data as T)
    : undefined;
}
