import type { ISharedCell, ISharedNotebook, ISharedText } from '@jupyter/ydoc';

/**
 * Makes a change an undo step of its own. Yjs merges changes made within half a
 * second, so undo would otherwise also take back what the person typed.
 */
export function asOneUndoStep<T>(
  model: ISharedNotebook | ISharedCell | ISharedText,
  change: () => T
): T {
  const { undoManager } = model as {
    undoManager?: { stopCapturing(): void } | null;
  };
  undoManager?.stopCapturing();
  try {
    return change();
  } finally {
    undoManager?.stopCapturing();
  }
}

/** Replaces the text of a cell or a file, as one undo step of its own. */
export function replaceSource(text: ISharedText, source: string): void {
  if (text.getSource() !== source) {
    asOneUndoStep(text, () => spliceSource(text, source));
  }
}

/**
 * Replaces only the text that differs, so that the cursors of the person and of
 * collaborators stay where they are.
 */
export function spliceSource(text: ISharedText, source: string): void {
  const before = text.getSource();
  if (before === source) {
    return;
  }
  const shorter = Math.min(before.length, source.length);
  let start = 0;
  while (start < shorter && before[start] === source[start]) {
    start++;
  }
  let end = 0;
  while (
    end < shorter - start &&
    before[before.length - 1 - end] === source[source.length - 1 - end]
  ) {
    end++;
  }
  text.updateSource(
    start,
    before.length - end,
    source.slice(start, source.length - end)
  );
}
