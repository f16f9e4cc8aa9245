import { cleanText } from './clean-text';

describe('text of a document', () => {
  it('has no colours of a terminal and nothing that XML cannot hold', () => {
    expect(cleanText('\u001b[31mred\u001b[0m\u0000\ufffe \ud800x')).toBe(
      'red x'
    );
  });

  it('cannot turn the order of what is read', () => {
    expect(cleanText('safe\u202egnp.exe')).toBe('safegnp.exe');
  });

  it.each([
    '한국어 보고서',
    'تقرير عن البيانات',
    'می\u200cخواهم',
    '👩\u200d🔬 ½ → ∑'
  ])('keeps %s', text => expect(cleanText(text)).toBe(text));

  it('ends its lines in one way', () => {
    expect(cleanText('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd');
  });
});
