import type { ITranslator } from '../../contract';
import { isBareLabel } from '../text/with-cell-labels';

/** Looks up the cells that rendered text refers to. */
export interface ICellLinks {
  /** A cell's current label; null when it is gone. */
  label(cellId: string): string | null;
  reveal(cellId: string): void;
}

/**
 * A link to a cell, until `labelCells` gives it its label.
 *
 * @param words that the text has for it; null for a mark.
 */
export function cellLink(
  cellId: string,
  words: string | null
): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `#cell=${cellId}`;
  link.dataset.cellwrightCell = cellId;
  if (words !== null) {
    link.dataset.cellwrightWords = words;
  }
  // A link written as a bare label always shows the cell's current label.
  if (words === null || isBareLabel(words, cellId)) {
    link.dataset.cellwrightMark = '';
  }
  return link;
}

/** Gives links to cells their current labels. May be called repeatedly. */
export function labelCells(
  root: HTMLElement,
  labelOf: ICellLinks['label'],
  trans: ITranslator
): void {
  root.querySelectorAll<HTMLElement>('[data-cellwright-cell]').forEach(link => {
    const { cellwrightCell: cellId = '', cellwrightWords: words } =
      link.dataset;
    const label = labelOf(cellId);
    // The words of a text stay words where there is no such cell.
    const isWords = label === null && words !== undefined;
    link.classList.toggle('jp-mod-gone', label === null);
    link.classList.toggle('jp-Cellwright-cellReference', !isWords);
    if (isWords) {
      link.removeAttribute('href');
    } else {
      link.setAttribute('href', `#cell=${cellId}`);
    }
    if (link.dataset.cellwrightMark !== undefined) {
      link.textContent = label ?? words ?? trans.__('deleted cell');
    }
    link.removeAttribute('aria-disabled');
    link.removeAttribute('aria-label');
    if (label !== null) {
      link.setAttribute(
        'aria-label',
        `${link.textContent ?? ''} (${trans.__('show cell %1', label)})`
      );
    } else if (!isWords) {
      link.setAttribute('aria-disabled', 'true');
    }
  });
}
