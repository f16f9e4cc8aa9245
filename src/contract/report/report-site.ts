import type { IReportFile } from './report-file';
import type { IReportPage } from './report-page';

/** What the page does for reports beside notebooks and files of text. */
export interface IReportSite extends IReportPage {
  /** @throws WorkspaceError where it is not there or has more than `maxBytes`. */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array>;
  /**
   * Writes a file whatever it holds, in the place of one that is there. Folders
   * on the way are made.
   *
   * @throws WorkspaceError
   */
  write(path: string, file: IReportFile): Promise<void>;
  /** Hands files to the browser, one by one. */
  download(files: readonly IReportFile[]): Promise<void>;
  /** Opens the browser's dialog for printing. */
  print(html: string): Promise<void>;
}
