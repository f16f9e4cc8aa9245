import type { BaseMessage } from '@langchain/core/messages';

import { type IKeptPart, keptPart, mapKept } from '../chat/provider-metadata';

/**
 * Signatures of Gemini's thinking, which it expects back with the parts they
 * belong to.
 */
export interface ISignatures {
  /** Signature of the text. */
  text?: string;
  /** Signatures of calls, by id. */
  calls: Record<string, string>;
}

/**
 * The part of an answer that is stored in the thread: the signatures, by our
 * ids of the calls.
 */
export function keptSignatures(
  answer: unknown,
  ids: ReadonlyMap<string, string>
): IKeptPart {
  return mapKept<ISignatures>(keptPart(answer as BaseMessage), signatures => ({
    ...signatures,
    calls: Object.fromEntries(
      Object.entries(signatures.calls).map(([id, signature]) => [
        ids.get(id) ?? id,
        signature
      ])
    )
  }));
}
