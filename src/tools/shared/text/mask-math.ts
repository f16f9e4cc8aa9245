/** Where a formula may begin or end, and what stands between formulas. */
const DELIMITER =
  /(\$\$?|\\(?:begin|end)\{[a-z]*\*?\}|\\[{}$]|[{}]|(?:\n\s*)+|@@\d+@@|\\\\[()[\]])/i;

/** Code as the split for formulas sees it, which is not quite how a parser does. */
const FENCED = /^(`{3,}|~{3,})[^`\n]*\n[^]*?^\1`*$/gm;
const IN_LINE = /(^|[^\\])(`+)([^\n]*?[^`\n])\2(?!`)/gm;

/** Stands for a dollar in code. */
const CODE_DOLLAR = '\uE000';

export interface IMaskedMath {
  /** The Markdown with `@@0@@`, `@@1@@` … in the place of formulas. */
  text: string;
  formulas: string[];
}

interface IOpenFormula {
  /** Where it begins, among the pieces. */
  start: number;
  /** The delimiter that ends it. */
  end: string;
  /** Where it could end but for a brace that is still open; 0 for nowhere. */
  last: number;
  depth: number;
}

/**
 * What JupyterLab hands to its Markdown parser: formulas are taken out first,
 * by their delimiters alone, so one may begin in a paragraph and end in what
 * reads like code. A spec holds this against JupyterLab's own `removeMath`.
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
      // A formula ends with its paragraph, at the last place where it could.
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

/** The delimiter that ends what this one begins; null where it begins nothing. */
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
