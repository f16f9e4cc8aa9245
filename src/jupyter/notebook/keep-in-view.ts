import type { NotebookPanel } from '@jupyterlab/notebook';

import { cellIdOf } from '../../contract/text/cell-id-of';

import { findCell } from '../cells/find-cell';

/** Space left below what is shown, in px. */
const MARGIN = 12;

/** How often a cell that left the page is brought back. */
const MAX_RETURNS = 5;

const SCROLL_KEYS = new Set([
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End'
]);

/**
 * Scrolls to a cell and keeps it in view while it grows: the whole cell, or the
 * end of its outputs if it is taller than the notebook. Focus, mode and active
 * cell stay, and nothing moves under somebody who types in the notebook.
 *
 * @param onScroll called once the person scrolls; nothing moves after that.
 * @returns a function that ends it.
 */
export function keepInView(
  panel: NotebookPanel,
  cellId: string,
  onScroll: () => void
): () => void {
  const notebook = panel.content;
  const { node, outerNode } = notebook;
  let hasEnded = false;
  let frame = 0;
  let returns = 0;
  const sizes = new ResizeObserver(([{ target }]) => {
    if (target.isConnected) {
      fit();
    } else if (returns++ < MAX_RETURNS) {
      // With windowing, a cell leaves the page once it is out of view.
      void show();
    }
  });

  const end = (): void => {
    hasEnded = true;
    cancelAnimationFrame(frame);
    sizes.disconnect();
    for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
      node.removeEventListener(type, onInput, true);
    }
  };

  /** Layout and other people's changes also scroll, so that only input counts. */
  const onInput = (event: Event): void => {
    const { target } = event;
    const scrolls =
      event.type === 'keydown'
        ? SCROLL_KEYS.has((event as KeyboardEvent).key) && !isTyping()
        : event.type !== 'pointerdown' ||
          target === outerNode ||
          (target as Element).closest('.jp-WindowedPanel-scrollbar') !== null;
    if (scrolls) {
      end();
      onScroll();
    }
  };

  const isTyping = (): boolean => {
    const focused = document.activeElement;
    return (
      node.contains(focused) &&
      focused?.closest('input, textarea, [contenteditable="true"]') !== null
    );
  };

  const isIdle = (): boolean =>
    hasEnded || notebook.isDisposed || !panel.isVisible || isTyping();

  const fit = (): void => {
    const cell = findCell(notebook, cellId)?.node;
    if (isIdle() || !cell?.isConnected) {
      return;
    }
    const { top, bottom, height } = cell.getBoundingClientRect();
    const view = outerNode.getBoundingClientRect();
    const hasOutputs =
      (cell.querySelector('.jp-Cell-outputWrapper')?.clientHeight ?? 0) > 0;
    const isTall = height > view.height;
    const above = top - view.top;
    const below = bottom + MARGIN - view.bottom;
    if (isTall) {
      outerNode.scrollTop += hasOutputs ? below : above;
    } else if (above < 0) {
      outerNode.scrollTop += above;
    } else if (below > 0) {
      outerNode.scrollTop += Math.min(below, above);
    }
  };

  const show = async (): Promise<void> => {
    const index = notebook.widgets.findIndex(
      ({ model }) => cellIdOf(model.id) === cellId
    );
    if (isIdle() || index < 0) {
      return;
    }
    // By index, since with windowing most cells are not in the page.
    await notebook.scrollToItem(index, 'auto').catch(() => undefined);
    if (!hasEnded) {
      sizes.observe(notebook.widgets[index]?.node ?? node);
      fit();
    }
  };

  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    node.addEventListener(type, onInput, { capture: true, passive: true });
  }
  // After `keepScrollPosition`, which puts the cell in view back for two frames.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void show());
    });
  });
  return end;
}
