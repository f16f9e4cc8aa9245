import type { IReportFile } from './report-file';
import type { IReportPage } from './report-page';

/** What reports need from the page besides notebooks and text files. */
export interface IReportSite extends IReportPage {
  /** @throws WorkspaceError if it does not exist or has more than `maxBytes`. */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Writes a file of any type, replacing an existing one. Missing folders are
   * created.
   *
   * @throws WorkspaceError
   */
  write(path: string, file: IReportFile): Promise<void>;
  /** Passes files to the browser for download, one by one. */
  download(files: readonly IReportFile[]): Promise<void>;
  /** Opens the browser's print dialog. */
  print(html: string): Promise<void>;
}
