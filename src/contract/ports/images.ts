/** Scales and converts images with the browser's own decoder. */
export interface IImages {
  /**
   * @param source `image/png`, `image/jpeg`, `image/gif`, `image/webp` as
   * base64, or `image/svg+xml` as text.
   * @returns PNG or JPEG of at most `maxSize` px on its longer side; null if it
   * can't be decoded.
   */
  toImage(
    source: { mimeType: string; data: string },
    maxSize: number
  ): Promise<{
    mimeType: string;
    data: string;
    width: number;
    height: number;
  } | null>;
}
