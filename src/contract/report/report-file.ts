/** A file of a report, to be written or downloaded. */
export interface IReportFile {
  /** Path from the report's folder; holds no `..`. */
  path: string;
  mimeType: string;
  data: string | Uint8Array;
}
