// The engine is already loaded lazily, and a policy decision cannot wait for an
// import.
// eslint-disable-next-line jupyter/prefer-lazy-imports
import { Lexer, type Token, type Tokens } from 'marked';
import {
  isPlainLanguage,
  isPlainMath,
  mayHoldMath,
  STRAY_SELECTOR,
  WRITTEN_JOINERS,
  type Effect,
  type ITranslator
} from '../../../contract';
import { maskMath } from './mask-math';

/** Entities other than a backslash, a dollar sign or a bracket. */
const ENTITIES = new Set(
  (
    'amp nbsp quot apos lt gt le ge ne ndash mdash hellip times divide middot bull ' +
    'deg plusmn minus larr rarr uarr darr harr rArr asymp sum infin radic copy reg ' +
    'trade laquo raquo lsquo rsquo ldquo rdquo euro pound micro sup2 sup3 frac12 ' +
    'alpha beta gamma delta epsilon theta lambda mu pi rho sigma tau phi chi psi ' +
    'omega Delta Sigma Omega emsp ensp thinsp'
  ).split(' ')
);

/**
 * Characters that nobody types in a text: control characters, those that are
 * drawn as nothing, and those that change the display order. A soft hyphen, and
 * what chooses the form of an emoji, may be there.
 */
const UNSEEN = new RegExp(
  `[\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ue000]|(?![\\xad\\ufe0e\\ufe0f])[\\p{Default_Ignorable_Code_Point}\\p{Cf}]|${STRAY_SELECTOR}`,
  'u'
);

const FRONT_MATTER = /^\s*---[^\S\n]*\n[^]*?\n(---|\.\.\.)/;

/** Lines that start something in MyST: directives, breaks, targets, comments. */
const OTHER_BLOCK =
  /^[^\S\r\n\u2028\u2029]*(:{3,}|`{3,}|~{3,}|\+{3}|%|\([^)\n]*\)=)/m;

/**
 * Text that means more to another parser: a link or an image that ours did not
 * recognise, a citation, a variable.
 */
const OTHER_TEXT = /!\[|\]\(|\]\[|\]\{|\[@|@(doi|https?)|\{\{|\{%/i;

/** The beginning of a tag, a comment or a declaration. */
const TAG = /<[a-z!/?]/i;

/**
 * Text that could take a parser too long is left to the person. This is judged
 * by length, by runs of backticks, by lists and quotes nested on one line, and
 * by how much of a paragraph could be emphasis, code, a link or a tag.
 */
const MAX_LENGTH = 20_000;
const MAX_MARKS = 500;
const TOO_DEEP =
  /`{11}|~{11}|(?<![^\S\n])(?:[^\S\n]*(?:>|(?:[-*+]|\d{1,9}[.)])[^\S\n])){11}/;

/**
 * Whether Markdown is mere text, so that it may be inserted without a card:
 * showing it makes no requests except for images in the notebook's own folder.
 * Decided twice, by what JupyterLab's parser makes of it, with formulas taken
 * out as JupyterLab does, and by what a parser without formulas makes of it.
 * Anything not on the list of plain things is not plain.
 */
export function isPlainMarkdown(source: string): boolean {
  if (
    source.length > MAX_LENGTH ||
    TOO_DEEP.test(source) ||
    source
      .split(/\n\s*\n/)
      .some(paragraph => paragraph.split(/[*_~`[<!]/).length > MAX_MARKS) ||
    UNSEEN.test(source.replace(WRITTEN_JOINERS, '')) ||
    FRONT_MATTER.test(source)
  ) {
    return false;
  }
  const { text, formulas } = maskMath(source);
  return (
    formulas.every(isPlainMath) &&
    new Reading(formulas).isPlain(lex(text)) &&
    new Reading(null).isPlain(lex(source))
  );
}

/** Uses the same options as JupyterLab. */
function lex(source: string): Token[] {
  return Lexer.lex(source, { gfm: true });
}

/** One parser's reading of a document. */
class Reading {
  /**
   * @param _formulas the formulas that `@@0@@` … stand for; null if they stay
   * in the text.
   */
  constructor(private readonly _formulas: string[] | null) {}

  isPlain(tokens: Token[]): boolean {
    return tokens.every(token => this._isPlainBlock(token));
  }

  private _isPlainBlock(token: Token): boolean {
    switch (token.type) {
      case 'space':
      case 'hr':
      case 'checkbox':
        return true;
      case 'code':
        return this._isPlainCode(token as Tokens.Code);
      case 'blockquote':
      case 'list_item':
        return this.isPlain(token.tokens ?? []);
      case 'list':
        return this.isPlain((token as Tokens.List).items);
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .every(cell => this._isPlainText(cell.tokens));
      }
      case 'paragraph':
      case 'heading':
      case 'text':
        return (
          !OTHER_BLOCK.test(token.raw) &&
          this._isPlainText((token as Tokens.Paragraph).tokens ?? [token])
        );
      default:
        // HTML, link definitions, and anything a later version of marked may
        // add.
        return false;
    }
  }

  private _isPlainCode({ lang }: Tokens.Code): boolean {
    return !lang || isPlainLanguage(lang);
  }

  /** Checks the content of one paragraph, together with its visible text. */
  private _isPlainText(tokens: Token[]): boolean {
    if (!tokens.every((token, at) => this._isPlainInline(token, tokens, at))) {
      return false;
    }
    const seen = this._seen(tokens);
    return (
      seen !== null &&
      !OTHER_TEXT.test(seen.text) &&
      !(TAG.test(seen.text) && seen.text.includes('>')) &&
      // Whatever typesets the text may see an escaped dollar sign as a real
      // one.
      (!mayHoldMath(seen.math) ||
        this._formulas === null ||
        isPlainMath(seen.math))
    );
  }

  private _isPlainInline(token: Token, all: Token[], at: number): boolean {
    // `{role}`text`` and `` `text`{attributes} `` in other parsers.
    const before = all[at - 1];
    const after = all[at + 1];
    if (
      token.type !== 'text' &&
      token.type !== 'escape' &&
      (before?.raw.endsWith('}') || after?.raw.startsWith('{'))
    ) {
      return false;
    }
    switch (token.type) {
      case 'text':
        return (token as Tokens.Text).tokens === undefined
          ? true
          : this._isPlainText(token.tokens ?? []);
      case 'escape':
      case 'br':
      case 'codespan':
      case 'checkbox':
        return true;
      case 'strong':
      case 'em':
      case 'del':
        return this._isPlainText(token.tokens ?? []);
      case 'link': {
        const { href, title, tokens } = token as Tokens.Link;
        const text = this._seen(tokens)?.text ?? '';
        return (
          !title &&
          isPlainLink(href, text) &&
          tokens.every(each => ['text', 'escape'].includes(each.type))
        );
      }
      case 'image': {
        const { href, title, text } = token as Tokens.Image;
        return (
          isPlainImage(href) &&
          isPlainAttribute(title) &&
          isPlainAttribute(text)
        );
      }
      default:
        return false;
    }
  }

  /**
   * The visible text of tokens, without code, in two forms: as words, where a
   * formula counts as a word, and as it is typeset. Null if an entity hides
   * what it is.
   */
  private _seen(tokens: Token[]): { text: string; math: string } | null {
    let text = '';
    let math = '';
    for (const token of tokens) {
      if (token.type === 'codespan' || token.type === 'image') {
        text += ' ';
        math += ' ';
      } else if (token.type === 'br') {
        text += '\n';
        math += '\n';
      } else if (token.type !== 'escape' && 'tokens' in token && token.tokens) {
        const inner = this._seen(token.tokens);
        if (inner === null) {
          return null;
        }
        text += inner.text;
        math += inner.math;
      } else {
        const plain = withoutEntities((token as Tokens.Text).text);
        if (plain === null) {
          return null;
        }
        text += plain;
        math += plain.replace(
          /@@(\d+)@@/g,
          (mark, index: string) => this._formulas?.[Number(index)] ?? mark
        );
      }
    }
    return { text, math };
  }
}

/** Whether a text can be put in quotes; quotes in a formula would end them. */
function isPlainAttribute(text: string | null | undefined): boolean {
  return (
    !text || (!/@@\d+@@|["<>`]/.test(text) && withoutEntities(text) !== null)
  );
}

/** Text with its entities decoded; null if one of them is unknown. */
function withoutEntities(text: string): string | null {
  let known = true;
  const plain = text.replace(
    /&(#\w*|[a-z][a-z\d]*)(;?)/gi,
    (entity, name: string, end: string) => {
      if (name.startsWith('#') || (end && !ENTITIES.has(name))) {
        known = false;
      }
      return { lt: '<', gt: '>', amp: '&' }[name] ?? entity;
    }
  );
  return known ? plain : null;
}

/** A made-up page address for resolving relative addresses. */
const NOWHERE = 'https://page.invalid/lab/tree/folder/notebook.ipynb';

const IMAGES = /\.(png|jpe?g|gif|webp|bmp|avif|svg)$/i;

/**
 * Characters that some way of reading an address removes, reverses or decodes:
 * white space and control characters, backslashes, HTML entities, the
 * placeholder of a formula.
 */
const UNCLEAR =
  // eslint-disable-next-line no-control-regex
  /[\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\"'<>`{}|^]|&#|&\w+;|@@\d/;

/**
 * Whether an image with this address can only be fetched from the notebook's
 * own folder, or not at all.
 */
function isPlainImage(href: string): boolean {
  return (
    /^attachment:[\w .()-]+$/.test(href) ||
    (IMAGES.test(href) && isBelowNotebook(href))
  );
}

/**
 * Whether a link shows where it leads: to a cell, a heading, a file beside the
 * notebook by name, another host by name, or, if there is a query or a fragment,
 * the whole address. It still needs a click.
 *
 * @param text the visible text of the link
 */
function isPlainLink(href: string, text: string): boolean {
  if (text.trim() === '') {
    return false;
  }
  if (href.startsWith('#')) {
    return /^#[\p{L}\p{N}_.=-]+$/u.test(href);
  }
  if (UNCLEAR.test(href)) {
    return false;
  }
  // Where a number of a summary comes from.
  const [notebook, cell = ''] = href.split('#cell-id=', 2);
  if (/\.ipynb$/i.test(notebook) && /^[\w-]{1,64}$/.test(cell)) {
    return isBelowNotebook(notebook);
  }
  if (href.startsWith('mailto:')) {
    return /^mailto:[\w.+-]+@[\w.-]+$/.test(href) && text === href.slice(7);
  }
  if (!/^https?:\/\/[^/]/i.test(href)) {
    return (
      isBelowNotebook(href) &&
      (text === href || text === decodeURIComponent(href).split('/').pop())
    );
  }
  const page = new URL(globalThis.location?.href ?? NOWHERE);
  let url: URL;
  try {
    url = new URL(href, page);
  } catch {
    // Not a valid address, so it is a link in one parser at most.
    return false;
  }
  const named = [href, href.replace(/^https?:\/\//i, '')];
  // Whatever follows the host can carry data, so it is in sight.
  if (url.href === `${url.origin}/`) {
    named.push(url.host);
  }
  return (
    url.username === '' &&
    url.password === '' &&
    url.hostname !== page.hostname &&
    // Compares the host as written, not in its encoded form.
    href.toLowerCase().split(/[/?#]/)[2] === url.host &&
    named.includes(text)
  );
}

/**
 * Whether an address is a path below the notebook's folder and nothing else,
 * however it is read: not a path of the server, no drive, no parent folder,
 * nothing that decoding would change.
 */
function isBelowNotebook(href: string): boolean {
  let path: string;
  try {
    path = decodeURIComponent(href);
  } catch {
    // JupyterLab would pass this on to the browser.
    return false;
  }
  if (
    UNCLEAR.test(href) ||
    /[\\%?#&:~$@]/.test(path) ||
    path.split('/').length !== href.split('/').length ||
    path
      .replace(/^\.\//, '')
      .split('/')
      .some(part => part === '' || part.startsWith('.') || part.endsWith('.'))
  ) {
    return false;
  }
  return [NOWHERE, NOWHERE.replace('https:', 'http:')].every(base => {
    const folder = new URL('.', base).href;
    return new URL(href, base).href.startsWith(folder);
  });
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
