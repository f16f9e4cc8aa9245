import type { IReportPage, ITranslator } from '../../contract';

/** What every writer is given beside the document. */
export interface IWriteOptions {
  page: IReportPage;
  trans: ITranslator;
  /** A file's name without its extension, as `safeBaseName` gives it. */
  baseName: string;
  /** What it can be checked by later, as `evidenceRecordText` gives it. */
  record?: string;
  signal?: AbortSignal;
}
