import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { IRenderMime } from '@jupyterlab/rendermime';

/**
 * The page's typesetter for formulas. The panel, which is given it, stores it
 * here for reports, which are created without the panel.
 */
export const pageTypesetter = new WeakMap<
  JupyterFrontEnd,
  IRenderMime.ILatexTypesetter
>();
