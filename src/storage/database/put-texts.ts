import type { IDBPObjectStore } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';
import { unawaited } from './unawaited';
import { foldTexts, textsIn } from './fold-texts';

type Texts = IDBPObjectStore<
  IThreadSchema,
  ThreadStoreName[],
  'texts',
  'readwrite'
>;

/**
 * What a transaction has found or stored so far, by key: a text recurs in a
 * message, an event and a record of the same step.
 */
const seen = new WeakMap<object, Map<string, string>>();

/**
 * Stores the long texts of a value that are not stored yet. The hash is not a
 * cryptographic one, and a model can be told what to write. Two texts with the
 * same hash are therefore told apart; otherwise a decision could be applied to
 * the wrong text.
 *
 * @returns the value to store, with hashes in place of the texts.
 */
export async function putTexts(
  store: Texts,
  threadId: string,
  value: unknown
): Promise<unknown> {
  const folded = foldTexts(value);
  const moved = new Map<string, string>();
  const known = seen.get(store.transaction) ?? new Map<string, string>();
  seen.set(store.transaction, known);
  const keyOf = (place: string): string => `${threadId} ${place}`;
  for (const [hash, text] of folded.texts) {
    let place = hash;
    let there: string | undefined;
    for (;;) {
      there = known.get(keyOf(place)) ?? (await store.get([threadId, place]));
      // Something else of the transaction may have come to the place meanwhile.
      there = known.get(keyOf(place)) ?? there;
      if (there === undefined || there === text) {
        break;
      }
      place += '+';
    }
    known.set(keyOf(place), text);
    if (there === undefined) {
      unawaited([store.put(text, [threadId, place])]);
    }
    if (place !== hash) {
      moved.set(hash, place);
    }
  }
  return moved.size > 0 ? renamed(folded.value, moved) : folded.value;
}

/** The folded value with other hashes in its marks; other strings stay. */
function renamed(value: unknown, moved: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    return value.map(item => renamed(item, moved));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && typeof only[1] === 'string') {
    // A mark is the only object that refers to a text directly.
    const [own] = textsIn(value);
    const place = own === only[1] ? moved.get(own) : undefined;
    return place === undefined ? value : { [only[0]]: place };
  }
  return Object.fromEntries(
    entries.map(([key, item]) => [key, renamed(item, moved)])
  );
}
