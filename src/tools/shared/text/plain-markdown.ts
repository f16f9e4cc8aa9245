import {
  isPlainLanguage,
  isPlainMath,
  mayHoldMath,
  STRAY_SELECTOR,
  WRITTEN_JOINERS,
  type Effect,
  type ITranslator
} from '../../../contract';

/** Entities other than a backslash, a dollar sign or a bracket. */
const ENTITIES =
  /^&(?:amp|nbsp|quot|apos|lt|gt|le|ge|ne|ndash|mdash|hellip|times|divide|middot|bull|deg|plusmn|minus|larr|rarr|micro|euro|sup2|sup3|alpha|beta|mu|sigma);/;

/**
 * Characters that nobody types in a text: control characters, those that are
 * drawn as nothing, and those that change the display order. A soft hyphen, and
 * what chooses the form of an emoji, may be there.
 */
const UNSEEN = new RegExp(
  `(?![\\t\\n])[\\p{Cc}\\u2028\\u2029\\ue000]|(?![\\xad\\ufe0e\\ufe0f])[\\p{Default_Ignorable_Code_Point}\\p{Cf}]|${STRAY_SELECTOR}`,
  'u'
);

/** A path below the notebook's folder, however it is read, and its last name. */
const NAME = '[\\p{L}\\p{N}_-]+(?:(?:\\.|%20)[\\p{L}\\p{N}_-]+)*';
const FILE = `(?:\\./)?(?:${NAME}/)*(${NAME})`;

const IMAGE = new RegExp(
  `!\\[[^[\\]\\\\<>"\`$&{}!@]*\\]\\((?:attachment:[\\w.-]+|${FILE}\\.(?:png|jpe?g|gif|webp|bmp|avif|svg))\\)`,
  'giu'
);
const LINK =
  /(?<!!)\[([^[\]\\<>"`$&{}!*~\n]*[^[\]\\<>"`$&{}!*~\s])\]\(([^\s()]+)\)/g;

/** A link that leads to this page, or to a cell of a notebook beside this one. */
const WITHIN = new RegExp(
  `^(?:#[\\p{L}\\p{N}_.=-]+|${FILE}\\.ipynb#cell-id=[\\w-]{1,64})$`,
  'u'
);
const BESIDE = new RegExp(`^${FILE}$`, 'u');
const ADDRESS =
  /^(?:https?:\/\/(?=[\w.-]+(?::\d+)?(?:[/?#]|$))|mailto:(?=[\w.+-]+@[\w.-]+$))([\w./:?=#%+,;~@-]*)$/;

/** Code within a line; other uses of a backtick ask. */
const CODE = /(?<![`\\])`[^`|$\n]+`(?!`)/g;

/** A quote's or a list's beginning. */
const INDENT = '^(?:[ \\t]|[>*+-]|\\d+[.)])*';

/** What has a meaning of its own in one of the parsers that may draw the cell. */
const MARKUP = [
  // A tag, a comment, an address in angles; front matter.
  /(?:<|&lt;?)[a-z!/?]/i,
  /^\s*---[^\S\n]*\n[^]*?\n(?:---|\.\.\.)/,
  // A link or an image of another form, a definition, attributes.
  /!\[|\]\(|\]\[|\[@/,
  new RegExp(`${INDENT}\\[(?:[^\\]\\\\]|\\\\[^]){0,999}\\]:`, 'm'),
  /\]\{[^}]{0,200}[=.#"%:]/,
  // A directive, a break, a target, a comment, a role, a variable, a citation of MyST.
  new RegExp(`${INDENT}(?::{3}|\\+{3}|%|\\([^)\\n]*\\)=)`, 'm'),
  /\{\{|\{%|\}[`\ue000]|[`\ue000]\{|@(?:doi|https?)/i,
  // Code that ends on another line, or nobody knows where.
  /(?<!`)`{1,2}(?!`)/,
  // An address whose host is not what it looks like.
  /:\/\/(?:[^\s/]*@|\S{0,999}[\\$])|(?::\/\/|www\.)[^\s/?#)]{0,255}[^\s!-~]/,
  // What would take a parser too long.
  new RegExp(`[\`~]{11}|^(?:[ \\t]*(?:>|(?:[*+-]|\\d+[.)])[ \\t])){11}`, 'm')
];
/** Where the page is from. */
const HERE = (globalThis as { location?: Location }).location?.host;

const MAX_LENGTH = 20_000;
const MAX_MARKS = 500;

/**
 * Whether Markdown is mere text, so that it may be inserted without a card:
 * showing it makes no requests except for images in the notebook's own folder.
 * What stands in a formula, in code or nowhere differs from parser to parser, so
 * all of the text is held to the list of plain things, code too.
 */
export function isPlainMarkdown(source: string): boolean {
  const text = source.replace(/\r\n/g, '\n');
  if (
    text.length > MAX_LENGTH ||
    text
      .split(/\n\s*\n/)
      .some(part => part.split(/[*_~`[<!]/).length > MAX_MARKS) ||
    UNSEEN.test(text.replace(WRITTEN_JOINERS, '')) ||
    // An address of this server does something for whoever is signed in to it.
    (HERE && text.includes(`//${HERE}`))
  ) {
    return false;
  }
  const rest = text
    .replace(IMAGE, '\ue000')
    .replace(LINK, (link, shown: string, href: string) =>
      isPlainLink(shown, href) ? `${shown}\ue000` : link
    )
    .replace(CODE, '\ue000');
  return (
    !MARKUP.some(each => each.test(rest)) &&
    [...rest.matchAll(/&(?=#|[a-z\d]+;)/gi)].every(({ index }) =>
      ENTITIES.test(rest.slice(index))
    ) &&
    [...rest.matchAll(/(?:`{3,}|~{3,})(.*)/g)].every(
      ([, language]) =>
        language.trim() === '' || isPlainLanguage(language.trim())
    ) &&
    hasPlainMath(text)
  );
}

/** Formulas as they are written, and as Markdown's escapes leave them. */
function hasPlainMath(text: string): boolean {
  return (
    !mayHoldMath(text) ||
    (isPlainMath(text) &&
      isPlainMath(
        text
          .replace(/\\([!-/:-@[-`{-~])/g, '$1')
          .replace(/\\[a-z\d](?![a-z])/gi, '')
      ))
  );
}

/** Whether a link leads nowhere else than it says. It still needs a click. */
function isPlainLink(shown: string, href: string): boolean {
  const file = BESIDE.exec(href)?.[1].replaceAll('%20', ' ');
  const address = ADDRESS.exec(href)?.[1];
  return (
    WITHIN.test(href) ||
    ([href, file, address, address?.replace(/\/$/, '')].includes(shown) &&
      (file ?? address) !== undefined)
  );
}

/**
 * What putting Markdown into a cell does. JupyterLab draws it at once, and a
 * picture at an address would send what stands in that address.
 */
export function markdownEffect(source: string): Effect {
  return isPlainMarkdown(source) ? 'edit' : 'network';
}

/** A card's sentence, with what drawing the text may do if it is not plain. */
export function withDrawnNote(
  sentence: string,
  effect: Effect,
  trans: ITranslator
): string {
  return effect === 'network'
    ? trans.__(
        '%1. Showing this text can send a request to another host, so look at its addresses.',
        sentence
      )
    : sentence;
}
