import type { Root, RootContent } from 'mdast';

import type { IEvidence, IReportNotebook } from '../../contract';
import { findNumbers, type INumberInText } from '../../numbers';
import { pieceFinder, type FoundBy } from '../evidence/find-piece';
import { gatherEvidence } from '../evidence/gather-evidence';
import { nodeText } from '../model/tree';
import {
  evidenceValues,
  matchCode,
  matchEvidence
} from '../numbers/evidence-values';
import { traceNumbers, type ITracedReport } from '../numbers/trace-numbers';
import { breather } from '../text/breather';
import {
  recordedNumber,
  type IEvidenceRecord,
  type IRecordedNumber
} from './evidence-record';

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

interface ICheckedReport {
  numbers: ICheckedNumber[];
  /** By what each piece of evidence was found that is still there. */
  foundBy: FoundBy[];
}

/**
 * Finds out which numbers of a report are still in its notebook. Nothing is
 * run: the report is compared with the outputs that are there.
 */
export async function checkReport(
  record: IEvidenceRecord,
  notebook: IReportNotebook
): Promise<ICheckedReport> {
  const { evidence: now } = await gatherEvidence(notebook, {
    most: Infinity
  });
  const find = pieceFinder(record.evidence, now);
  const then = new Map(record.evidence.map(each => [each.id, each]));
  const numbers: ICheckedNumber[] = [];
  const breathe = breather();
  for (const number of record.numbers) {
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
    foundBy: record.evidence.flatMap(piece => find(piece)?.by ?? [])
  };
}

function standOf(
  number: IRecordedNumber,
  place: IEvidence | undefined,
  all: readonly IEvidence[],
  language: string
): Pick<ICheckedNumber, 'now' | 'instead'> & { cellId?: string } {
  const written = tellable(number, language);
  if (
    place &&
    (matches(written, number, place) ||
      (number.how === 'exact' &&
        number.name === null &&
        written.length > 0 &&
        written.every(each => matchCode(each, [place]))))
  ) {
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
  const isPrinted = how === 'inserted' && text === value;
  return findNumbers(text, isPrinted ? 'en' : language);
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

/**
 * The same for a report without a record: its numbers are looked for in the
 * notebook's present outputs. It is unknown whether they were ever there.
 *
 * @param languages that the report may be written in; the one in which most
 * numbers are found is used.
 */
export async function checkText(
  report: Root,
  notebook: IReportNotebook,
  languages: readonly string[]
): Promise<ICheckedNumber[]> {
  const { evidence } = await gatherEvidence(notebook, {
    most: Infinity
  });
  const tree = ownText(report);
  const cells = new Map(evidence.map(({ id, source }) => [id, source.cellId]));
  const [best] = languages
    .map(language => traceNumbers(tree, evidence, language))
    .sort((one, other) => lost(one) - lost(other));
  return (best?.numbers ?? []).map(number => {
    const { match, closest } = number;
    return {
      ...recordedNumber(number),
      now: match ? 'stands' : 'gone',
      instead: closest?.text ?? null,
      cellId: match ? (cells.get(match.id) ?? null) : null
    };
  });
}

function lost({ numbers }: ITracedReport): number {
  return numbers.filter(({ match }) => match === null).length;
}

/**
 * Leaves out what we wrote about the report itself: times, versions, hashes.
 */
function ownText({ children }: Root): Root {
  const shown = children.filter(({ type }) => type !== 'footnoteDefinition');
  const [heading, list] = shown.slice(-2);
  const isAbout =
    heading?.type === 'heading' && list?.type === 'list' && namesNotebook(list);
  return { type: 'root', children: isAbout ? shown.slice(0, -2) : shown };
}

function namesNotebook(node: RootContent): boolean {
  return /\.ipynb(\s|$)/m.test(nodeText(node));
}
