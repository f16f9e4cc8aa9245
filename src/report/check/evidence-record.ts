import type { IEvidenceSource, IReportFile } from '../../contract';
import type { IReportDocument } from '../model/report-document';
import type { ITracedNumber } from '../numbers/trace-numbers';

const FORMAT = 'cellwright-report';
const VERSION = 1;
const MAX_SIZE = 20_000_000;
/** The most numbers of a report that can be checked. */
export const MAX_NUMBERS = 5_000;

export interface IRecordedEvidence {
  id: string;
  source: IEvidenceSource;
  title: string;
  kind: string;
  hash: string;
  sourceHash: string;
  time: string | null;
  stale: string[];
}

export interface IRecordedNumber {
  text: string;
  section: string;
  context: string;
  how: string;
  /**
   * Id of the evidence in which it was found; `name` is that of the value
   * there. Null for none.
   */
  evidence: string | null;
  name: string | null;
  /** The number as written in the evidence. */
  value: string | null;
}

/** The file beside a report with which it can be checked later. */
export interface IEvidenceRecord {
  title: string;
  language: string;
  notebook: string;
  time: string;
  kernel: string;
  packages: Record<string, string>;
  /** Part of a sentence with the reason why they are not known. */
  packagesMissing?: string;
  approvedBy: string | null;
  changes: string[];
  evidence: IRecordedEvidence[];
  numbers: IRecordedNumber[];
}

/** The record of a report as a separate file. */
export function writeEvidenceRecord(
  document: IReportDocument,
  numbers: readonly ITracedNumber[],
  baseName: string
): IReportFile {
  return {
    path: `${baseName}.evidence.json`,
    mimeType: 'application/json',
    data: `${JSON.stringify(recordOf(document, numbers), null, 2)}\n`
  };
}

/** The record as a text that goes into the report itself. */
export function evidenceRecordText(
  document: IReportDocument,
  numbers: readonly ITracedNumber[]
): string {
  return JSON.stringify(recordOf(document, numbers));
}

function recordOf(
  { details, evidence }: IReportDocument,
  numbers: readonly ITracedNumber[]
): object {
  const record: IEvidenceRecord = {
    title: details.title,
    language: details.language,
    notebook: details.notebook,
    time: details.time,
    kernel: details.kernel,
    packages: { ...details.packages },
    packagesMissing: details.packagesMissing ?? '',
    approvedBy: details.approvedBy,
    changes: [...details.changes],
    evidence: evidence.map(each => ({
      id: each.id,
      source: each.source,
      title: each.title,
      kind: each.content.kind,
      hash: each.hash,
      sourceHash: each.sourceHash,
      time: each.time,
      stale: [...each.stale]
    })),
    numbers: numbers.filter(({ how }) => how !== 'given').map(recordedNumber)
  };
  return { format: FORMAT, version: VERSION, ...record };
}

/** A number of a report, and the evidence in which it was found. */
export function recordedNumber({
  text,
  section,
  context,
  how,
  match
}: ITracedNumber): IRecordedNumber {
  return {
    text,
    section,
    context,
    how,
    evidence: match?.id ?? null,
    name: match?.name ?? null,
    value: match?.text ?? null
  };
}

/** Reads a record; null for anything else, whoever wrote it. */
export function readEvidenceRecord(text: string): IEvidenceRecord | null {
  let value: unknown;
  try {
    value = text.length > MAX_SIZE ? null : JSON.parse(text);
  } catch {
    // It is not even JSON.
    return null;
  }
  const record = fieldsOf(value);
  return record.format === FORMAT &&
    record.version === VERSION &&
    typeof record.language === 'string' &&
    typeof record.notebook === 'string' &&
    Array.isArray(record.evidence) &&
    record.evidence.every(isEvidence) &&
    Array.isArray(record.numbers) &&
    record.numbers.length <= MAX_NUMBERS &&
    record.numbers.every(isNumber)
    ? (record as unknown as IEvidenceRecord)
    : null;
}

function isEvidence(value: unknown): boolean {
  const { id, source, hash, sourceHash } = fieldsOf(value);
  const { notebook, cellId, output } = fieldsOf(source);
  return (
    [id, hash, sourceHash, notebook, cellId].every(isText) &&
    (output === null || Number.isInteger(output))
  );
}

function isNumber(value: unknown): boolean {
  const {
    text,
    section,
    context,
    how,
    evidence,
    name,
    value: was
  } = fieldsOf(value);
  return (
    [text, section, context, how].every(isText) &&
    [evidence, name, was].every(each => each === null || isText(each))
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : {};
}
