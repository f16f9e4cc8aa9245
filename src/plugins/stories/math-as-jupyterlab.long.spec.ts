import { removeMath } from '@jupyterlab/rendermime';

import { readCorpus } from '../../testing/corpus/read-corpus';
import { maskMath } from '../../tools/shared/text/mask-math';

/** Pieces that open, close, hide or end something, to be combined at random. */
const PIECES = [
  ...['$', '$$', '\\$', '\\\\(', '\\\\)', '\\\\[', '\\\\]', '{', '}', '\\{'],
  ...['\\begin{align}', '\\end{align}', '\\begin{a*}', '\\end{A*}', '@@0@@'],
  ...['`', '``', '```', '\n```\n', '\n~~~\n', '~', '> ', '\n', '\n\n', '\r\n'],
  ...[' ', 'a', 'x^2', '![x](y)', '<b>', '&amp;', '\\alpha', '\\\\']
];

/** A generator that returns the same numbers in each run. */
function* numbers(): Generator<number, never> {
  let state = 20_261_107;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function same(source: string): void {
  const { text, math } = removeMath(source);
  const { text: ours, formulas } = maskMath(source);
  const unescaped = math.map(each =>
    each.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
  );
  expect({ source, text: ours, formulas }).toEqual({
    source,
    text,
    formulas: unescaped
  });
}

describe('formulas are taken out of Markdown as JupyterLab does', () => {
  it.each(readCorpus<{ name: string; text: string }>('markdown'))(
    '$name',
    ({ text }) => same(text)
  );

  it('in twenty thousand texts made of delimiters at random', () => {
    const random = numbers();
    for (let turn = 0; turn < 20_000; turn++) {
      const length = 2 + Math.floor(random.next().value * 18);
      same(
        Array.from(
          { length },
          () => PIECES[Math.floor(random.next().value * PIECES.length)]
        ).join('')
      );
    }
  });
});
