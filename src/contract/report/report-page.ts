import type { IImages } from '../ports/images';

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
