import { isWorkspaceError } from '../../contract';
import type { Run } from '../run/run';

/**
 * Keeps what a run put into its notebook, where the person wants that. One save
 * at a time: what changes meanwhile is kept by the next. What stands in the way
 * is told once, and not at each effect anew.
 *
 * @returns when all that had changed is kept.
 */
export function saveNotebook(run: Run): Promise<void> {
  return run.saving.run(() => save(run));
}

/**
 * The same while code runs that takes a while; nothing waits for it. What is
 * done at once is saved once, and the code's way to the kernel comes first.
 */
export function saveMeanwhile(run: Run): void {
  setTimeout(() => {
    saveNotebook(run).catch((error: unknown) => {
      // What it was is told by the save that is waited for.
      console.warn('Cellwright: the notebook was not saved yet', error);
    });
  }, SOON);
}

/** ms from the request to the first save. */
const SOON = 100;

async function save(run: Run): Promise<void> {
  const { notebook, tell, settings } = run.options;
  if (!run.changed || !settings().save || !notebook.isOpen) {
    return;
  }
  run.changed = false;
  try {
    await notebook.save();
    run.unsaved = null;
  } catch (error) {
    run.changed = true;
    if (!isWorkspaceError(error)) {
      throw error;
    }
    if (notebook.isOpen && run.unsaved !== error.message) {
      run.unsaved = error.message;
      tell({ type: 'notice', code: 'not-saved', text: error.message });
    }
  }
}
