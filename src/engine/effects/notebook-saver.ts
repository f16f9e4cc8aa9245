import { isWorkspaceError } from '../../contract';
import type { IRunOptions } from '../run-context/run-options';
import { SerialQueue } from '../util/serial-queue';

/**
 * Keeps what a run put into its notebook, where the person wants that. One save
 * at a time: what changes meanwhile is kept by the next. What stands in the way
 * is told once, and not at each effect anew.
 */
export class NotebookSaver {
  readonly #options: Pick<IRunOptions, 'notebook' | 'settings' | 'tell'>;
  readonly #saving = new SerialQueue();
  #isChanged = false;
  /** Why the notebook could not be saved, as it was told; null while it can. */
  #problem: string | null = null;

  constructor(options: Pick<IRunOptions, 'notebook' | 'settings' | 'tell'>) {
    this.#options = options;
  }

  /** Whether the notebook was changed since it was last saved. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Notes that the notebook was changed. */
  readonly changed = (): void => {
    this.#isChanged = true;
  };

  /** Resolves when all that had changed is kept. */
  save(): Promise<void> {
    return this.#saving.run(() => this.#save());
  }

  /**
   * The same while code runs that takes a while; nothing waits for it. What is
   * done at once is saved once, and the code's way to the kernel comes first.
   */
  saveMeanwhile(): void {
    setTimeout(() => {
      this.save().catch((error: unknown) => {
        // What it was is told by the save that is waited for.
        console.warn('Cellwright: the notebook was not saved yet', error);
      });
    }, SOON);
  }

  async #save(): Promise<void> {
    const { notebook, settings, tell } = this.#options;
    if (!this.#isChanged || !settings().save || !notebook.isOpen) {
      return;
    }
    this.#isChanged = false;
    try {
      await notebook.save();
      this.#problem = null;
    } catch (error) {
      this.#isChanged = true;
      if (!isWorkspaceError(error)) {
        throw error;
      }
      if (notebook.isOpen && this.#problem !== error.message) {
        this.#problem = error.message;
        tell({ type: 'notice', code: 'not-saved', text: error.message });
      }
    }
  }
}

/** ms from the request to the first save. */
const SOON = 100;
