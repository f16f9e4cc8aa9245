import type { IToolContext } from '../../../contract';
import { codeCells } from './code-cells';
import { notebookNames } from './notebook-names';

/**
 * The modules and packages that a notebook's code cells import, in small
 * letters, whether they ran or not: a file of that name is run by the next
 * import. Told from the sources and not by the kernel, which may be busy, and
 * whose answer would be of another moment than the write.
 *
 * Modules that other modules import are not found, nor those that code imports
 * by a text.
 *
 * @returns null where nobody can tell: the notebook is closed, holds more code
 * than is looked through, or there is no parser.
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
