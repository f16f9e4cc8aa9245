import { Notification } from '@jupyterlab/apputils';

import type {
  IAgent,
  IPreferences,
  IThreads,
  ITranslator,
  IWorkspace
} from '../../contract';
import type { IFoundThreads } from '../../panel/state/panel-state';
import { cleanUpThreads } from './clean-up-threads';
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
  /** Shows another one. */
  show(threadId: string): void;
}

/** What conversations need besides being shown, as long as the panel is there. */
export class ThreadTending {
  private _deleted: readonly string[] = [];

  private readonly _end: () => void;

  private readonly _files: FileKeeper;

  constructor(options: ITendThreadsOptions) {
    const { threads, workspace, trans } = options;
    void cleanUpThreads(options).then(sentences => {
      this._deleted = sentences;
    });
    // Moves that are made in this page, `followMoves` hears of; these are all.
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
      // Shown until it is read: what is kept where is said nowhere else.
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
