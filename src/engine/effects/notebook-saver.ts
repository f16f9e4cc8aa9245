import {
  isWorkspaceError,
  type EventBody,
  type INotebook,
  type ITranslator
} from '../../contract';
import { isInTime } from '../../contract/util/is-in-time';
import { SerialQueue } from '../../contract/util/serial-queue';

/** ms without a change after which a notebook is saved. */
const QUIET = 250;

/** How long is waited at most for a server that does not answer, in ms. */
const PATIENCE = 5_000;

/** ms after which a change is saved, whatever else changes meanwhile. */
const LATEST = 2_000;

export interface INotebookSaverOptions {
  /** @throws WorkspaceError where it is not open. */
  notebook(): INotebook;
  /** Whether the person wants it saved. */
  isWanted(): boolean;
  trans: ITranslator;
  tell(event: EventBody): void;
  /**
   * What the calls up to this one did is in the file. Told too where it could
   * not be saved: the person knows then, and nobody else looks after it.
   */
  onKept(callId: string): void;
}

/**
 * Saves what a run puts into its notebook, and no step waits for it: once the
 * run pauses to think, and at the latest after `LATEST`. Whoever reads the file
 * itself flushes first, and so do a pause and the end.
 *
 * A page that dies in between leaves calls whose cells are not in the file: see
 * `putBack`.
 */
export class NotebookSaver {
  private readonly _options: INotebookSaverOptions;
  private readonly _lane = new SerialQueue();
  /** Changes so far, and how many of them are in the file. */
  private _changes = 0;
  private _saved = 0;
  /** The last call that was answered before what it did was saved. */
  private _answered: string | null = null;
  /** Why it could not be saved, as it was told; null while it can. */
  private _problem: string | null = null;
  private _timer: ReturnType<typeof setTimeout> | undefined;
  /** When it is saved at the latest, in ms since the epoch. */
  private _due: number | null = null;

  constructor(options: INotebookSaverOptions) {
    this._options = options;
  }

  /** Whether there is something to save. */
  get isDirty(): boolean {
    return this._changes > this._saved && this._options.isWanted();
  }

  /** Something was put into the notebook. */
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

  /** An earlier page put something into it, and may not have saved it. */
  owed(): void {
    this._changes += 1;
  }

  /**
   * A call is about to be answered.
   * @returns whether what it did is still to be saved.
   */
  answers(callId: string): boolean {
    if (this.isDirty) {
      this._answered = callId;
    }
    return this.isDirty;
  }

  /**
   * Saves what has changed. One save at a time; resolves once all that had
   * changed is in the file, or the person was told why it is not.
   */
  flush(): Promise<void> {
    return this._lane.run(() => this._save());
  }

  /** The same, and gives up waiting for a server that does not answer. */
  async flushWithin(ms = PATIENCE): Promise<void> {
    await isInTime(this.flush(), ms);
  }

  private async _save(): Promise<void> {
    clearTimeout(this._timer);
    this._due = null;
    const { notebook: notebookOf, tell } = this._options;
    if (!this.isDirty) {
      return;
    }
    const [changes, answered] = [this._changes, this._answered];
    let notebook: INotebook | null = null;
    try {
      notebook = notebookOf();
      if (!notebook.isOpen) {
        return;
      }
      await notebook.save();
      this._saved = changes;
      this._problem = null;
      tell({ type: 'notebook-saved' });
    } catch (error) {
      if (!notebook?.isOpen) {
        return;
      }
      const text = this._sentence(error, notebook);
      if (this._problem !== text) {
        this._problem = text;
        tell({ type: 'notice', code: 'not-saved', text });
      }
    }
    if (answered !== null) {
      this._answered = this._answered === answered ? null : this._answered;
      this._options.onKept(answered);
    }
  }

  private _sentence(error: unknown, { name }: INotebook): string {
    if (isWorkspaceError(error)) {
      return error.message;
    }
    console.error('Cellwright: the notebook was not saved', error);
    return this._options.trans.__(
      '“%1” could not be saved: %2. Try to save it from the File menu.',
      name,
      error instanceof Error ? error.message : String(error)
    );
  }
}
