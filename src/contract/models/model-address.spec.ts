import { readCorpus } from '../../testing/corpus/read-corpus';
import {
  addressProblemText,
  readModelAddress,
  recipientText
} from './model-address';
import { ENGLISH } from '../text/translator';

interface ICase {
  name: string;
  text: string;
  /** Path of the Jupyter server; `/` by default. */
  base?: string;
  recipient?: string;
  shown?: string;
  url?: string;
  refused?: string;
  says?: string;
}

const CASES = readCorpus<ICase>('addresses');
const ORIGIN = 'http://localhost:8888';

describe('an address of a model', () => {
  it.each(CASES.filter(each => each.recipient))(
    'names whom a request reaches: $name',
    ({ text, base = '/', recipient, shown, url }) => {
      const page = { origin: ORIGIN, base };
      const read = readModelAddress(text, page);
      if ('problem' in read) {
        throw new Error(`It was refused: ${read.problem}.`);
      }
      expect(read.recipient).toBe(recipient);
      expect(recipientText(read.recipient, page, ENGLISH)).toBe(
        shown ?? recipient
      );
      expect(read.url.href).toBe(url ?? text);
    }
  );

  it.each(CASES.filter(each => each.refused))(
    'is refused in a sentence that says what to enter: $name',
    ({ text, base = '/', refused, says }) => {
      const page = { origin: ORIGIN, base };
      const read = readModelAddress(text, page);
      expect(read).toEqual({ problem: refused });
      const sentence =
        'problem' in read
          ? addressProblemText(read.problem, page, ENGLISH)
          : '';
      expect(sentence).toContain(says);
      expect(sentence).not.toMatch(/secret|%\d|!/);
    }
  );

  it('is a case of the one or of the other', () => {
    expect(
      CASES.filter(each => Boolean(each.recipient) === Boolean(each.refused))
    ).toEqual([]);
    expect(CASES.length).toBeGreaterThan(90);
  });

  it('has no path of its own where there is no page', () => {
    const page = { origin: undefined, base: '/' };
    expect(readModelAddress('/proxy/8000/v1', page)).toEqual({
      problem: 'not-web'
    });
  });
});
