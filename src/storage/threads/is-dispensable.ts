import type { IThreadRecord } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import { rowsOf } from '../database/rows-of-thread';

const DAY = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;

export interface ICleanUpLimits {
  /** Days since the last use; 0 for no limit. */
  days: number;
  /** MB of all threads together; 0 for no limit. */
  megabytes: number;
}

/** Whether a thread may be deleted without asking. */
export function isDispensable(
  thread: IThreadRecord,
  inUse: ReadonlySet<string>
): boolean {
  return (
    !thread.pinned &&
    thread.run === null &&
    thread.pending === 0 &&
    !inUse.has(thread.id)
  );
}

/**
 * Threads to delete, oldest first: those unused for too long, then the oldest
 * ones until the rest is small enough.
 *
 * @param bytesOf only called if a size matters.
 */
export async function outdated(
  threads: readonly IThreadRecord[],
  { days, megabytes }: ICleanUpLimits,
  {
    now,
    inUse,
    bytesOf
  }: {
    now: number;
    inUse: ReadonlySet<string>;
    bytesOf(thread: IThreadRecord): Promise<number>;
  }
): Promise<IThreadRecord[]> {
  const oldestFirst = [...threads].sort((a, b) => a.updated - b.updated);
  const isTooOld = (thread: IThreadRecord): boolean =>
    days > 0 && thread.updated < now - days * DAY;
  const going = oldestFirst.filter(
    thread => isTooOld(thread) && isDispensable(thread, inUse)
  );
  if (megabytes > 0) {
    const rest = oldestFirst.filter(thread => !going.includes(thread));
    const sizes = new Map<string, number>();
    for (const thread of rest) {
      sizes.set(thread.id, await bytesOf(thread));
    }
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const thread of rest) {
      if (total <= megabytes * MEGABYTE) {
        break;
      }
      if (isDispensable(thread, inUse)) {
        going.push(thread);
        total -= sizes.get(thread.id) ?? 0;
      }
    }
  }
  return going;
}

/** Size of a thread in bytes; only counted again after it has changed. */
export async function countedBytes(
  database: ThreadDatabase,
  { id, updated }: IThreadRecord
): Promise<number> {
  const counted = await database.read(['sizes'], tx => tx.get('sizes', id));
  if (counted?.updated === updated) {
    return counted.bytes;
  }
  const bytes = await threadBytes(database, id);
  await database.rows.transact('write', ['sizes'], tx =>
    tx.put('sizes', id, { updated, bytes })
  );
  return bytes;
}

/** Whether this origin stores so little that no thread has to be checked. */
export async function isSurelyBelow(megabytes: number): Promise<boolean> {
  const estimate = await globalThis.navigator?.storage?.estimate?.();
  return (
    estimate?.usage !== undefined && estimate.usage <= megabytes * MEGABYTE
  );
}

/**
 * Approximate size of a thread's stored data in bytes: the length of its rows
 * as JSON. A row that cannot be read ends the count.
 */
async function threadBytes(
  database: ThreadDatabase,
  threadId: string
): Promise<number> {
  let bytes = 0;
  for (const { store, keys } of rowsOf(threadId)) {
    const rows = await database.read([store], tx => tx.list(store, keys));
    for (const { value } of rows) {
      bytes += JSON.stringify(value)?.length ?? 0;
    }
  }
  return bytes;
}
