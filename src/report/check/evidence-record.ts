import { z } from 'zod';

import type { IReportFile } from '../../contract';
import type { IReportDocument } from '../model/report-document';
import type { ITracedNumber } from '../numbers/trace-numbers';

const FORMAT = 'cellwright-report';
const VERSION = 1;
const MAX_SIZE = 20_000_000;
/** The most numbers of a report that can be checked. */
export const MAX_NUMBERS = 5_000;

const recordedEvidence = z.looseObject({
  id: z.string(),
  source: z.looseObject({
    notebook: z.string(),
    cellId: z.string(),
    output: z.int().nullable(),
    position: z.number().optional(),
    from: z.enum(['file', 'conversation', 'variables']).optional()
  }),
  hash: z.string(),
  sourceHash: z.string()
});

const recordedNumberSchema = z.looseObject({
  text: z.string(),
  section: z.string(),
  context: z.string(),
  how: z.string(),
  /** Id of the evidence in which it was found; null for none. */
  evidence: z.string().nullable(),
  /** Name of the value there. */
  name: z.string().nullable(),
  /** The number as written there. */
  value: z.string().nullable()
});
export type IRecordedNumber = z.output<typeof recordedNumberSchema>;

/** What is read of a record; the rest is for people. */
const evidenceRecord = z.looseObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  language: z.string(),
  notebook: z.string(),
  evidence: z.array(recordedEvidence),
  numbers: z.array(recordedNumberSchema).max(MAX_NUMBERS)
});
export type IEvidenceRecord = z.output<typeof evidenceRecord>;

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
  return {
    format: FORMAT,
    version: VERSION,
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
  return evidenceRecord.safeParse(value).data ?? null;
}

/** Name of the record inside a report that is a page or a notebook. */
export const RECORD_NAME = 'cellwright-report';
