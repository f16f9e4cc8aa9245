import { readCorpus } from '../testing/corpus/read-corpus';
import { findNumbers } from './find-numbers';
import { matchNumber, valuesIn } from './match-number';

interface INumberCase {
  name: string;
  language: string;
  evidence: string;
  text: string;
  reported: ('exact' | 'rounded' | 'untraced')[];
}

const CASES = readCorpus<INumberCase>('report-numbers');

describe('numbers of a text', () => {
  it.each(CASES.map(each => [each.name, each] as const))(
    'are found and compared: %s',
    (_, { language, evidence, text, reported }) => {
      const values = valuesIn(evidence, 'en');
      expect(
        findNumbers(text, language).map(
          number => matchNumber(number, values)?.how ?? 'untraced'
        )
      ).toEqual(reported);
    }
  );
});
