import { isCostlyXml } from '../../contract/text/is-costly-xml';
import { drawnElements } from '../../contract/util/drawn-elements';
import { base64Bytes } from '../text/base64-bytes';

/**
 * Types of images that a document can embed unchanged, by their first bytes.
 */
const SIGNATURES: [string, number[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]]
];

/**
 * How many characters of an image are read to find its size; a JPEG may have a
 * long header.
 */
const HEAD = 64;
const LONG_HEAD = 400_000;

/**
 * Width and height of an image in pixels, read from its header; null if it is
 * not of the stated type.
 */
export function imageSize(
  mimeType: string,
  base64: string
): { width: number; height: number } | null {
  const head = mimeType === 'image/jpeg' ? LONG_HEAD : HEAD;
  const bytes = base64Bytes(base64.slice(0, head));
  const signature = SIGNATURES.find(([type]) => type === mimeType)?.[1];
  if (!bytes || !signature?.every((byte, at) => bytes[at] === byte)) {
    return null;
  }
  const view = new DataView(bytes.buffer);
  const size =
    mimeType === 'image/png'
      ? pngSize(view)
      : mimeType === 'image/gif'
        ? gifSize(view)
        : jpegSize(view);
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function pngSize(view: DataView): { width: number; height: number } | null {
  return view.byteLength < 24
    ? null
    : { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): { width: number; height: number } | null {
  return view.byteLength < 10
    ? null
    : { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Goes from segment to segment until the one with the frame. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) {
      return null;
    }
    const marker = view.getUint8(at + 1);
    if (
      marker >= 0xc0 &&
      marker <= 0xcf &&
      ![0xc4, 0xc8, 0xcc].includes(marker)
    ) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

const SVG = 'http://www.w3.org/2000/svg';

/** More elements than a plot has, each counted as often as it is drawn. */
const MAX_ELEMENTS = 200_000;

/**
 * A drawing with its size in pixels in it; null if it is none, or one that is
 * made to block its reader. It is only ever the source of an image, where no
 * browser runs or fetches anything.
 */
export function readDrawing(
  source: string
): { data: string; width: number; height: number } | null {
  if (isCostlyXml(source)) {
    return null;
  }
  const { documentElement: root } = new DOMParser().parseFromString(
    source,
    'image/svg+xml'
  );
  if (
    root.localName !== 'svg' ||
    root.namespaceURI !== SVG ||
    root.querySelector('parsererror') !== null ||
    drawnElements(root, MAX_ELEMENTS) > MAX_ELEMENTS
  ) {
    return null;
  }
  const [, , wide, high] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/);
  const width = lengthOf(root.getAttribute('width'), Number(wide), 640);
  const height = lengthOf(root.getAttribute('height'), Number(high), 480);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  if (wide === undefined) {
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  }
  return { data: new XMLSerializer().serializeToString(root), width, height };
}

const POINTS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4
};

/** In pixels, limited to what a page can show. */
function lengthOf(
  value: string | null,
  ofBox: number,
  otherwise: number
): number {
  const match = /^\s*([\d.]+)(?:\s*(px|pt|pc|in|cm|mm))?\s*$/.exec(value ?? '');
  const length = match ? Number(match[1]) * POINTS[match[2] ?? ''] : ofBox;
  return Number.isFinite(length) && length >= 1
    ? Math.min(10_000, Math.round(length))
    : otherwise;
}
