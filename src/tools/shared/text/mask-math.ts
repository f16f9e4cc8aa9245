/** Where a formula may begin or end, and separators between formulas. */
const DELIMITER =
  /(\$\$?|\\(?:begin|end)\{[a-z]*\*?\}|\\[{}$]|[{}]|(?:\n\s*)+|@@\d+@@|\\\\[()[\]])/i;

/**
 * Code as the search for formulas sees it, which differs slightly from a parser.
 * As in JupyterLab; only texts without long runs of marks come here.
 */
/* eslint-disable regexp/no-super-linear-backtracking, regexp/no-super-linear-move */
const FENCED = /^(`{3,}|~{3,})[^`\n]*\n[^]*?^\1`*$/gm;
const IN_LINE = /(^|[^\\])(`+)([^\n]*?[^`\n])\2(?!`)/gm;
/* eslint-enable regexp/no-super-linear-backtracking, regexp/no-super-linear-move */

/** Stands for a dollar sign in code. */
const CODE_DOLLAR = '\uE000';

export interface IMaskedMath {
  /** The Markdown with `@@0@@`, `@@1@@` … in place of formulas. */
  text: string;
  formulas: string[];
}

interface IOpenFormula {
  /** Index of the piece at which it begins. */
  start: number;
  /** The delimiter that ends it. */
  end: string;
  /**
   * The last place where it could end, except that a brace is still open; 0 for
   * none.
   */
  last: number;
  depth: number;
}

/**
 * The text JupyterLab passes to its Markdown parser: formulas are taken out
 * first, by their delimiters alone, so one can begin in a paragraph and end in
 * something that looks like code. A spec compares this with JupyterLab's own
 * `removeMath`.
 */
export function maskMath(source: string): IMaskedMath {
  const hidden =
    source.includes('`') || source.includes('~~~')
      ? source.replace(FENCED, hideDollars).replace(IN_LINE, hideDollars)
      : source;
  const pieces = hidden.replace(/\r\n?/g, '\n').split(DELIMITER);
  const formulas: string[] = [];
  const keep = (formula: string): string =>
    `@@${formulas.push(formula.replaceAll(CODE_DOLLAR, '$')) - 1}@@`;

  const close = (start: number, end: number): void => {
    const formula = pieces.slice(start, end + 1).join('');
    pieces.fill('', start + 1, end + 1);
    pieces[start] = keep(formula);
  };
  let open: IOpenFormula | null = null;
  for (let at = 1; at < pieces.length; at += 2) {
    const piece = pieces[at];
    if (piece.startsWith('@')) {
      pieces[at] = keep(piece);
    } else if (open === null) {
      const end = endOf(piece);
      open = end === null ? null : { start: at, end, last: 0, depth: 0 };
    } else if (piece === open.end) {
      if (open.depth > 0) {
        open.last = at;
      } else {
        close(open.start, at);
        open = null;
      }
    } else if (/\n.*\n/.test(piece)) {
      // A formula ends with its paragraph at the latest, at the last possible
      // place.
      if (open.last > 0) {
        at = open.last;
        close(open.start, at);
      }
      open = null;
    } else if (piece === '{') {
      open.depth++;
    } else if (piece === '}' && open.depth > 0) {
      open.depth--;
    }
  }
  if (open !== null && open.last > 0) {
    close(open.start, open.last);
  }
  return { text: pieces.join('').replaceAll(CODE_DOLLAR, '$'), formulas };
}

function hideDollars(code: string): string {
  return code.replaceAll('$', CODE_DOLLAR);
}

/** The delimiter that ends what this one begins; null if it begins nothing. */
function endOf(piece: string): string | null {
  switch (piece) {
    case '$':
    case '$$':
      return piece;
    case '\\\\(':
      return '\\\\)';
    case '\\\\[':
      return '\\\\]';
    default:
      return /^\\begin/.test(piece) ? `\\end${piece.slice(6)}` : null;
  }
}
