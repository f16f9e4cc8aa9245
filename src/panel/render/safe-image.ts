import { isCostlyXml } from '../../contract/text/is-costly-xml';
import { drawnElements } from '../../contract/util/drawn-elements';

const RASTER = /^data:image\/(png|jpeg|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const DRAWING = /^data:image\/svg\+xml;base64,([A-Za-z0-9+/]+={0,2})$/;

/** How the data of each format begins, in base64. */
const BEGINS: Record<string, RegExp> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  gif: /^R0lGOD/
};

/** More elements than a plot has, each counted as often as it is drawn. */
const MAX_ELEMENTS = 200_000;

/**
 * The address of an image if it holds the image itself, else null. Nothing in a
 * drawing is run or fetched, since an `<img>` shows it; one that is made to
 * block the page is not shown.
 */
export function safeImage(address: string): string | null {
  const raster = RASTER.exec(address);
  if (raster) {
    return BEGINS[raster[1]].test(raster[2]) ? address : null;
  }
  const drawing = DRAWING.exec(address);
  return drawing && isDrawing(drawing[1]) ? address : null;
}

function isDrawing(data: string): boolean {
  const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  if (isCostlyXml(text)) {
    return false;
  }
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = parsed.documentElement;
  return (
    root.localName === 'svg' &&
    parsed.querySelector('parsererror') === null &&
    drawnElements(root, MAX_ELEMENTS) <= MAX_ELEMENTS
  );
}
