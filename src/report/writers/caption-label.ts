import type { ITranslator } from '../../contract';
import type { IFigureNode } from '../model/report-nodes';

/** "Figure 2": the beginning of a caption. */
export function captionLabel(
  { kind, number }: Pick<IFigureNode, 'kind'> & { number: number | string },
  trans: ITranslator
): string {
  switch (kind) {
    case 'figure':
      return trans.__('Figure %1', number);
    case 'table':
      return trans.__('Table %1', number);
    case 'listing':
      return trans.__('Output %1', number);
  }
}
