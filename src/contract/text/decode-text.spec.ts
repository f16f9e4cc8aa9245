import { readCorpus } from '../../testing/corpus/read-corpus';
import { decodeText } from './decode-text';

interface ICase {
  name: string;
  encoding: string;
  text: string;
  data: string;
}

const CASES = readCorpus<ICase>('encodings');

const bytesOf = (data: string): Uint8Array => Buffer.from(data, 'base64');

describe('the text of a file', () => {
  it.each(CASES)(
    'is read, and its encoding named: $name, $encoding',
    ({ encoding, text, data }) => {
      expect(decodeText(bytesOf(data), false)).toEqual({
        text,
        encoding,
        certain: encoding === 'utf-16'
      });
    }
  );

  it.each(CASES)(
    'is read where its bytes end in the middle of a character: $name, $encoding',
    ({ encoding, text, data }) => {
      const many = Buffer.concat(Array(20).fill(bytesOf(data)));
      for (const cut of [1, 2, 3]) {
        const head = decodeText(many.subarray(0, many.length - cut), true);
        expect(head?.encoding).toBe(encoding);
        expect(head?.text.startsWith(text)).toBe(true);
      }
    }
  );

  it.each([
    ['plain', 'a,b\n1,2\n'],
    ['UTF-8', 'größe,이름\n'],
    ['coloured by a terminal', '\x1b[31mred\x1b[0m\n']
  ])('needs no encoding named: %s', (_name, text) => {
    expect(decodeText(new TextEncoder().encode(text), false)).toEqual({
      text,
      encoding: '',
      certain: true
    });
  });

  it.each([
    ['a gzip', 'H4sIAAAAAAACA0vUSdIx1DHi4gIAK1vXBgkAAAA='],
    ['a pickle', 'gASVCgAAAAAAAABdlChLAUsCSwNlLg=='],
    ['a zip', 'UEsDBBQAAAAIAAAAIQCqu8zdZQAAAAA='],
    ['zeros', 'AAAAAAAAAAAAAAAA']
  ])('is none: %s', (_name, data) => {
    expect(decodeText(bytesOf(data), false)).toBeNull();
  });
});
