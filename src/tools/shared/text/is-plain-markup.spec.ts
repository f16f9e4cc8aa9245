import { readCorpus } from '../../../testing/corpus/read-corpus';
import { hasScript, isPlainMarkup } from './is-plain-markup';

interface ICase {
  name: string;
  text: string;
  plain: boolean;
}

it.each(readCorpus<ICase>('markup'))(
  'only shows text is $plain of $name',
  ({ text, plain }) => {
    expect(isPlainMarkup(text)).toBe(plain);
  }
);

it.each(['<b/onclick=alert(1)>', '<b a="x"onclick=alert(1)>'])(
  'has a script: %s',
  text => expect(hasScript(text)).toBe(true)
);

it.each(['<b ', '<b style="', 'color: a', 'color: a;', ' '])(
  'is decided however often it says %j',
  piece => {
    const text = `<b style="color: ${piece.repeat(60_000 / piece.length)}`;
    expect(isPlainMarkup(text)).toBe(false);
  }
);
