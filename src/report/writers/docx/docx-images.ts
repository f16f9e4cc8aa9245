import { ImageRun } from 'docx';

import type { IEvidence, IReportPage } from '../../../contract';
import { base64Bytes } from '../../text/base64-bytes';
import { pngOf } from '../png';
import { stopIfAborted } from '../../text/stop-if-aborted';

type DocxImage =
  | { type: 'png' | 'jpg' | 'gif'; data: Uint8Array }
  | {
      type: 'svg';
      data: Uint8Array;
      fallback: { type: 'png'; data: Uint8Array };
    };

const TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif'
} as const;

/** What fits on a page of A4 and of Letter, in pixels at 96 to the inch. */
const WIDEST = 600;
const TALLEST = 800;

/** Plots of a report as a Word document holds them. */
export class DocxImages {
  private readonly _images = new Map<
    string,
    { image: DocxImage; width: number; height: number }
  >();

  /**
   * Reads the plots of evidence; what no document can hold is left out.
   *
   * @throws the signal's reason when it is stopped.
   */
  static async read(
    evidence: readonly IEvidence[],
    page: IReportPage,
    signal?: AbortSignal
  ): Promise<DocxImages> {
    const images = new DocxImages();
    for (const each of evidence) {
      stopIfAborted(signal);
      await images._add(each, page);
    }
    return images;
  }

  /** @returns null where the plot is not to be had. */
  run(id: string, alt: string): ImageRun | null {
    const found = this._images.get(id);
    if (!found) {
      return null;
    }
    const { image, width, height } = found;
    const scale = Math.min(1, WIDEST / width, TALLEST / height);
    return new ImageRun({
      ...image,
      transformation: {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale))
      },
      altText: { name: id, description: alt, title: '' }
    });
  }

  private async _add(
    { id, content }: IEvidence,
    page: IReportPage
  ): Promise<void> {
    if (content.kind !== 'plot') {
      return;
    }
    const { mimeType, data, width, height } = content;
    if (mimeType !== 'image/svg+xml') {
      const bytes = base64Bytes(data);
      if (bytes) {
        this._images.set(id, {
          image: { type: TYPES[mimeType], data: bytes },
          width,
          height
        });
      }
      return;
    }
    // Older readers show the PNG; without one there would be a hole.
    const png = await pngOf(content, page);
    if (png) {
      this._images.set(id, {
        image: {
          type: 'svg',
          data: new TextEncoder().encode(data),
          fallback: { type: 'png', data: png.bytes }
        },
        width,
        height
      });
    }
  }
}
