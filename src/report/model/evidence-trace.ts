import type { IEvidence, ITranslator } from '../../contract';

/** Where a piece of evidence stands, in words. */
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

/** Why it may not be what the cell gives now, a sentence each. */
export function staleSentences(
  { stale }: IEvidence,
  trans: ITranslator
): string[] {
  return stale.map(mark => {
    switch (mark) {
      case 'changed':
        return trans.__('The cell was changed after it ran.');
      case 'out-of-order':
        return trans.__('A cell above it ran later.');
      case 'other-kernel':
        return trans.__('It ran on another kernel, or before a restart.');
      case 'unknown':
        return trans.__(
          'There is no record of when it ran, or on which kernel.'
        );
    }
  });
}

/** All that leads back to it, in one line. */
export function evidenceTrace(evidence: IEvidence, trans: ITranslator): string {
  return [
    `${evidencePlace(evidence, trans)}.`,
    ...(evidence.time === null
      ? []
      : [trans.__('Ran %1.', readableTime(evidence.time))]),
    ...staleSentences(evidence, trans),
    evidence.source.from
      ? trans.__('Hash %1.', evidence.hash)
      : trans.__('Cell %1, hash %2.', evidence.source.cellId, evidence.hash)
  ].join(' ');
}

/** `2026-11-22 14:05 UTC`; what is no time as it stands. */
export function readableTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
