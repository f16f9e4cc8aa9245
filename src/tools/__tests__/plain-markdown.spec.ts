import { readCorpus } from '../../testing/corpus/read-corpus';
import { isPlainMarkdown } from '../plain-markdown';

interface ICase {
  name: string;
  text: string;
  /** Whether it has to wait on a card. */
  card: boolean;
  /** Whether it is what it is only at the top. */
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
});
