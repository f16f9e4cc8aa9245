import { outwardLink, rebuild } from './safe-html';
import { safeImage } from './safe-image';

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
 * The body of a report's page, rebuilt; a reference becomes a button that
 * carries the id of its evidence.
 */
export function reportBody(html: string): DocumentFragment {
  return rebuild(html, { link, image, finish, isMath: true });
}

function finish(created: Element, source: Element): void {
  const { localName } = created;
  if (!(created instanceof HTMLElement) || /^(a|button|img)$/.test(localName)) {
    return;
  }
  for (const name of source.classList) {
    if (Object.hasOwn(CLASSES, name)) {
      created.classList.add(CLASSES[name]);
    }
  }
  const title = source.getAttribute('title');
  if (title !== null) {
    created.title = title;
  }
  if (created.classList.contains('jp-mod-scroll') || localName === 'pre') {
    created.tabIndex = 0;
  }
  const evidence = evidenceOf(source.id);
  if (evidence !== null) {
    created.setAttribute(REFERRED, evidence);
  }
}

function image(source: Element): HTMLElement {
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

function link(source: Element): HTMLElement {
  const address = source.getAttribute('href') ?? '';
  const evidence = address.startsWith('#')
    ? evidenceOf(address.slice(1))
    : null;
  if (evidence === null) {
    return outwardLink(address);
  }
  const created = document.createElement('button');
  created.type = 'button';
  created.className = 'jp-Cellwright-reportReference';
  created.setAttribute(REFERENCE, evidence);
  return created;
}
