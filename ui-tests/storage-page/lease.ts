import {
  databaseName,
  type ThreadDatabase
} from '../../src/storage/database/thread-database';
import { DurableJournal } from '../../src/storage/durable-journal';
import {
  ThreadLock,
  type IThreadHold
} from '../../src/storage/threads/thread-lock';
import { openTab } from './tab';

const THREAD = 't';

let tab: Promise<ThreadDatabase> | undefined;
let hold: IThreadHold | null = null;

/** A tab of a browser without Web Locks, from its first call on. */
function opened(name: string): Promise<ThreadDatabase> {
  tab ??= openTab(databaseName([name]));
  return tab;
}

/** @returns whether this tab has the thread now. */
export async function takeThread(
  name: string,
  steal = false
): Promise<boolean> {
  hold = await new ThreadLock(await opened(name), null).take(THREAD, steal);
  return hold !== null;
}

export async function releaseThread(): Promise<void> {
  await hold?.release();
}

/** Stores a decision. @returns whether it counted, or the name of the error. */
export async function decideAsOwner(
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
