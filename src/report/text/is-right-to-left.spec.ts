import { isRightToLeft, isRightToLeftLanguage } from './is-right-to-left';

describe('a text', () => {
  it.each([
    ['هذه جملة', true],
    ['123 שלום', true],
    ['한국어 العربية', false],
    ['abc', false],
    ['123', false]
  ])('%s runs to the left: %s', (text, is) => {
    expect(isRightToLeft(text)).toBe(is);
  });

  it.each([
    ['ar', true],
    ['he-IL', true],
    ['arn', false],
    ['en', false]
  ])('of the language %s runs to the left: %s', (language, is) => {
    expect(isRightToLeftLanguage(language)).toBe(is);
  });
});
