import { readCorpus } from '../../testing/corpus/read-corpus';
import { isPlainMath, mayHoldMath } from '..';

interface ICase {
  name: string;
  tex: string;
  plain: boolean;
}

describe('LaTeX that only typesets', () => {
  it.each(readCorpus<ICase>('math'))('is $plain of $name', ({ tex, plain }) => {
    expect(isPlainMath(tex)).toBe(plain);
  });

  it('is looked at in 100,000 characters without keeping anybody waiting', () => {
    expect(isPlainMath('\\alpha {'.repeat(12_500))).toBe(true);
    expect(isPlainMath('\\color{red}'.repeat(10_000))).toBe(true);
  });

  it.each(['a $ b', '\\(x', '\\[x', '\\begin{a}', '\\ref{a}', '\\eqref{a}'])(
    'may begin in %s',
    text => expect(mayHoldMath(text)).toBe(true)
  );

  it('begins nowhere in a path of Windows', () => {
    expect(mayHoldMath('C:\\Users\\style')).toBe(false);
  });
});
