import { visibleText } from './visible-text';

const HTML = 'http://www.w3.org/1999/xhtml';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** None of them loads, runs, asks for anything or covers the page. */
const ELEMENTS = new Set(
  (
    'main section header footer div p span h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code ' +
    'kbd samp var sub sup strong em b i u s del ins small mark abbr cite q br hr table caption ' +
    'colgroup col thead tbody tfoot tr th td figure figcaption details summary'
  ).split(' ')
);

/** They are left out with their content; of any others the content stays. */
const DROPPED = new Set(
  (
    'script style title template noscript iframe object embed form button select ' +
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
const ATTRIBUTES: Record<string, RegExp> = {
  align: /^(left|center|right)$/,
  dir: /^(auto|ltr|rtl)$/,
  open: /^$/,
  scope: /^(col|row)$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,9}$/,
  display: /^(block|inline)$/,
  mathvariant: /^[\w-]{1,30}$/,
  stretchy: /^(true|false)$/,
  columnalign: /^[\w ]{1,200}$/
};

/** What becomes of that which is not simply copied. */
interface IRules {
  link(source: Element): HTMLElement;
  image(source: Element): HTMLElement;
  /** By default, text is copied. */
  text?(data: string, source: Element): (Node | string)[];
  /** Called with each element that was made, when all of it is in place. */
  finish(created: Element, source: Element): void;
  /** Whether formulas in MathML may be in it. */
  isMath?: boolean;
}

/**
 * Rebuilds HTML that somebody else wrote: it is parsed in a document that does
 * nothing, and of it known elements and attributes are made, and nothing else.
 * The result has no ids, no styles, and only the classes that the rules give it.
 */
export function rebuild(html: string, rules: IRules): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const fragment = document.createDocumentFragment();
  copyChildren(fragment, body, rules);
  return fragment;
}

function copyChildren(
  target: DocumentFragment | Element,
  source: Element,
  rules: IRules
): void {
  for (const child of source.childNodes) {
    if (child instanceof Text) {
      target.append(...(rules.text?.(child.data, source) ?? [child.data]));
    } else if (child instanceof Element) {
      const created = createFrom(child, rules);
      if (created) {
        copyChildren(created, child, rules);
        rules.finish(created, child);
        target.append(created);
      } else if (
        child.namespaceURI === HTML &&
        !DROPPED.has(child.localName) &&
        child.localName !== 'input'
      ) {
        copyChildren(target, child, rules);
      }
    }
  }
}

/** The element without its content; null if it may not be in the text. */
function createFrom(source: Element, rules: IRules): Element | null {
  const { localName, namespaceURI } = source;
  if (namespaceURI === MATHML) {
    return rules.isMath && FORMULA.has(localName)
      ? withAttributes(document.createElementNS(MATHML, localName), source)
      : null;
  }
  if (namespaceURI !== HTML) {
    return null;
  }
  switch (localName) {
    case 'a':
      return rules.link(source);
    case 'img':
      return rules.image(source);
    case 'input':
      return source.getAttribute('type') === 'checkbox'
        ? checkbox(source.hasAttribute('checked'))
        : null;
    default:
      return ELEMENTS.has(localName)
        ? withAttributes(document.createElement(localName), source)
        : null;
  }
}

/** Of Marked's task lists; any other field could ask for input. */
function checkbox(isChecked: boolean): HTMLElement {
  const created = document.createElement('input');
  created.type = 'checkbox';
  created.disabled = true;
  created.toggleAttribute('checked', isChecked);
  return created;
}

function withAttributes<T extends Element>(created: T, source: Element): T {
  for (const { name, value } of source.attributes) {
    if (Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name].test(value)) {
      created.setAttribute(name, value);
    }
  }
  return created;
}

/** A link that leads somewhere else, or only its words. */
export function outwardLink(href: string): HTMLElement {
  if (!isSafeAddress(href)) {
    return document.createElement('span');
  }
  const link = document.createElement('a');
  link.setAttribute('href', href);
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.title = visibleText(href);
  return link;
}

/**
 * Whether a link with this address leads somewhere else and does nothing more.
 * Fragments are excluded: the thread has no targets for them, and a new tab
 * would open JupyterLab a second time.
 */
export function isSafeAddress(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href) && parseAddress(href) !== null;
}

/** An address as the browser reads it; null if it is none. */
export function parseAddress(address: string): URL | null {
  try {
    return new URL(address, window.location.href);
  } catch {
    // Not an address at all.
    return null;
  }
}
