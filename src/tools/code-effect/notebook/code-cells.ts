import type { INotebook } from '../../../contract';

/** The sources of a notebook's code cells, in order. */
export function codeCells(notebook: Pick<INotebook, 'cells'>): string[] {
  return notebook
    .cells()
    .filter(({ type }) => type === 'code')
    .map(({ source }) => source);
}
