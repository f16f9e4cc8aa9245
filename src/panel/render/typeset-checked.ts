import type { IRenderMime } from '@jupyterlab/rendermime';

import { loadMore, MORE } from './load-more';

/**
 * Typesets with the list of what a formula may contain, which is loaded with
 * the cards. If it is loaded, formulas are checked in the same turn in which
 * they were added; the typesetter may run only later, when the text has
 * changed.
 */
export function typesetChecked(
  host: HTMLElement,
  base: IRenderMime.ILatexTypesetter | null
): Promise<void> {
  const { more } = MORE.getState();
  return more
    ? new more.FormulaTypesetter(base).typeset(host)
    : loadMore().then(() => {
        // Not loaded: formulas stay text, and the panel reports that elsewhere.
        if (MORE.getState().more) {
          return typesetChecked(host, base);
        }
      });
}
