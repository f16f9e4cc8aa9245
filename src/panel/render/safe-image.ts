import { isCostlyXml } from '../../contract/text/is-costly-xml';

const RASTER = /^data:image\/(png|jpeg|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const DRAWING = /^data:image\/svg\+xml;base64,([A-Za-z0-9+/]+={0,2})$/;

/** How the data of each format begins, in base64. */
const BEGINS: Record<string, RegExp> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  gif: /^R0lGOD/
};

const SVG = 'http://www.w3.org/2000/svg';

/** Elements that only draw; a drawing with any other element is not shown. */
const DRAWS = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath ' +
    'title desc metadata clipPath mask pattern marker linearGradient radialGradient stop style ' +
    'filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset image'
  ).split(' ')
);

/**
 * The address of an image if it is self-contained and does nothing but show
 * something, else null. A drawing that contains more than drawing is not shown
 * at all.
 */
export function safeImage(address: string): string | null {
  const raster = RASTER.exec(address);
  if (raster) {
    return BEGINS[raster[1]].test(raster[2]) ? address : null;
  }
  const drawing = DRAWING.exec(address);
  return drawing && onlyDraws(drawing[1]) ? address : null;
}

function onlyDraws(data: string): boolean {
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
    [root, ...root.querySelectorAll('*')].every(isHarmless)
  );
}

function isHarmless(element: Element): boolean {
  const { localName, namespaceURI } = element;
  if (namespaceURI !== SVG || !DRAWS.has(localName)) {
    // Metadata of the drawing program, which is never shown.
    return element.closest('metadata') !== null && namespaceURI !== SVG;
  }
  return (
    [...element.attributes].every(
      ({ localName: name, value }) =>
        !/^on/i.test(name) &&
        (name !== 'href' || isOwn(value)) &&
        !reachesOut(value)
    ) &&
    (localName !== 'style' || !reachesOut(element.textContent ?? ''))
  );
}

function isOwn(value: string): boolean {
  return /^\s*#/.test(value) || safeImage(value.replace(/\s+/g, '')) !== null;
}

/** Whether an address in a style refers to anything outside the drawing. */
function reachesOut(style: string): boolean {
  return (
    /@import|@font-face|expression|javascript:|\\/i.test(style) ||
    [...style.matchAll(/url\(\s*['"]?\s*([^)'"]*)/gi)].some(
      ([, address]) => !address.startsWith('#')
    )
  );
}
