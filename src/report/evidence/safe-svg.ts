import { isCostlyXml } from '../../contract/text/is-costly-xml';
import { drawnElements } from '../../contract/util/drawn-elements';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Elements that only draw. None of them loads, links, runs, animates or holds
 * HTML.
 */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath ' +
    'title desc clipPath mask pattern marker linearGradient radialGradient stop style ' +
    'filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset image'
  ).split(' ')
);

/** More elements than a plot has. */
const MAX_ELEMENTS = 50_000;

/** The same limit after references were replaced by what they refer to. */
const MAX_DRAWN = 200_000;

/** An address within the picture itself. */
const FRAGMENT = /^#[\w.:-]+$/;
const RASTER = /^data:image\/(png|jpeg|gif);base64,[A-Za-z0-9+/=\s]+$/;

/** Parts of a style or an attribute that could fetch or run something. */
const REACHES_OUT =
  /@import|@font-face|expression|javascript:|behavior|-moz-binding|\\/i;
const ADDRESS = /url\(([^()]*)\)/gi;
/** The most characters of an attribute, and of a style, that are checked. */
const MAX_VALUE = 1_000_000;

/** A drawing that only draws. */
export interface ISafeSvg {
  text: string;
  width: number;
  height: number;
}

/**
 * An SVG reduced to what draws: no scripts, handlers, links or foreign content,
 * and no addresses except of its own parts and of images embedded in it. Null
 * if it is not an SVG.
 */
export function safeSvg(source: string): ISafeSvg | null {
  if (isCostlyXml(source)) {
    return null;
  }
  const parsed = new DOMParser().parseFromString(source, 'image/svg+xml');
  const root = parsed.documentElement;
  if (
    root.localName !== 'svg' ||
    root.namespaceURI !== SVG ||
    parsed.querySelector('parsererror') !== null ||
    root.querySelectorAll('*').length > MAX_ELEMENTS
  ) {
    return null;
  }
  const clean = document.implementation.createDocument(SVG, 'svg', null);
  copyInto(clean.documentElement, root);
  if (drawnElements(clean.documentElement, MAX_DRAWN) > MAX_DRAWN) {
    return null;
  }
  const size = sizeOf(root);
  clean.documentElement.setAttribute('width', String(size.width));
  clean.documentElement.setAttribute('height', String(size.height));
  return {
    text: new XMLSerializer().serializeToString(clean),
    ...size
  };
}

function copyInto(target: Element, source: Element): void {
  for (const { name, localName, namespaceURI, value } of source.attributes) {
    const isLink = localName === 'href';
    if (isLink ? isOwnAddress(source, value) : isSafe(name, value)) {
      target.setAttribute(isLink ? 'href' : name, value);
    } else if (name === 'xml:space' && namespaceURI !== null) {
      target.setAttributeNS(namespaceURI, name, value);
    }
  }
  if (source.localName === 'style') {
    // Checked as a whole, since comments between its parts are removed
    // afterwards.
    const style = source.textContent ?? '';
    target.textContent =
      isSafeStyle(style) && !/url\(/i.test(style) ? style : '';
    return;
  }
  for (const child of source.childNodes) {
    if (child.nodeType === 3 || child.nodeType === 4) {
      target.append(target.ownerDocument.createTextNode(child.nodeValue ?? ''));
    } else if (child.nodeType === 1) {
      const { localName, namespaceURI } = child as Element;
      if (namespaceURI === SVG && ELEMENTS.has(localName)) {
        const copy = target.ownerDocument.createElementNS(SVG, localName);
        copyInto(copy, child as Element);
        target.append(copy);
      }
    }
  }
}

function isOwnAddress({ localName }: Element, value: string): boolean {
  return (
    FRAGMENT.test(value.trim()) ||
    (localName === 'image' && RASTER.test(value.trim()))
  );
}

function isSafe(name: string, value: string): boolean {
  return (
    !name.includes(':') &&
    !/^(on|xmlns$|src$|formaction$|action$|target$|ping$)/i.test(name) &&
    isSafeStyle(value)
  );
}

/** Whether every address in it refers to a part of the picture. */
function isSafeStyle(value: string): boolean {
  if (value.length > MAX_VALUE) {
    return false;
  }
  const rest = value.replace(ADDRESS, (whole, address: string) =>
    FRAGMENT.test(unquoted(address.trim())) ? '' : whole
  );
  return !REACHES_OUT.test(rest) && !/url\s*\(|image(-set)?\s*\(/i.test(rest);
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1).trim() : text;
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

function sizeOf(root: Element): { width: number; height: number } {
  const box = (root.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/);
  return {
    width: lengthOf(root.getAttribute('width'), Number(box[2]), 640),
    height: lengthOf(root.getAttribute('height'), Number(box[3]), 480)
  };
}

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
