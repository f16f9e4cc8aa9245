import type { IThreadRecord } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import {
  countedBytes,
  isDispensable,
  isSurelyBelow,
  outdated,
  type ICleanUpLimits
} from './is-dispensable';

/**
 * Deletes threads that are too old, or too large in total.
 *
 * @param remove deletes a thread if it is still dispensable by then.
 * @returns the titles of the deleted threads.
 */
export async function cleanUpThreads(
  database: ThreadDatabase,
  all: readonly IThreadRecord[],
  limits: ICleanUpLimits,
  {
    inUse,
    remove
  }: {
    inUse: ReadonlySet<string>;
    remove(
      id: string,
      isMeant: (now: IThreadRecord | undefined) => boolean
    ): Promise<boolean>;
  }
): Promise<string[]> {
  const isSmall =
    limits.megabytes > 0 && (await isSurelyBelow(limits.megabytes));
  const threads = await outdated(
    all,
    isSmall ? { ...limits, megabytes: 0 } : limits,
    {
      now: Date.now(),
      inUse,
      bytesOf: thread => countedBytes(database, thread)
    }
  );
  const titles: string[] = [];
  for (const thread of threads) {
    const isGone = await remove(
      thread.id,
      now => now?.updated === thread.updated && isDispensable(now, inUse)
    );
    if (isGone) {
      titles.push(thread.title);
    }
  }
  return titles;
}
