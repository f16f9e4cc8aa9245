import { type ITranslator, textParts } from '../../contract';

import { CELL_LINK } from './thread-sanitizer';

/** Looks up the cells that rendered text refers to. */
export interface ICellLinks {
  /** A cell's current label; null when it is gone. */
  label(cellId: string): string | null;
  reveal(cellId: string): void;
}

/**
 * Turns the cells that rendered text refers to, by a mark or by `#cell=<id>`,
 * into links with their current labels. May be called repeatedly.
 */
export function linkCells(
  root: HTMLElement,
  cells: ICellLinks,
  trans: ITranslator
): void {
  markLinks(root);
  markText(root);
  root.querySelectorAll<HTMLElement>('[data-cellwright-cell]').forEach(link => {
    const { cellwrightCell: cellId = '', cellwrightWords: words } =
      link.dataset;
    const label = cells.label(cellId);
    // The words of a text stay words where there is no such cell.
    const isWords = label === null && words !== undefined;
    link.classList.toggle('jp-mod-gone', label === null);
    link.classList.toggle('jp-Cellwright-cellReference', !isWords);
    if (isWords) {
      link.removeAttribute('href');
    } else if (words !== undefined) {
      link.setAttribute('href', `#cell=${cellId}`);
    }
    if (link.dataset.cellwrightMark !== undefined) {
      link.textContent = label ?? words ?? trans.__('deleted cell');
    }
    if (isWords) {
      link.removeAttribute('aria-disabled');
      link.removeAttribute('aria-label');
    } else if (label === null) {
      link.setAttribute('aria-disabled', 'true');
      link.removeAttribute('aria-label');
    } else {
      link.removeAttribute('aria-disabled');
      link.setAttribute(
        'aria-label',
        `${link.textContent ?? ''} (${trans.__('show cell %1', label)})`
      );
    }
  });
}

function markLinks(root: HTMLElement): void {
  root.querySelectorAll<HTMLAnchorElement>('a[href]').forEach(link => {
    const cellId = CELL_LINK.exec(link.getAttribute('href') ?? '')?.[1];
    if (cellId && link.dataset.cellwrightCell === undefined) {
      link.dataset.cellwrightCell = cellId;
      link.dataset.cellwrightWords = link.textContent ?? '';
      // A link written as a bare label always shows the cell's current label.
      if (/^\[?#?\d*\]?$/.test(link.textContent?.trim() ?? '')) {
        link.dataset.cellwrightMark = '';
      }
      link.removeAttribute('target');
      link.removeAttribute('rel');
    }
  });
}

function markText(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (
      node.nodeValue?.includes('⟦') &&
      !node.parentElement?.closest('pre, code, a')
    ) {
      found.push(node as Text);
    }
  }
  for (const node of found) {
    const parts = textParts(node.nodeValue ?? '');
    if (parts.some(part => 'cellId' in part)) {
      node.replaceWith(
        ...parts.map(part =>
          'text' in part
            ? document.createTextNode(part.text)
            : markElement(part.cellId)
        )
      );
    }
  }
}

function markElement(cellId: string): HTMLElement {
  const link = document.createElement('a');
  link.href = `#cell=${cellId}`;
  link.className = 'jp-Cellwright-cellReference';
  link.dataset.cellwrightCell = cellId;
  link.dataset.cellwrightMark = '';
  return link;
}
