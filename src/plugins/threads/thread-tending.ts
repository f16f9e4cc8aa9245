import { Notification } from '@jupyterlab/apputils';

import type {
  IAgent,
  IPreferences,
  IThreads,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { IFoundThreads } from '../../panel/state/panel-state';
import { FileKeeper } from './file-keeper';
import { once } from '../util/once';

interface ITendThreadsOptions {
  agent: IAgent;
  threads: IThreads;
  preferences: IPreferences;
  workspace: IWorkspace;
  trans: ITranslator;
  /** Asks about conversations in a file that this browser did not write. */
  ask(found: IFoundThreads | null): void;
  /** Shows another conversation. */
  show(threadId: string): void;
}

/** Maintains conversations until it is disposed. */
export function tendThreads(options: ITendThreadsOptions) {
  const { threads, workspace, trans } = options;
  const files = new FileKeeper({
    ...options,
    files: once(async () => {
      const { ThreadFiles } =
        await import('../../storage/transfer/thread-files');
      return new ThreadFiles({ files: workspace.files, threads, trans });
    }),
    // Stays until it is closed: nothing else says which version is stored
    // where.
    tell: sentence => Notification.warning(sentence, { autoClose: false })
  });
  // `followMoves` only sees moves made in this page; this sees all of them.
  const end = workspace.onMove((from, to) => {
    threads
      .moved(from, to)
      .then(() => files.moved(from, to))
      .catch((error: unknown) => {
        console.error('Cellwright: conversations did not follow a move', error);
      });
  });
  const tending = {
    /** What was deleted since the panel was opened, in sentences. */
    deleted: [] as readonly string[],
    dispose: () => {
      end();
      files.dispose();
    }
  };
  void cleanUpWhenIdle(options).then(sentences => {
    tending.deleted = sentences;
  });
  return tending;
}

interface ICleanUpOptions {
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
