import type { BaseMessage } from '@langchain/core/messages';

import { type IKeptPart, keptPart, mapKept } from '../chat/provider-metadata';

/** Signatures of what Gemini thought, which it wants back with its own parts. */
export interface ISignatures {
  /** Of the text. */
  text?: string;
  /** Of calls, by id. */
  calls: Record<string, string>;
}

/** What of an answer goes into the thread: the signatures, by our ids of the calls. */
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
