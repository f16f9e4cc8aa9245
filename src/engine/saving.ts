import { isWorkspaceError } from '../contract';
import type { Run } from './run';

/**
 * Keeps what a run put into its notebook, where the person wants that. What
 * stands in the way is told once, and not at each effect anew.
 */
export async function saveNotebook(run: Run): Promise<void> {
  const { notebook, tell, settings } = run.options;
  if (!run.changed || !settings().save || !notebook.isOpen) {
    return;
  }
  try {
    await notebook.save();
    run.changed = false;
    run.unsaved = null;
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    if (notebook.isOpen && run.unsaved !== error.message) {
      run.unsaved = error.message;
      tell({ type: 'notice', code: 'not-saved', text: error.message });
    }
  }
}
