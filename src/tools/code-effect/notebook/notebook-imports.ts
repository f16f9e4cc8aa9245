import type { IToolContext } from '../../../contract';
import { codeCells } from './code-cells';
import { notebookNames } from './notebook-names';

/**
 * The modules and packages that a notebook's code cells import, in lower case,
 * whether or not the cells ran: the next import would run a file of that name.
 * Determined from the sources rather than by asking the kernel, which may be
 * busy and whose answer could be outdated by the time of the write.
 *
 * Does not find modules that other modules import, nor imports by a string.
 *
 * @returns null if this cannot be told: the notebook is closed, has more code
 * than is analysed, or there is no parser.
 */
export function notebookImports({
  notebook,
  grammars
}: Pick<IToolContext, 'notebook' | 'grammars'>): ReadonlySet<string> | null {
  if (!notebook.isOpen) {
    return null;
  }
  const { language } = notebook.kernel;
  if (!/^(?:python)?$/i.test(language)) {
    return new Set();
  }
  const cells = codeCells(notebook);
  if (!grammars.python) {
    return cells.some(source => /\bimport\b/.test(source)) ? null : new Set();
  }
  const { imported, isCut } = notebookNames(cells, grammars.python);
  if (isCut) {
    return null;
  }
  return new Set([...imported].map(path => path.split('.')[0].toLowerCase()));
}
