import {
  isWorkspaceError,
  type EventBody,
  type INotebook,
  type ITranslator
} from '../../contract';
import { endsWithin } from '../../contract/util/ends-within';
import { SerialQueue } from '../../contract/util/serial-queue';
import { unlessAborted } from '../run/until-aborted';

/** A notebook is saved after this time without a change, in ms. */
const QUIET = 250;

/** How long to wait for a server that does not answer, in ms. */
const PATIENCE = 5_000;

/**
 * A change is saved at the latest after this time, in ms, even if changes
 * continue.
 */
const LATEST = 2_000;

interface INotebookSaverOptions {
  notebook: INotebook;
  /** Whether the person wants the notebook saved. */
  isWanted(): boolean;
  trans: ITranslator;
  tell(event: EventBody): void;
}

/**
 * Saves what a run puts into its notebook: before a call has its outcome, and
 * while one runs after `LATEST` at the latest. Whoever reads the file itself
 * flushes first, and so do a pause and the end of the run.
 */
export class NotebookSaver {
  private readonly _lane = new SerialQueue();
  /**
   * The number of changes so far; `_saved` says how many of them are in the
   * file.
   */
  private _changes = 0;
  private _saved = 0;
  /** Why the notebook could not be saved, as reported; null while it can. */
  private _problem: string | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;
  /** When it must be saved, in ms since the epoch. */
  private _due: number | null = null;

  constructor(private readonly _options: INotebookSaverOptions) {}

  /** Whether there is something to save. */
  get isDirty(): boolean {
    return this._changes > this._saved && this._options.isWanted();
  }

  /** Called when something was put into the notebook. */
  changed(): void {
    this._changes += 1;
    if (!this._options.isWanted()) {
      return;
    }
    const now = Date.now();
    this._due ??= now + LATEST;
    clearTimeout(this._timer);
    this._timer = setTimeout(
      () => void this.flush(),
      Math.min(QUIET, this._due - now)
    );
  }

  /**
   * Called if an earlier page changed the notebook and may not have saved it.
   */
  owed(): void {
    this._changes += 1;
  }

  /**
   * Saves what has changed, one save at a time. Resolves once all changes made
   * so far are in the file, or the person was told why they are not.
   */
  flush(): Promise<void> {
    return this._lane.run(() => this._save());
  }

  /** The same, but waits neither for a slow server nor after a stop. */
  async flushUnless(signal: AbortSignal): Promise<void> {
    if (this.isDirty && !signal.aborted) {
      const saved = this.flushWithin();
      await unlessAborted(saved, signal).catch(() => {
        // It was stopped: the end of the run saves too.
      });
    }
  }

  /** The same, but gives up on a server that does not answer. */
  async flushWithin(ms = PATIENCE): Promise<void> {
    await endsWithin(this.flush(), ms);
  }

  private async _save(): Promise<void> {
    clearTimeout(this._timer);
    this._due = null;
    const { notebook, tell } = this._options;
    if (!this.isDirty || !notebook.isOpen) {
      return;
    }
    const changes = this._changes;
    try {
      await notebook.save();
      this._saved = changes;
      this._problem = null;
      tell({ type: 'notebook-saved' });
    } catch (error) {
      if (!notebook.isOpen) {
        return;
      }
      const text = this._sentence(error, notebook);
      if (this._problem !== text) {
        this._problem = text;
        tell({ type: 'notice', code: 'not-saved', text });
      }
    }
  }

  private _sentence(error: unknown, { name }: INotebook): string {
    if (isWorkspaceError(error)) {
      return error.message;
    }
    console.error('Cellwright: the notebook was not saved', error);
    return this._options.trans.__(
      '“%1” could not be saved: “%2”. Try to save it from the File menu.',
      name,
      error instanceof Error ? error.message : String(error)
    );
  }
}
