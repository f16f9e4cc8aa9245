import type { IImages, IReportPage } from '../../contract';

/** A PNG of a single white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/**
 * A page that draws each image as a single pixel, and converts formulas as a
 * spec says.
 */
export class FakeReportPage implements IReportPage {
  /** Sources of formulas that were converted. */
  readonly asked: string[] = [];

  readonly images: IImages = {
    toImage: async ({ data }) =>
      data === ''
        ? null
        : { mimeType: 'image/png', data: PIXEL, width: 1, height: 1 }
  };

  /** @param _mathML MathML, by the source of the formula. */
  constructor(private readonly _mathML: Record<string, string> = {}) {}

  async toMathML(tex: string): Promise<string | null> {
    this.asked.push(tex);
    return this._mathML[tex] ?? null;
  }
}
