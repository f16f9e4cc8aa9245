import type { INotebook } from '../../../contract';

export function codeCells(notebook: Pick<INotebook, 'cells'>): string[] {
  return notebook
    .cells()
    .filter(({ type }) => type === 'code')
    .map(({ source }) => source);
}
