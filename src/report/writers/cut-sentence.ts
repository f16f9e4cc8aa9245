import type { IEvidence, ITranslator } from '../../contract';

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
