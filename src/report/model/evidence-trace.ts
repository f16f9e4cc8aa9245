import { staleText, type IEvidence, type ITranslator } from '../../contract';

/** The place of a piece of evidence, in words. */
export function evidencePlace(
  { source }: IEvidence,
  trans: ITranslator
): string {
  switch (source.from) {
    case 'file':
      return source.notebook;
    case 'conversation':
      return trans.__('the conversation “%1”', source.notebook);
    case 'variables':
      return trans.__('variables of the kernel of %1', source.notebook);
  }
  const cell =
    source.executionCount === null
      ? trans.__('cell %1', source.cellId.slice(0, 8))
      : trans.__('cell [%1]', source.executionCount);
  return source.output === null
    ? trans.__('%1, %2', source.notebook, cell)
    : trans.__('%1, %2, output %3', source.notebook, cell, source.output + 1);
}

/** The source of a piece of evidence in one line. */
export function evidenceTrace(evidence: IEvidence, trans: ITranslator): string {
  return [
    `${evidencePlace(evidence, trans)}.`,
    ...(evidence.time === null
      ? []
      : [trans.__('Ran %1.', readableTime(evidence.time))]),
    ...evidence.stale.map(mark => staleText(mark, trans)),
    evidence.source.from
      ? trans.__('Hash %1.', evidence.hash)
      : trans.__('Cell %1, hash %2.', evidence.source.cellId, evidence.hash)
  ].join(' ');
}

/** `2026-11-22 14:05 UTC`; if it is not a valid time, the text itself. */
export function readableTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
