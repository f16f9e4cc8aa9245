import type { IImages } from '../../contract';
import { isCostlyXml } from '../../contract/text/is-costly-xml';
import { drawnElements } from '../../contract/util/drawn-elements';

/** Size of an SVG that has none of its own, in px. */
const DEFAULT_WIDTH = 800;
const DEFAULT_HEIGHT = 600;
/** An image that declares more pixels than this is not drawn. */
const MAX_PIXELS = 100_000_000;
/**
 * Nor is an SVG with more elements than this; an element counts each time it is
 * used.
 */
const MAX_ELEMENTS = 200_000;
const JPEG_QUALITY = 0.9;

type Image = Awaited<ReturnType<IImages['toImage']>>;

/**
 * Converts images with the browser's own decoders; nothing is added to the
 * page.
 */
export class BrowserImages implements IImages {
  async toImage(
    source: { mimeType: string; data: string },
    maxSize: number
  ): Promise<Image> {
    try {
      return source.mimeType === 'image/svg+xml'
        ? await rasterized(source.data, maxSize)
        : await scaled(source, maxSize);
    } catch (error) {
      // The person can see the image itself in the notebook; the reason is only
      // logged.
      console.warn(`Cellwright: could not decode ${source.mimeType}`, error);
      return null;
    }
  }
}

async function scaled(
  { mimeType, data }: { mimeType: string; data: string },
  maxSize: number
): Promise<Image> {
  const base64 = data.replace(/\s/g, '');
  const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  try {
    const { width, height } = bitmap;
    const keepsType = mimeType === 'image/png' || mimeType === 'image/jpeg';
    if (keepsType && Math.max(width, height) <= maxSize) {
      return { mimeType, data: base64, width, height };
    }
    return drawn(bitmap, width, height, {
      maxSize,
      mimeType: mimeType === 'image/jpeg' ? mimeType : 'image/png'
    });
  } finally {
    bitmap.close();
  }
}

/** As the source of an `<img>`, an SVG runs no script and loads nothing. */
async function rasterized(svg: string, maxSize: number): Promise<Image> {
  if (isCostlyXml(svg)) {
    return null;
  }
  const { documentElement } = new DOMParser().parseFromString(
    svg,
    'image/svg+xml'
  );
  if (drawnElements(documentElement, MAX_ELEMENTS) > MAX_ELEMENTS) {
    return null;
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const width = image.naturalWidth || DEFAULT_WIDTH;
  const height = image.naturalHeight || DEFAULT_HEIGHT;
  return drawn(image, width, height, {
    maxSize,
    mimeType: 'image/png',
    // Plots are drawn for paper; without a background they could be black on
    // black.
    background: 'white'
  });
}

async function drawn(
  source: CanvasImageSource,
  width: number,
  height: number,
  options: { maxSize: number; mimeType: string; background?: string }
): Promise<Image> {
  if (width * height > MAX_PIXELS) {
    return null;
  }
  const scale = Math.min(1, options.maxSize / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) {
    return null;
  }
  if (options.background) {
    context.fillStyle = options.background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const url = canvas.toDataURL(options.mimeType, JPEG_QUALITY);
  const data = url.slice(url.indexOf(',') + 1);
  return {
    mimeType: options.mimeType,
    data,
    width: canvas.width,
    height: canvas.height
  };
}
