import type { IDBPObjectStore } from 'idb';

import type { AgentEvent } from '../../contract';
import type { IThreadSchema, ThreadWrite } from '../database/thread-schema';
import type { EndsOfLog } from './ends-of-log';
import type { IShownEvent } from './event-writer';
import { unawaited } from '../database/unawaited';
import { keysUnder } from '../database/keys-under';
import { putTexts } from '../database/put-texts';

/** Appends events after the current end of the display log. */
export async function addEvents(
  tx: ThreadWrite<('events' | 'texts' | 'fences')[]>,
  {
    threadId,
    ends,
    batch
  }: { threadId: string; ends: EndsOfLog; batch: readonly IShownEvent[] }
): Promise<void> {
  const events = tx.objectStore('events');
  const texts = tx.objectStore('texts');
  const next = new Map<string, number>();
  for (const { branch, event } of batch) {
    const seq =
      next.get(branch) ??
      (await ends.of(branch, () => lastSeq(events, threadId, branch))) + 1;
    const folded = (await putTexts(texts, threadId, event)) as AgentEvent;
    unawaited([events.add(folded, [threadId, branch, seq])]);
    next.set(branch, seq + 1);
    ends.note(branch, seq);
  }
}

async function lastSeq(
  events: Pick<
    IDBPObjectStore<IThreadSchema, 'events'[], 'events', 'readwrite'>,
    'openKeyCursor'
  >,
  threadId: string,
  branch: string
): Promise<number> {
  const range = keysUnder(threadId, branch);
  return (await events.openKeyCursor(range, 'prev'))?.key[2] ?? -1;
}
