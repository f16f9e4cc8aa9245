import { type IDocuments, type IDrawnPage, WorkspaceError } from '../contract';
import { ONE_PIXEL_PNG } from './fake-images';

/**
 * Treats the text after `%PDF-` as the pages of a PDF, one per line; draws a
 * single pixel.
 */
export class FakeDocuments implements IDocuments {
  readonly drawn: number[] = [];

  async text(pdf: string): Promise<{ pages: string[]; cut?: boolean }> {
    const text = atob(pdf);
    if (text.includes('broken')) {
      throw new WorkspaceError('failed', 'It is broken.');
    }
    return { pages: text.split('\n').slice(1) };
  }

  async draw(_pdf: string, page: number): Promise<IDrawnPage> {
    this.drawn.push(page);
    return { mimeType: 'image/png', data: ONE_PIXEL_PNG, width: 1, height: 1 };
  }
}
