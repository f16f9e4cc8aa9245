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
  'align border cellpadding cellspacing color colspan height open rowspan size start title valign width'.split(
    ' '
  )
);

/** A comment ends as HTML says: `<!-->` is a whole one, and `--!>` ends one. */
const TAG =
  /<(?:!--(?!-?>)(?:[^-]|-(?!-!?>))*-->|!doctype html>|\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w.#%-]+))?)*)\s*\/?>)/iy;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/gi;
const HTTP = /^["']?https?:\/\//i;

/**
 * Classes and ids by which JupyterLab's own parts are drawn. An entity could
 * write one.
 */
const OF_THE_PAGE = /(?:^|[\s"'])(?:jp|lm|cm)-|&/i;

/** Properties that change how an element looks, and not where it is. */
const PROPERTIES =
  /^(?:(?:background|border|column|font|grid|list-style|margin|max|min|outline|overflow|padding|row|text|word|white|line|letter)(?:-[a-z-]+)?|align-(?:content|items|self)|box-(?:shadow|sizing)|caption-side|clear|color|columns|display|flex(?:-[a-z]+)?|float|gap|height|justify-(?:content|items|self)|opacity|table-layout|vertical-align|width)$/;

/** Characters of a value of a property; a longer one is not looked through. */
const MAX_VALUE = 500;

/** What a value of a property may call. */
const FUNCTIONS = new Set(
  'calc clamp hsl hsla linear-gradient max min minmax radial-gradient repeat rgb rgba var'.split(
    ' '
  )
);

/** Markup that runs in a page as soon as it is shown. */
const SCRIPT =
  /<script\b|javascript:|<[a-z][^<>]{0,500}[\s/"']on[a-z]{3,20}\s*=|<(?:iframe|object|embed|svg)\b/i;

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
      [...attributes.matchAll(ATTRIBUTE)].every(([, attribute, value]) =>
        isPlainAttribute(attribute.toLowerCase(), value ?? '')
      ))
  );
}

function isPlainAttribute(name: string, value: string): boolean {
  switch (name) {
    case 'href':
      return HTTP.test(value);
    case 'style':
      return value.replace(/["']/g, '').split(';').every(isPlainDeclaration);
    case 'class':
    case 'id':
      return !OF_THE_PAGE.test(value);
    default:
      return ATTRIBUTES.has(name);
  }
}

/** Whether a declaration of a style fetches nothing, and covers nothing. */
function isPlainDeclaration(declaration: string): boolean {
  const [name, ...value] = declaration.toLowerCase().split(':');
  return (
    name.trim() === '' ||
    (PROPERTIES.test(name.trim()) &&
      value.length === 1 &&
      value[0].length <= MAX_VALUE &&
      // A negative margin moves what comes after it.
      !/[\\@]|\/\*|(?:^|[\s(,])-[\d.]/.test(value[0]) &&
      // eslint-disable-next-line regexp/no-super-linear-move -- MAX_VALUE
      [...value[0].matchAll(/([\w-]*)\s*\(/g)].every(([, called]) =>
        FUNCTIONS.has(called)
      ))
  );
}
