import type { IEvidence, ITranslator } from '../../contract';
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

/** A sentence on what a table or a text leaves out; empty if it is complete. */
export function cutSentence(
  { content, cut }: IEvidence,
  trans: ITranslator
): string {
  if (!cut) {
    return '';
  }
  if (content.kind !== 'table') {
    return trans.__('Only the beginning is shown.');
  }
  const { rows, size } = content.table;
  return size.rows !== null && size.rows > rows.length
    ? trans.__('%1 of %2 rows are shown.', rows.length, size.rows)
    : trans.__('Only a part of the table is shown.');
}
