import type { IEvidence, IReportNotebook } from '../../contract';
import { findNumbers, type INumberInText } from '../../numbers';
import { type FoundBy, pieceFinder } from '../evidence/find-piece';
import { gatherEvidence } from '../evidence/gather-evidence';
import { evidenceValues, matchEvidence } from '../numbers/evidence-values';
import { breather } from '../text/breather';
import { stopIfAborted } from '../text/stop-if-aborted';
import type { IEvidenceRecord, IRecordedNumber } from './evidence-record';

export interface ICheckedNumber extends IRecordedNumber {
  /**
   * `stands`: still in its place; `moved`: now in another output; `changed`:
   * its output has another number; `gone`: its output no longer exists;
   * `untraced`: was not in the evidence then, and is not in the outputs now.
   */
  now: 'stands' | 'moved' | 'changed' | 'gone' | 'untraced';
  /** The number in its place now, if known. */
  instead: string | null;
  /** Cell whose output has it now, or had it. */
  cellId: string | null;
}

export interface ICheckedReport {
  numbers: ICheckedNumber[];
  /** The state of each piece of evidence, by id. */
  evidence: {
    id: string;
    now: 'same' | 'changed' | 'gone';
    /** By what it was found; null if it is gone. */
    by: FoundBy | null;
  }[];
}

/**
 * Finds out which numbers of a report are still in its notebook. Nothing is
 * run: the report is compared with the outputs that are there.
 */
export async function checkReport(
  record: IEvidenceRecord,
  notebook: IReportNotebook,
  signal?: AbortSignal
): Promise<ICheckedReport> {
  const { evidence: now } = await gatherEvidence(notebook, {
    most: Infinity,
    signal
  });
  const find = pieceFinder(record.evidence, now);
  const then = new Map(record.evidence.map(each => [each.id, each]));
  const numbers: ICheckedNumber[] = [];
  const breathe = breather();
  for (const number of record.numbers) {
    stopIfAborted(signal);
    await breathe();
    const piece = then.get(number.evidence ?? '');
    const place = piece && find(piece)?.piece;
    numbers.push({
      ...number,
      cellId: (place ?? piece)?.source.cellId ?? null,
      ...standOf(number, place, now, record.language)
    });
  }
  return {
    numbers,
    evidence: record.evidence.map(piece => {
      const found = find(piece);
      return {
        id: piece.id,
        now: !found
          ? 'gone'
          : found.piece.hash === piece.hash
            ? 'same'
            : 'changed',
        by: found?.by ?? null
      };
    })
  };
}

function standOf(
  number: IRecordedNumber,
  place: IEvidence | undefined,
  all: readonly IEvidence[],
  language: string
): Pick<ICheckedNumber, 'now' | 'instead'> & { cellId?: string } {
  const written = tellable(number, language);
  if (place && matches(written, number, place)) {
    return { now: 'stands', instead: null };
  }
  const other = all.find(each => matches(written, number, each));
  if (other) {
    return { now: 'moved', instead: null, cellId: other.source.cellId };
  }
  if (number.evidence === null) {
    return { now: 'untraced', instead: null };
  }
  const instead =
    place && number.name !== null
      ? evidenceValues(place).values.find(({ name }) => name === number.name)
      : undefined;
  return { now: place ? 'changed' : 'gone', instead: instead?.text ?? null };
}

/** A number that was inserted without rounding has the format of a program. */
function tellable(
  { how, text, value }: IRecordedNumber,
  language: string
): INumberInText[] {
  return how === 'inserted' && text === value
    ? findNumbers(text, 'en')
    : findNumbers(text, language);
}

function matches(
  reported: readonly INumberInText[],
  { how, name }: IRecordedNumber,
  evidence: IEvidence
): boolean {
  if (reported.length === 0) {
    return false;
  }
  // A number that was inserted by its name must still have that name.
  const under = how === 'inserted' && name !== null ? name : null;
  return reported.every(number => {
    const match = matchEvidence(number, [evidence]);
    return (
      match !== null &&
      (under === null ||
        match.name === under ||
        evidenceValues(evidence).values.some(
          value => value.name === under && value.text === match.text
        ))
    );
  });
}
