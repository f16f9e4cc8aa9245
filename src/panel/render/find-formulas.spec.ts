import { findFormulas } from './find-formulas';

/**
 * Pieces that open, close, escape or hide something, to be combined at random.
 */
const PIECES = [
  ...['$', '$$', '\\$', '\\(', '\\)', '\\[', '\\]', '{', '}', '\\{', '\\}'],
  ...[
    '\\begin{a}',
    '\\end{a}',
    '\\begin {b}',
    '\\end{b}',
    '\\begin{',
    '\\end{'
  ],
  ...['\\ref{x}', '\\eqref {', ' ', 'a', 'x^2', '\\', '\\\\', '\n']
];

/** A generator that returns the same numbers in each run. */
function* numbers(): Generator<number, never> {
  let state = 20_261_107;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The typesetters' rule, applied naively position by position. */
function slowly(text: string): [number, number][] {
  const begin =
    /\\begin\s*\{([^}]*)\}|\$\$|\$|\\\(|\\\[|\\(?:eq)?ref\s*\{[^}]*\}|\\[^]/g;
  const ends: Record<string, string> = { '\\(': '\\)', '\\[': '\\]' };
  const endOf = (from: number, closing: string): number | null => {
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
  };
  const found: [number, number][] = [];
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const [opening, environment] = match;
    const inside = match.index + opening.length;
    const closing =
      environment !== undefined
        ? `\\end{${environment}}`
        : opening.startsWith('$')
          ? opening
          : ends[opening];
    const end = /^\\(eq)?ref/.test(opening)
      ? inside
      : closing
        ? endOf(inside, closing)
        : null;
    if (end !== null) {
      found.push([match.index, end]);
      begin.lastIndex = end;
    }
  }
  return found;
}

describe('formulas in a text', () => {
  it('are found as typesetters do, in thirty thousand texts made at random', () => {
    const random = numbers();
    let some = 0;
    for (let turn = 0; turn < 30_000; turn++) {
      const text = Array.from(
        { length: 2 + Math.floor(random.next().value * 22) },
        () => PIECES[Math.floor(random.next().value * PIECES.length)]
      ).join('');
      const found = findFormulas(text);
      some += found.length;
      expect({ text, found }).toEqual({ text, found: slowly(text) });
    }
    expect(some).toBeGreaterThan(20_000);
  });

  // Searching for the end again at each beginning would take minutes.
  it.each([
    ['environments without an end', 0, '\\begin{a}'.repeat(40_000)],
    ['dollars before braces', 0, '${'.repeat(40_000)],
    ['dollars behind braces', 20_000, '$}'.repeat(40_000)],
    ['an end in a brace', 0, '\\(}'.repeat(40_000) + '{\\)'],
    ['names without an end', 0, '\\begin{'.repeat(100_000)],
    ['ends without a name', 0, '$' + '\\end{'.repeat(100_000) + '}'],
    ['references without an end', 0, '\\ref{'.repeat(100_000)],
    [
      'environments of many names',
      0,
      Array.from({ length: 40_000 }, (_, at) => `\\begin{a${at}}{`).join('')
    ]
  ])(
    'take no longer for %s',
    async (_, count, text) => {
      expect(findFormulas(text)).toHaveLength(count);
      // A test's time limit is only checked when the test waits.
      await new Promise(resolve => setTimeout(resolve));
    },
    20_000
  );
});
