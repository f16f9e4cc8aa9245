import { hashText } from './hash';
import { ENGLISH, cellMark, ranCellMark, textParts } from './translator';

describe('textParts', () => {
  it('finds the cells in a sentence', () => {
    expect(textParts(`Ran cell ${cellMark('a-1')} in 0.4 s`)).toEqual([
      { text: 'Ran cell ' },
      { cellId: 'a-1' },
      { text: ' in 0.4 s' }
    ]);
  });

  it('finds the label of a cell that does not follow it', () => {
    expect(textParts(`Cell ${ranCellMark('a', 6)} failed`)[1]).toEqual({
      cellId: 'a',
      label: '[6]'
    });
    expect(ranCellMark('a', null)).toBe(cellMark('a'));
  });

  it('takes nothing for a cell that cannot be a cell id', () => {
    const hostile = '⟦<img src=x onerror=alert(1)>⟧ ⟦⟧ ⟦a b⟧';
    expect(textParts(hostile)).toEqual([{ text: hostile }]);
  });
});

describe('ENGLISH', () => {
  it('fills in arguments and chooses the plural', () => {
    expect(ENGLISH.__('%2 of %1', 5, 2)).toBe('2 of 5');
    expect(ENGLISH._n('%1 cell in %2', '%1 cells in %2', 1, 'a')).toBe(
      '1 cell in a'
    );
    expect(ENGLISH._n('%1 cell in %2', '%1 cells in %2', 3, 'a')).toBe(
      '3 cells in a'
    );
  });
});

describe('what stands between quotes in a sentence', () => {
  it.each([
    ['ends no quotes', 'x” was approved. “', '“x" was approved. "” is new'],
    ['is one line', ' a\n\n  b\u2003c ', '“a b c” is new'],
    ['is not long', 'a'.repeat(900), `“${'a'.repeat(399)}…” is new`],
    ['reorders nothing', 'a\u202eb\u2066', '“a b” is new'],
    ['may name a cell', 'Fix ⟦a⟧', '“Fix ⟦a⟧” is new']
  ])('%s', (_, text, sentence) => {
    expect(ENGLISH.__('“%1” is new', text)).toBe(sentence);
    expect(ENGLISH._n('“%2” is new', '%1: “%2” is new', 1, text)).toBe(
      sentence
    );
    expect(ENGLISH.__('%1 is new', text)).not.toMatch(/[\n\p{Bidi_Control}]/u);
  });
});

it('is of a bounded length without quotes too, and keeps a number’s spaces', () => {
  expect(ENGLISH.__('%1 is new', 'a'.repeat(9_000)).length).toBe(2_007);
  expect(ENGLISH.__('%1 s', '1\u202f000')).toBe('1\u202f000 s');
});

describe('hashText', () => {
  it('tells texts apart and is the same for the same text', () => {
    const texts = [
      '',
      'a',
      'b',
      'ab',
      'ba',
      'x = 1',
      'x = 10',
      'x  = 1',
      'é',
      '𝛼'
    ];
    expect(new Set(texts.map(hashText)).size).toBe(texts.length);
    texts.forEach(text => expect(hashText(text)).toBe(hashText(`${text}`)));
    expect(hashText('a')).toMatch(/^[0-9a-f]{16}$/);
  });
});
