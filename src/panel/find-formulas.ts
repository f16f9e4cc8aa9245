/** What begins a formula, and what only looks like it. */
const BEGIN =
  /\\begin\s*\{([^}]*)\}|\$\$|\$|\\\(|\\\[|\\(?:eq)?ref\s*\{[^}]*\}|\\[^]/g;

/** What ends a formula, by what begins it. */
const ENDS: Record<string, string> = {
  $: '$',
  $$: '$$',
  '\\(': '\\)',
  '\\[': '\\]'
};

/**
 * Where formulas stand in a text, delimiters included, as the typesetters find
 * them: the end counts where all braces are closed.
 */
export function findFormulas(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const begin = new RegExp(BEGIN);
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const [opening, environment] = match;
    const inside = match.index + opening.length;
    let end: number | null = null;
    if (environment !== undefined) {
      end = endOf(text, inside, `\\end{${environment}}`);
    } else if (ENDS[opening] !== undefined) {
      end = endOf(text, inside, ENDS[opening]);
    } else if (/^\\(eq)?ref/.test(opening)) {
      end = inside;
    }
    if (end !== null) {
      found.push([match.index, end]);
      begin.lastIndex = end;
    }
  }
  return found;
}

/** Behind the delimiter that ends a formula; null where it does not end. */
function endOf(text: string, from: number, closing: string): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (depth === 0 && text.startsWith(closing, at)) {
      return at + closing.length;
    }
    if (text[at] === '\\') {
      at++;
    } else if (text[at] === '{') {
      depth++;
    } else if (text[at] === '}' && depth > 0) {
      depth--;
    }
  }
  return null;
}
