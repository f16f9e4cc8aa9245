import { ImageRun } from 'docx';

import type { IEvidence, IReportPage } from '../../../contract';
import { base64Bytes } from '../../text/base64-bytes';
import { breather } from '../../text/breather';
import { pngOf } from '../png';
import { stopIfAborted } from '../../text/stop-if-aborted';

interface IDocxImage {
  type: 'png' | 'jpg' | 'gif' | 'svg';
  data: Uint8Array;
  /** A PNG of an SVG, for older readers. */
  png?: Uint8Array;
  width: number;
  height: number;
}

const TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif'
} as const;

/**
 * The most that fits on a page of A4 and of Letter, in pixels at 96 to the
 * inch.
 */
const WIDEST = 600;
const TALLEST = 800;

const PLACE = 'cellwright-image:';

/** The plots of a report in the form that a Word document needs. */
export class DocxImages {
  private readonly _images = new Map<string, IDocxImage>();

  /**
   * The real data for each placeholder that the library gets in place of an
   * image.
   */
  private readonly _places = new Map<string, Uint8Array>();

  /**
   * Reads the plots of evidence; those that documents cannot hold are left out.
   *
   * @throws the signal's reason when it is aborted.
   */
  static async read(
    evidence: readonly IEvidence[],
    page: IReportPage,
    signal?: AbortSignal
  ): Promise<DocxImages> {
    const images = new DocxImages();
    const breathe = breather();
    for (const each of evidence) {
      stopIfAborted(signal);
      await images._add(each, page);
      await breathe();
    }
    return images;
  }

  /** @returns null if the plot is not available. */
  run(id: string, alt: string): ImageRun | null {
    const found = this._images.get(id);
    if (!found) {
      return null;
    }
    const { type, data, png, width, height } = found;
    const scale = Math.min(1, WIDEST / width, TALLEST / height);
    return new ImageRun({
      ...(type === 'svg'
        ? {
            type,
            data: this._place(`${id}.svg`, data),
            fallback: { type: 'png', data: this._place(id, png ?? data) }
          }
        : { type, data: this._place(id, data) }),
      transformation: {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale))
      },
      altText: { name: id, description: alt, title: '' }
    });
  }

  /**
   * The final data of a file in the document: the image if it is a placeholder.
   */
  fileOf(data: Uint8Array): Uint8Array {
    return (
      (data.length < 100 && this._places.get(new TextDecoder().decode(data))) ||
      data
    );
  }

  /**
   * The library computes a checksum of each image and packs it, all in one go.
   * It gets a few bytes instead, and the image is inserted after everything
   * else is done.
   */
  private _place(name: string, data: Uint8Array): Uint8Array {
    this._places.set(PLACE + name, data);
    return new TextEncoder().encode(PLACE + name);
  }

  private async _add(
    { id, content }: IEvidence,
    page: IReportPage
  ): Promise<void> {
    if (content.kind !== 'plot') {
      return;
    }
    const { mimeType, data, width, height } = content;
    const size = { width, height };
    if (mimeType !== 'image/svg+xml') {
      const bytes = base64Bytes(data);
      if (bytes) {
        this._images.set(id, { type: TYPES[mimeType], data: bytes, ...size });
      }
      return;
    }
    // Without a PNG, older readers would show a gap.
    const png = await pngOf(content, page);
    if (png) {
      this._images.set(id, {
        type: 'svg',
        data: new TextEncoder().encode(data),
        png: png.bytes,
        ...size
      });
    }
  }
}
