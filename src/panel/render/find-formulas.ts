/** What begins a formula, and what only looks like it. */
const BEGIN =
  /\\begin\s*\{([^}]*)\}|\$\$|\$|\\\(|\\\[|\\(?:eq)?ref\s*\{[^}]*\}|\\[^]/g;

/**
 * The same after the last closing brace: looking for one each time would be
 * slow.
 */
const BEGIN_LAST = /\$\$|\$|\\\(|\\\[|\\[^]/g;

/** What ends a formula, by what begins it. */
const ENDS: Record<string, string> = {
  $: '$',
  $$: '$$',
  '\\(': '\\)',
  '\\[': '\\]'
};

/** Longest name of an environment that may be a formula. */
const MAX_NAME = 40;
const ENVIRONMENT = new RegExp(
  `\\\\(begin\\s{0,9}|end)\\{([^}]{0,${MAX_NAME}})\\}`,
  'y'
);

/**
 * Finds the formulas in a text, delimiters included, by the typesetters' rule:
 * an end counts only where all braces are closed. Takes linear time, whatever
 * the text contains.
 */
export function findFormulas(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  const ends = endsIn(text);
  const lastBrace = text.lastIndexOf('}');
  for (let from = 0; ;) {
    const begin = new RegExp(from > lastBrace ? BEGIN_LAST : BEGIN);
    begin.lastIndex = from;
    const match = begin.exec(text);
    if (!match) {
      return found;
    }
    const [opening, environment] = match;
    const inside = match.index + opening.length;
    const closing =
      environment === undefined ? ENDS[opening] : `\\end{${environment}}`;
    const end = /^\\(eq)?ref/.test(opening)
      ? inside
      : ends.get(closing)?.get(inside);
    if (end !== undefined) {
      found.push([match.index, end]);
    }
    from = end ?? inside;
  }
}

/** A position where a formula with this end begins, or could end. */
interface IPlace {
  closing: string;
  at: number;
  /**
   * For an end: the last position before it with fewer open braces, or -1. The
   * end closes what begins after that position. Null for a beginning.
   */
  below: number | null;
}

/**
 * Where formulas end, by closing delimiter and by where their content begins.
 */
function endsIn(text: string): Map<string, Map<number, number>> {
  const ends = new Map<string, Map<number, number>>();
  const open = new Map<string, { end: number; below: number }[]>();
  for (const { closing, at, below } of placesIn(text).reverse()) {
    const behind = open.get(closing) ?? [];
    open.set(closing, behind);
    if (below !== null) {
      behind.push({ end: at + closing.length, below });
      continue;
    }
    // An end that does not close this one closes nothing that begins earlier.
    while (behind.length > 0 && behind[behind.length - 1].below >= at) {
      behind.pop();
    }
    if (behind.length > 0) {
      const byPlace = ends.get(closing) ?? new Map<number, number>();
      ends.set(closing, byPlace);
      byPlace.set(at, behind[behind.length - 1].end);
    }
  }
  return ends;
}

/**
 * In order; if one formula ends where the content of another begins, the
 * content comes first.
 */
function placesIn(text: string): IPlace[] {
  const places: IPlace[] = [];
  /** The last position at each depth of braces. */
  const lastAt = new Map<number, number>();
  /** Environments whose content begins at a position, by that position. */
  const insides = new Map<number, string[]>();
  let depth = 0;
  let before = '';
  for (let at = 0; at <= text.length;) {
    lastAt.set(depth, at);
    const begins = (closing: string): void => {
      places.push({ closing, at, below: null });
    };
    const ends = (closing: string): void => {
      places.push({ closing, at, below: lastAt.get(depth - 1) ?? -1 });
    };
    insides.get(at)?.forEach(begins);
    if (ENDS[before]) {
      begins(ENDS[before]);
      if (before === '$$') {
        begins('$');
      }
    }
    const token = text[at] === '\\' ? text.slice(at, at + 2) : text[at];
    if (token === '$') {
      ends('$');
      if (text[at + 1] === '$') {
        ends('$$');
      }
    } else if (token === '\\)' || token === '\\]') {
      ends(token);
    } else if (token === '\\b' || token === '\\e') {
      ENVIRONMENT.lastIndex = at;
      const match = ENVIRONMENT.exec(text);
      const closing = match && `\\end{${match[2]}}`;
      if (closing && match[1] === 'end') {
        ends(closing);
      } else if (closing) {
        const inside = at + match[0].length;
        insides.set(inside, [...(insides.get(inside) ?? []), closing]);
      }
    } else if (token === '{') {
      depth++;
    } else if (token === '}') {
      depth--;
    }
    before = token === '$' && before.startsWith('$') ? '$$' : token;
    at += token?.length ?? 1;
  }
  return places;
}
