import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';

/**
 * The notebook that a message is meant for: the one last used, unless it is
 * hidden behind another tab while a different notebook is visible.
 */
export function frontNotebook(tracker: INotebookTracker): NotebookPanel | null {
  const current = tracker.currentWidget;
  if (current?.isVisible) {
    return current;
  }
  return (
    tracker.find(panel => panel.isVisible && !panel.isDisposed) ??
    (current?.isDisposed ? null : current)
  );
}
