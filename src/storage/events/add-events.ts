import type { IDBPObjectStore } from 'idb';

import type { AgentEvent } from '../../contract';
import type { IThreadSchema, ThreadStore } from '../database/thread-schema';
import type { IShownEvent } from './event-writer';
import { atTheEnd } from '../database/at-the-end';
import { keysUnder } from '../database/keys-under';
import { putTexts } from '../database/put-texts';

type Store<S extends ThreadStore> = IDBPObjectStore<
  IThreadSchema,
  ThreadStore[],
  S,
  'readwrite'
>;

/**
 * Appends events after the current end of the display log, since another tab
 * may have driven the thread in between.
 */
export async function addEvents(
  events: Store<'events'>,
  texts: Store<'texts'>,
  threadId: string,
  batch: readonly IShownEvent[]
): Promise<void> {
  const next = new Map<string, number>();
  for (const { branch, event } of batch) {
    const seq =
      next.get(branch) ?? (await lastSeq(events, threadId, branch)) + 1;
    const folded = (await putTexts(texts, threadId, event)) as AgentEvent;
    atTheEnd([events.add(folded, [threadId, branch, seq])]);
    next.set(branch, seq + 1);
  }
}

async function lastSeq(
  events: Store<'events'>,
  threadId: string,
  branch: string
): Promise<number> {
  const range = keysUnder(threadId, branch);
  return (await events.openKeyCursor(range, 'prev'))?.key[2] ?? -1;
}
