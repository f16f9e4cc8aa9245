import { readCorpus } from '../testing/corpus/read-corpus';
import { AnswerCheck, ownValues } from './answer-check';

interface ICase {
  name: string;
  answer: string;
  /** Whether cells a, b and c show PENGUINS. */
  penguins?: true;
  /** Outputs of the cells, or of those below. */
  outputs?: string[];
  /** What else was read, and no cell shows. */
  read?: string[];
  /** What the model wrote itself before that was read. */
  own?: string;
  /** Each number that is linked, with its cell. */
  linked?: Record<string, string>;
  missing?: string[];
}

const PENGUINS = [
  '(344, 7)',
  'species\nAdelie       3700.662252\nChinstrap    3733.088235\nGentoo       5076.016260\nName: body_mass_g, dtype: float64',
  'share 0.4186\nbill 43.92193\nrmse 23.4'
];

const CASES = readCorpus<ICase>('answer-numbers');

describe('the numbers of an answer', () => {
  it.each(CASES.map(each => [each.name, each] as const))(
    'are linked or marked: %s',
    (
      _,
      {
        answer,
        penguins,
        outputs = [],
        read = [],
        own,
        linked = {},
        missing = []
      }
    ) => {
      const check = new AnswerCheck(answer);
      const written = new Set(own ? ownValues(own) : []);
      [...(penguins ? PENGUINS : []), ...outputs].forEach((text, at) =>
        check.look({ text, cellId: String.fromCharCode(97 + at) })
      );
      read.forEach(text =>
        check.look({ text, ...(own && { isOwn: each => written.has(each) }) })
      );
      const found = check.numbers.filter(({ cellId }) => cellId !== null);
      expect(
        Object.fromEntries(found.map(({ text, cellId }) => [text, cellId]))
      ).toEqual(linked);
      expect(
        check.numbers.flatMap(({ text, cellId }) => (cellId ? [] : [text]))
      ).toEqual(missing);
      expect(check.isOpen).toBe(missing.length > 0);
    }
  );

  it('are compared in a moment, however hostile the texts', () => {
    const hostile = ['[', '<a ', '`', '1 ', '1,', '-', '```\n', '[a](', '<!--'];
    const begin = performance.now();
    for (const each of hostile) {
      const check = new AnswerCheck(`${each.repeat(50_000)} 317`);
      check.look({ text: each.repeat(200_000), cellId: 'a' });
    }
    const text = Array.from({ length: 40_000 }, (_, at) => at * 1.01).join(' ');
    const check = new AnswerCheck(
      Array.from({ length: 400 }, (_, at) => `${9e7 + at}`).join(' ')
    );
    check.look({ text, cellId: 'a' });
    expect(check.numbers).toHaveLength(300);
    // Two seconds where nothing else is done.
    expect(performance.now() - begin).toBeLessThan(60_000);
  });
});
