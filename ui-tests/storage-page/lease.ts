import type { IThreadHold } from '../../src/contract';
import {
  databaseName,
  type ThreadDatabase
} from '../../src/storage/database/thread-database';
import { DurableJournal } from '../../src/storage/journal/durable-journal';
import { ThreadLock } from '../../src/storage/threads/thread-lock';
import { openTab } from './tab';

const THREAD = 't';

let tab: Promise<ThreadDatabase> | undefined;
let hold: IThreadHold | null = null;

/** A tab of a browser without Web Locks, from its first call on. */
function opened(name: string): Promise<ThreadDatabase> {
  tab ??= openTab(databaseName([name]));
  return tab;
}

async function lockOf(name: string): Promise<ThreadLock> {
  return new ThreadLock({ database: await opened(name), locks: null });
}

/**
 * @returns the number with which it drives the thread; null if another tab
 * does.
 */
export async function takeLease(
  name: string,
  steal = false
): Promise<number | null> {
  hold = await (await lockOf(name)).take(THREAD, { steal });
  return hold?.fence ?? null;
}

export async function releaseLease(): Promise<void> {
  await hold?.release();
}

/** Waits until no tab drives the thread. */
export async function leaseFreed(name: string): Promise<void> {
  await (await lockOf(name)).freed(THREAD, new AbortController().signal);
}

/** Stores a decision. @returns whether it counted, or the name of the error. */
export async function decideUnderLease(
  name: string,
  callId: string
): Promise<boolean | string> {
  const journal = new DurableJournal(await opened(name));
  return journal
    .decide(
      { threadId: THREAD, branch: '' },
      {
        callId,
        decision: { type: 'approve' },
        hash: 'h',
        by: 'person',
        time: 1
      }
    )
    .catch((error: unknown) => (error as Error).name);
}
