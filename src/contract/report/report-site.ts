import type { IImages } from '../ports/images';

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

/** What a report needs from the page. */
export interface IReportPage {
  /** Makes a PNG of an SVG, or of an image type a document cannot hold. */
  images: IImages;
  /**
   * A formula as MathML (`<math>…</math>`); null if it cannot be converted. The
   * result is sanitised before use.
   */
  toMathML(tex: string, display: boolean): Promise<string | null>;
}

/** A file of a report, to be written or downloaded. */
export interface IReportFile {
  /** Path from the report's folder; holds no `..`. */
  path: string;
  mimeType: string;
  data: string | Uint8Array;
}

/** A document for a typesetter to turn into a PDF. */
export interface ITypesetSource {
  /** Typst source. */
  main: string;
  /** Files the source refers to, by name. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** A PDF, or why there is none, in a sentence. */
export type TypesetResult = { pdf: Uint8Array } | { missing: string };
