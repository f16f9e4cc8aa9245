import type { IImages } from '../ports/images';

/** What the page does for a report that plain text cannot. */
export interface IReportPage {
  /** Makes a PNG of an SVG, or of what a document cannot hold. */
  images: IImages;
  /**
   * A formula as MathML (`<math>…</math>`); null where it cannot be written.
   * What comes back is cleaned before it is used.
   */
  toMathML(tex: string, display: boolean): Promise<string | null>;
}
