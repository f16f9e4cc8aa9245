import { ImageRun } from 'docx';

import type { IRaster } from '../rasters';

/**
 * The most that fits on a page of A4 and of Letter, in pixels at 96 to the
 * inch.
 */
const WIDEST = 600;
const TALLEST = 800;

const PLACE = 'cellwright-image:';

/** The plots of a report in the form that a Word document needs. */
export class DocxImages {
  /**
   * The real data for each placeholder that the library gets in place of an
   * image.
   */
  private readonly _places = new Map<string, Uint8Array>();

  constructor(private readonly _images: ReadonlyMap<string, IRaster>) {}

  /** @returns null if the plot is not available. */
  run(id: string, alt: string): ImageRun | null {
    const found = this._images.get(id);
    if (!found) {
      return null;
    }
    const { extension, bytes, width, height } = found;
    const scale = Math.min(1, WIDEST / width, TALLEST / height);
    return new ImageRun({
      type: extension,
      data: this._place(id, bytes),
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
}
