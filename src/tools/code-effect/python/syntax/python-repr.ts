/** Characters that Python's `repr` escapes. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

const SHORT: Record<string, string> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t'
};

const ESCAPES: Record<string, string> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v'
};

const ESCAPE =
  /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(N\{[^}]*\})|([^]))/g;

/** Formats text like Python's `repr`. */
export function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = Array.from(text, character => {
    if (character === quote) {
      return `\\${quote}`;
    }
    const short = SHORT[character];
    return short ?? (HIDDEN.test(character) ? escaped(character) : character);
  });
  return `${quote}${body.join('')}${quote}`;
}

/**
 * The text a literal stands for; null if it is unfinished, or needs Python to
 * decode (a character's name).
 */
export function pythonText(literal: string): string | null {
  const match = /^([a-zA-Z]*)('''|"""|'|")([^]*)\2$/.exec(literal) ?? null;
  if (!match) {
    return null;
  }
  const [, prefix, , body] = match;
  if (/r/i.test(prefix) || !body.includes('\\')) {
    return body;
  }
  let isKnown = true;
  const text = body.replace(
    ESCAPE,
    (whole, octal, hex, short, long, name, other) => {
      if (octal !== undefined) {
        return String.fromCharCode(parseInt(octal, 8));
      }
      const code = hex ?? short ?? long;
      if (code !== undefined) {
        const point = parseInt(code, 16);
        isKnown &&= point <= 0x10ffff;
        return point <= 0x10ffff ? String.fromCodePoint(point) : '';
      }
      isKnown &&= name === undefined;
      return ESCAPES[other] ?? whole;
    }
  );
  return isKnown ? text : null;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const [sign, length] =
    code < 0x100 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${sign}${code.toString(16).padStart(Number(length), '0')}`;
}
