import type { IReportPage, ITranslator } from '../../contract';

/** What every writer gets besides the document. */
export interface IWriteOptions {
  page: IReportPage;
  trans: ITranslator;
  /** A file's name without its extension, as `safeBaseName` gives it. */
  baseName: string;
  /** The record to check it with later, as `evidenceRecordText` gives it. */
  record?: string;
  signal?: AbortSignal;
}
