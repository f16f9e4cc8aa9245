import { isSafeAddress } from './thread-sanitizer';
import { safeImage } from './safe-image';

const HTML = 'http://www.w3.org/1999/xhtml';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Elements allowed in a report's page. None of them loads, runs, asks for
 * anything or covers the page.
 */
const ELEMENTS = new Set(
  (
    'main section footer div p span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code ' +
    'table caption thead tbody tr th td figure figcaption img a sup strong em mark br hr details summary'
  ).split(' ')
);

/**
 * Elements that are dropped with their content; of any others the content
 * stays.
 */
const DROPPED = new Set(
  (
    'script style title template noscript iframe object embed svg math form button input select ' +
    'textarea audio video link meta base head'
  ).split(' ')
);

const FORMULA = new Set(
  (
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd semantics'
  ).split(' ')
);

/** Attributes whose values are only words or numbers. */
const PLAIN: Record<string, RegExp> = {
  dir: /^(auto|ltr|rtl)$/,
  scope: /^(col|row)$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,9}$/,
  display: /^(block|inline)$/,
  mathvariant: /^[\w-]{1,30}$/,
  stretchy: /^(true|false)$/,
  columnalign: /^[\w ]{1,200}$/
};

/** Classes of a report's page, with their names in the panel. */
const CLASSES: Record<string, string> = {
  number: 'jp-mod-number',
  soft: 'jp-mod-soft',
  scroll: 'jp-mod-scroll',
  formula: 'jp-mod-formula',
  untraced: 'jp-mod-untraced'
};

/** Attribute of a reference, holding the id of its evidence. */
export const REFERENCE = 'data-cellwright-evidence';
/** Attribute of the place that describes the evidence. */
export const REFERRED = 'data-cellwright-told';

/**
 * Id of the evidence that a fragment stands for; null for any other fragment.
 */
function evidenceOf(place: string): string | null {
  return /^(?:evidence-)?(e\d{1,6})$/.exec(place)?.[1] ?? null;
}

/**
 * Rebuilds the body of a report's page: creates known elements and attributes,
 * and nothing else. The result has no ids and no styles; a reference becomes a
 * button that carries the id of its evidence.
 */
export function reportBody(html: string, document: Document): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const fragment = document.createDocumentFragment();
  copyChildren(fragment, body);
  return fragment;
}

function copyChildren(target: Node, source: Node): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      target.appendChild(documentOf(target).createTextNode(child.nodeValue!));
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      copyElement(target, child as Element);
    }
  }
}

function copyElement(target: Node, source: Element): void {
  const { localName, namespaceURI } = source;
  const known =
    namespaceURI === HTML
      ? ELEMENTS.has(localName)
      : namespaceURI === MATHML && FORMULA.has(localName);
  if (!known) {
    // Drops the element and keeps its content.
    if (namespaceURI === HTML && !DROPPED.has(localName)) {
      copyChildren(target, source);
    }
    return;
  }
  const created = madeElement(source, documentOf(target));
  if (created) {
    target.appendChild(created);
    copyChildren(created, source);
  }
}

function madeElement(source: Element, document: Document): Element | null {
  const { localName } = source;
  if (source.namespaceURI === MATHML) {
    return withPlain(document.createElementNS(MATHML, localName), source);
  }
  if (localName === 'img') {
    return image(source, document);
  }
  if (localName === 'a') {
    return link(source, document);
  }
  const created = withPlain(document.createElement(localName), source);
  const classes = [...source.classList].flatMap(name =>
    Object.hasOwn(CLASSES, name) ? CLASSES[name] : []
  );
  created.classList.add(...classes);
  const title = source.getAttribute('title');
  if (title !== null) {
    created.setAttribute('title', title);
  }
  if (classes.includes('jp-mod-scroll') || localName === 'pre') {
    created.setAttribute('tabindex', '0');
  }
  const evidence = evidenceOf(source.id);
  if (evidence !== null) {
    created.setAttribute(REFERRED, evidence);
  }
  return created;
}

function withPlain<T extends Element>(created: T, source: Element): T {
  for (const { name, value } of source.attributes) {
    if (Object.hasOwn(PLAIN, name) && PLAIN[name].test(value)) {
      created.setAttribute(name, value);
    }
  }
  return created;
}

function image(source: Element, document: Document): Element | null {
  const address = safeImage(source.getAttribute('src') ?? '');
  const alt = source.getAttribute('alt') ?? '';
  if (address === null) {
    const words = document.createElement('span');
    words.textContent = alt;
    return words;
  }
  const created = document.createElement('img');
  created.src = address;
  created.alt = alt;
  for (const name of ['width', 'height']) {
    const value = source.getAttribute(name) ?? '';
    if (/^\d{1,5}$/.test(value)) {
      created.setAttribute(name, value);
    }
  }
  return created;
}

function link(source: Element, document: Document): Element {
  const address = source.getAttribute('href') ?? '';
  const evidence = address.startsWith('#')
    ? evidenceOf(address.slice(1))
    : null;
  if (evidence !== null) {
    const created = document.createElement('button');
    created.type = 'button';
    created.className = 'jp-Cellwright-reportReference';
    created.setAttribute(REFERENCE, evidence);
    return created;
  }
  if (!isSafeAddress(address)) {
    return document.createElement('span');
  }
  const result = document.createElement('a');
  result.href = address;
  result.target = '_blank';
  result.rel = 'noopener noreferrer';
  result.title = address;
  return result;
}

function documentOf(node: Node): Document {
  return node.ownerDocument!;
}
