/** A stretch of source code, by what it is to its language. */
export interface ICodePart {
  /** `template`: a string with code in it (an f-string, an interpolation). */
  kind: 'code' | 'string' | 'template' | 'comment';
  text: string;
}

/** How a language writes its strings and comments, as far as it matters here. */
export interface ICodeSyntax {
  /** Quotes that open and close a string, the longest first. */
  quotes: string[];
  /** From it to the end of the line. */
  comment: string;
  /** Sticky patterns of other short text: characters. */
  literals?: RegExp[];
  /** Text of any length: raw strings, long comments. */
  blocks?: {
    /** Sticky. */
    open: RegExp;
    /** What ends one, by what begins it. */
    close(opening: RegExpExecArray): string;
  }[];
  /** Whether a string of one quote goes on over the end of its line. */
  multiline?: boolean;
  /** Whether a string holds code, by the word before it and by what it holds. */
  template?(prefix: string, body: string): boolean;
  /** Lines that are no code of the language: their quotes open nothing. */
  plainLine?: RegExp;
}

/**
 * Splits source code into what runs and what is only text. Coarse on purpose:
 * it knows no grammar, and where it is in doubt it calls something code.
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
 * @param lasts where each end stands for the last time: what is never closed is
 * not looked for to the end of the code at each place where it begins.
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

/** The rest of the line, without its end. */
function lineAt(code: string, at: number): string {
  const end = code.indexOf('\n', at);
  return code.slice(at, end < 0 ? code.length : end);
}

function startsLine(code: string, at: number): boolean {
  return at === 0 || code[at - 1] === '\n';
}

/** A string with its quotes; one that is never closed ends with its line. */
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
