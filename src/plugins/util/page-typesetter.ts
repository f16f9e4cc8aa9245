import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { IRenderMime } from '@jupyterlab/rendermime';

/**
 * What sets formulas in a page, noted by the panel, which is handed it, for
 * reports, which are made without.
 */
export const pageTypesetter = new WeakMap<
  JupyterFrontEnd,
  IRenderMime.ILatexTypesetter
>();
