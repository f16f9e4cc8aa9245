import { escapeMarkup } from '../text/escape-markup';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Elements of MathML that only display; none of them links, runs or holds HTML.
 */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd semantics'
  ).split(' ')
);

const ATTRIBUTES = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy symmetric largeop movablelimits fence ' +
    'separator form lspace rspace accent accentunder linethickness columnalign rowspacing ' +
    'columnspacing width height depth minsize maxsize dir'
  ).split(' ')
);

/** MathML reduced to what displays; null if it is not MathML. */
export function safeMathML(source: string): string | null {
  const parsed = new DOMParser().parseFromString(source, 'application/xml');
  const root = parsed.documentElement;
  return root.localName === 'math' &&
    root.namespaceURI === MATHML &&
    parsed.getElementsByTagName('parsererror').length === 0
    ? written(root)
    : null;
}

function written(element: Element): string {
  const name = element.localName;
  const attributes = [...element.attributes]
    .filter(
      each => ATTRIBUTES.has(each.name) && /^[\w .#%+-]*$/.test(each.value)
    )
    .map(each => ` ${each.name}="${escapeMarkup(each.value)}"`)
    .join('');
  const children = [...element.childNodes]
    .map(child =>
      child.nodeType === 1
        ? ELEMENTS.has((child as Element).localName) &&
          (child as Element).namespaceURI === MATHML
          ? written(child as Element)
          : ''
        : child.nodeType === 3
          ? escapeMarkup(child.nodeValue ?? '')
          : ''
    )
    .join('');
  const space = name === 'math' ? ` xmlns="${MATHML}"` : '';
  return `<${name}${space}${attributes}>${children}</${name}>`;
}
