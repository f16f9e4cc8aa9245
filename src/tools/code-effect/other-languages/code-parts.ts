/** A section of source code, classified by its role in the language. */
export interface ICodePart {
  /** `template`: a string that contains code (an f-string, an interpolation). */
  kind: 'code' | 'string' | 'template' | 'comment';
  text: string;
}

/** How a language writes strings and comments, as far as needed here. */
export interface ICodeSyntax {
  /** Quotes that open and close a string, longest first. */
  quotes: string[];
  /** Starts a comment that runs to the end of the line. */
  comment: string;
  /** Sticky patterns for other short literals, such as characters. */
  literals?: RegExp[];
  /** Text of any length: raw strings, long comments. */
  blocks?: {
    /** A sticky pattern for the beginning. */
    open: RegExp;
    /** The end that belongs to a beginning. */
    close(opening: RegExpExecArray): string;
  }[];
  /** Whether an ordinary string, not just a triple-quoted one, may span lines. */
  multiline?: boolean;
  /** Whether a string contains code, judged by its prefix and its content. */
  template?(prefix: string, body: string): boolean;
  /** Lines that are not code of the language: quotes in them open nothing. */
  plainLine?: RegExp;
}

/**
 * Splits source code into code and mere text. Deliberately coarse: it knows no
 * grammar, and in case of doubt treats something as code.
 */
export function codeParts(code: string, syntax: ICodeSyntax): ICodePart[] {
  const parts: ICodePart[] = [];
  const lasts = new Map<string, number>();
  let at = 0;
  let from = 0;
  const take = (kind: ICodePart['kind'], text: string): void => {
    if (at > from) {
      parts.push({ kind: 'code', text: code.slice(from, at) });
    }
    parts.push({ kind, text });
    at += text.length;
    from = at;
  };
  while (at < code.length) {
    const quote = syntax.quotes.find(each => code.startsWith(each, at));
    const literal =
      literalAt(code, at, syntax) ?? blockAt(code, at, syntax, lasts);
    if (startsLine(code, at) && syntax.plainLine?.test(lineAt(code, at))) {
      at += lineAt(code, at).length;
    } else if (literal) {
      take('string', literal);
    } else if (code.startsWith(syntax.comment, at)) {
      take('comment', lineAt(code, at));
    } else if (quote !== undefined) {
      const text = stringAt(code, at, quote, syntax.multiline === true);
      const prefix = /\w*$/.exec(code.slice(Math.max(from, at - 4), at));
      const template = syntax.template?.(prefix?.[0] ?? '', text) === true;
      take(template ? 'template' : 'string', text);
    } else {
      at += 1;
    }
  }
  if (at > from) {
    parts.push({ kind: 'code', text: code.slice(from, at) });
  }
  return parts;
}

function literalAt(code: string, at: number, { literals }: ICodeSyntax) {
  for (const literal of literals ?? []) {
    literal.lastIndex = at;
    const match = literal.exec(code);
    if (match) {
      return match[0];
    }
  }
  return null;
}

/**
 * @param lasts the last position of each end marker, so that for an unclosed
 * block the rest of the code is not searched again at each of its beginnings.
 */
function blockAt(
  code: string,
  at: number,
  { blocks }: ICodeSyntax,
  lasts: Map<string, number>
): string | null {
  for (const { open, close } of blocks ?? []) {
    open.lastIndex = at;
    const opening = open.exec(code);
    if (opening) {
      const end = close(opening);
      const inside = at + opening[0].length;
      const last = lasts.get(end) ?? code.lastIndexOf(end);
      lasts.set(end, last);
      if (last >= inside) {
        return code.slice(at, code.indexOf(end, inside) + end.length);
      }
    }
  }
  return null;
}

/** The rest of the line, without the line break. */
function lineAt(code: string, at: number): string {
  const end = code.indexOf('\n', at);
  return code.slice(at, end < 0 ? code.length : end);
}

function startsLine(code: string, at: number): boolean {
  return at === 0 || code[at - 1] === '\n';
}

/** A string with its quotes; an unclosed one ends with its line. */
function stringAt(
  code: string,
  start: number,
  quote: string,
  multiline: boolean
): string {
  const short = quote.length === 1 && !multiline;
  for (let at = start + quote.length; at < code.length; at++) {
    if (code[at] === '\\') {
      at += 1;
    } else if (code.startsWith(quote, at)) {
      return code.slice(start, at + quote.length);
    } else if (short && code[at] === '\n') {
      return code.slice(start, at);
    }
  }
  return code.slice(start);
}
