import type { IPreferences, IThreads, ITranslator } from '../../contract';

export interface ICleanUpOptions {
  threads: Pick<IThreads, 'cleanUp'>;
  preferences: Pick<IPreferences, 'current'>;
  trans: ITranslator;
  /** Resolves when the page is idle. */
  idle?(): Promise<void>;
}

/**
 * Deletes old conversations as the settings say, once per page load and when
 * the page is idle.
 *
 * @returns what was deleted, in sentences for the list of conversations.
 */
export async function cleanUpWhenIdle({
  threads,
  preferences,
  trans,
  idle = idlePage
}: ICleanUpOptions): Promise<string[]> {
  await idle();
  const { keepDays, keepMegabytes } = preferences.current.threads;
  if (keepDays === 0 && keepMegabytes === 0) {
    return [];
  }
  try {
    const titles = await threads.cleanUp({
      days: keepDays,
      megabytes: keepMegabytes
    });
    return titles.map(title =>
      trans.__(
        '“%1” was deleted: it had not been used for a long time, or space was short. The settings say how long conversations are kept.',
        title
      )
    );
  } catch (error) {
    // The next page load tries again.
    console.warn('Cellwright could not clean up old conversations', error);
    return [];
  }
}

/** Latest start, in ms: after the panel is drawn and its conversation read. */
const LATEST = 20_000;
/** Delay in ms for browsers that do not report when they are idle. */
const SOON = 5_000;

function idlePage(): Promise<void> {
  return new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: LATEST });
    } else {
      setTimeout(resolve, SOON);
    }
  });
}
