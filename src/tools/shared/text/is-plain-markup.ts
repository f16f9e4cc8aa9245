/** Elements that only show text. */
const ELEMENTS = new Set(
  (
    'a abbr b blockquote br caption center code col colgroup dd details div dl dt em figcaption ' +
    'figure font h1 h2 h3 h4 h5 h6 hr i kbd li mark ol p pre s samp section small span strike ' +
    'strong sub summary sup table tbody td tfoot th thead tr tt u ul var'
  ).split(' ')
);

/** Attributes that hold neither an address nor code. */
const ATTRIBUTES = new Set(
  'align border cellpadding cellspacing class color colspan height id open rowspan size start style title valign width'.split(
    ' '
  )
);

const TAG =
  /<(?:!--(?:[^-]|-(?!->))*-->|!doctype html>|\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w.#%-]+))?)*)\s*\/?>)/iy;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/gi;
const HTTP = /^["']?https?:\/\//i;

/** Markup that runs in a page as soon as it is shown. */
const SCRIPT =
  /<script\b|javascript:|<[a-z][^<>]{0,500}\son[a-z]{3,20}\s*=|<(?:iframe|object|embed|svg)\b/i;

/** Whether every tag only shows text; anything that is not a tag is text. */
export function isPlainMarkup(text: string): boolean {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (!/[a-z!/?]/i.test(text[at + 1] ?? ' ')) {
      at += 1;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (!tag || !isPlainTag(tag[1], tag[2])) {
      return false;
    }
    at = TAG.lastIndex;
  }
  return true;
}

/** Whether a text would run something in a page that shows it as markup. */
export function hasScript(text: string): boolean {
  return SCRIPT.test(text);
}

function isPlainTag(name: string | undefined, attributes = ''): boolean {
  return (
    name === undefined ||
    (ELEMENTS.has(name.toLowerCase()) &&
      [...attributes.matchAll(ATTRIBUTE)].every(
        ([, attribute, value]) =>
          (ATTRIBUTES.has(attribute.toLowerCase()) &&
            !/url\s*\(|expression|@import/i.test(value ?? '')) ||
          (attribute.toLowerCase() === 'href' && HTTP.test(value ?? ''))
      ))
  );
}
