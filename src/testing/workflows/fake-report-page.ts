import type { IImages, IReportPage } from '../../contract';

/** A PNG of one white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** A page that draws one pixel of each image, and writes formulas as it is told. */
export class FakeReportPage implements IReportPage {
  /** Sources of formulas that were asked for. */
  readonly asked: string[] = [];

  readonly images: IImages = {
    toImage: async ({ data }) =>
      data === ''
        ? null
        : { mimeType: 'image/png', data: PIXEL, width: 1, height: 1 }
  };

  /** @param _mathML by the source of its formula. */
  constructor(private readonly _mathML: Record<string, string> = {}) {}

  async toMathML(tex: string): Promise<string | null> {
    this.asked.push(tex);
    return this._mathML[tex] ?? null;
  }
}
