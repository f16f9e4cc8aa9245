/** A file of a report, to be written or downloaded. */
export interface IReportFile {
  /** From the folder of the report; holds no `..`. */
  path: string;
  mimeType: string;
  data: string | Uint8Array;
}
