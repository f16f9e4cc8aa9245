import type { IImages } from '../contract';

/** A PNG of a single pixel, in base64. */
export const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Reads a PNG's size from its header and assumes 640×480 for anything else;
 * scales the numbers but not the picture. `data: 'broken'` cannot be decoded.
 */
export class FakeImages implements IImages {
  readonly calls: { mimeType: string; maxSize: number }[] = [];

  async toImage(
    source: { mimeType: string; data: string },
    maxSize: number
  ): Promise<{
    mimeType: string;
    data: string;
    width: number;
    height: number;
  } | null> {
    this.calls.push({ mimeType: source.mimeType, maxSize });
    if (source.data === 'broken') {
      return null;
    }
    const { width, height } = size(source);
    const scale = Math.min(1, maxSize / Math.max(width, height));
    return {
      mimeType: 'image/png',
      data: source.mimeType === 'image/png' ? source.data : ONE_PIXEL_PNG,
      width: Math.round(width * scale),
      height: Math.round(height * scale)
    };
  }
}

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

function size(source: { mimeType: string; data: string }): {
  width: number;
  height: number;
} {
  const header =
    source.mimeType === 'image/png' ? atob(source.data.slice(0, 32)) : '';
  if (!header.startsWith(PNG_SIGNATURE)) {
    return { width: 640, height: 480 };
  }
  const number = (at: number) =>
    [0, 1, 2, 3].reduce((sum, i) => sum * 256 + header.charCodeAt(at + i), 0);
  return { width: number(16), height: number(20) };
}
