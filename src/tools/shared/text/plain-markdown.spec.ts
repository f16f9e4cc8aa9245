import { readCorpus } from '../../../testing/corpus/read-corpus';
import { isPlainMarkdown } from './plain-markdown';

interface ICase {
  name: string;
  text: string;
  /** Whether it has to wait for a card. */
  card: boolean;
  /** Whether it only has this effect at the very beginning. */
  first?: true;
}

const CASES = readCorpus<ICase>('markdown');

describe('Markdown that is inserted without a card', () => {
  it.each(CASES.filter(({ card }) => card))('is not $name', ({ text }) => {
    expect(isPlainMarkdown(text)).toBe(false);
  });

  it.each(CASES.filter(({ card }) => !card))('may be $name', ({ text }) => {
    expect(isPlainMarkdown(text)).toBe(true);
  });

  it.each(CASES.filter(({ card, first }) => card && !first))(
    'is not $name amid ordinary text',
    ({ text }) => {
      expect(
        isPlainMarkdown(
          `# Title\n\nSome $x^2$ text.\n\n${text}\n\nMore \`text\`.`
        )
      ).toBe(false);
    }
  );

  it.each(
    [
      [
        '![x](',
        '[x](',
        '![',
        '[',
        '[]:\n',
        '<a',
        '&lt;',
        '@@0@@',
        'www.',
        '://'
      ],
      [
        '`',
        '`a',
        '``` ',
        '\n```\n$',
        '*a **b ',
        '_',
        '~~a',
        '> ',
        '- a\n',
        '1. '
      ],
      ['$x$ ', '\\$', '{', ']{', '|a', '\\begin{align}', ' \n', '\t', '(', '1']
    ].flat()
  )('is decided however often it says %j', piece => {
    for (const length of [2_000, 19_000, 200_000]) {
      const source = piece.repeat(Math.floor(length / piece.length));
      expect([true, false]).toContain(isPlainMarkdown(source));
    }
  });

  it('is not what is too long to be looked through', () => {
    expect(isPlainMarkdown('A word. '.repeat(2_000))).toBe(true);
    expect(isPlainMarkdown('A word. '.repeat(3_000))).toBe(false);
  });
});
