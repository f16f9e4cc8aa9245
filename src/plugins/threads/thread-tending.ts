import { Notification } from '@jupyterlab/apputils';

import type {
  IAgent,
  IPreferences,
  IThreads,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { IFoundThreads } from '../../panel/state/panel-state';
import { cleanUpWhenIdle } from './clean-up-when-idle';
import { FileKeeper } from './file-keeper';
import { once } from '../util/once';

export interface ITendThreadsOptions {
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

/** Maintains conversations for as long as the panel exists. */
export class ThreadTending {
  private _deleted: readonly string[] = [];

  private readonly _end: () => void;

  private readonly _files: FileKeeper;

  constructor(options: ITendThreadsOptions) {
    const { threads, workspace, trans } = options;
    void cleanUpWhenIdle(options).then(sentences => {
      this._deleted = sentences;
    });
    // `followMoves` only sees moves made in this page; this sees all of them.
    this._end = workspace.onMove((from, to) => {
      threads
        .moved(from, to)
        .then(() => this._files.moved(from, to))
        .catch((error: unknown) => {
          console.error(
            'Cellwright: conversations did not follow a move',
            error
          );
        });
    });
    this._files = new FileKeeper({
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
  }

  /** What was deleted since the panel was opened, in sentences. */
  get deleted(): readonly string[] {
    return this._deleted;
  }

  dispose(): void {
    this._end();
    this._files.dispose();
  }
}
