import { withoutSecrets } from '../privacy/deny-list';

/** The most characters of a name; that of a file may have as many. */
const MAX_NAME = 255;

/** What could end the name, or look as if it did. */
const NOT_IN_NAME = /["“”\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * What was read, as the model reads it: marked as data, in a tag that nothing
 * inside can close or open again, and without private keys and access tokens.
 *
 * @param tool name of the tool, or of another source.
 * @param withSecrets for cells, outputs and what servers answer.
 */
export function envelope(
  tool: string,
  text: string,
  withSecrets = false
): string {
  const from = tool
    .replace(NOT_IN_NAME, '')
    .replace(OPENING, '')
    .replace(/[>\uFF1E]/g, '')
    .slice(0, MAX_NAME);
  return `<data from="${from}">\n${escapeTags(withSecrets ? text : withoutSecrets(text), ['data'])}\n</data>`;
}

/**
 * Splits a message that ends with an envelope into the text before it and the
 * text inside; null for a message without one.
 */
export function openEnvelope(
  text: string
): { before: string; inside: string } | null {
  const match = /^([\s\S]*?)<data from="[^"\n]*">\n([\s\S]*)\n<\/data>$/.exec(
    text
  );
  return match && { before: match[1], inside: match[2] };
}

/** What else, besides `<`, a reader may take for the beginning of a tag. */
const OPENING =
  /[<\uFF1C\uFE64\u2039\u3008\u2329\u27E8\u226E\u276E\u2770\u02C2\u1438]|&lt;?|&#0*60;?|&#x0*3c;?|\\u003c|\\x3c|%3c/giu;

/**
 * Removes the bracket from every opening or closing tag of these names, however
 * it is written: letter case, spaces, slashes, invisible characters and
 * look-alike characters make no difference. Everything else stays as it is,
 * including other tags.
 *
 * @param tags in lower case.
 */
export function escapeTags(text: string, tags: readonly string[]): string {
  return text.replace(OPENING, (bracket: string, at: number) => {
    const behind = at + bracket.length;
    return tags.some(tag => namesTag(text, behind, tag)) ? '[' : bracket;
  });
}

/**
 * Whether the text after a bracket reads as the name of a tag. Any amount of
 * padding is skipped; since padding holds no further bracket, all brackets of a
 * text together cost one pass.
 */
function namesTag(text: string, from: number, tag: string): boolean {
  let matched = 0;
  for (let at = from; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    at += character.length;
    for (const letter of fold(character)) {
      if (matched === tag.length) {
        // `<database>` is a different tag.
        return !/[a-z0-9_-]/.test(letter);
      }
      if (letter === tag[matched]) {
        matched++;
      } else if (!(matched === 0 ? /[\s/\\]/ : /\s/).test(letter)) {
        return false;
      }
    }
  }
  return matched === tag.length;
}

/**
 * A character as a reader sees it: compatibility forms and accents are folded,
 * invisible characters removed, and look-alikes replaced by the letters they
 * look like.
 */
function fold(character: string): string {
  const plain = character
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]/gu, mark =>
      /\s/.test(mark) ? mark : ''
    )
    .toLowerCase();
  return [...plain].map(each => LOOK_ALIKES.get(each) ?? each).join('');
}

/** Letters of our tag names, and slashes, as they look in other scripts. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: '\u0430\u03B1\u0251\u1D00\u237A\u2C6D\u0561\u13AA',
    c: '\u0441\u03F2\u1D04\u13DF',
    d: '\u0501\u217E\u1D05\u13E7\u056A\u010F',
    e: '\u0435\u04BD\u1D07\u212E',
    n: '\u0578\u057C\u0274\u03B7\u043F',
    o: '\u043E\u03BF\u0585\u1D0F\u0ED0',
    t: '\u0442\u03C4\u1D1B\u13A2\u0163',
    x: '\u0445\u03C7\u2179\u157D',
    '/': '\u2044\u2215\u2571\u29F8\u2CC6\u3033\u30CE\u4E3F\u4E36\u2F03'
  }).flatMap(([letter, others]) =>
    [...others].map(other => [other, letter] as const)
  )
);
