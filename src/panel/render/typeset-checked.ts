import type { IRenderMime } from '@jupyterlab/rendermime';

import { loadMore, MORE } from './load-more';

/**
 * With the list of what a formula may hold, which comes with the cards. Where
 * that is loaded, formulas are looked at in the turn in which they came: the
 * typesetter itself may only begin when the text is another one.
 */
export function typesetChecked(
  host: HTMLElement,
  base: IRenderMime.ILatexTypesetter | null
): Promise<void> {
  const { more } = MORE.getState();
  return more
    ? new more.FormulaTypesetter(base).typeset(host)
    : loadMore().then(() => {
        // Not loaded: formulas stay text, and the panel says so elsewhere.
        if (MORE.getState().more) {
          return typesetChecked(host, base);
        }
      });
}
