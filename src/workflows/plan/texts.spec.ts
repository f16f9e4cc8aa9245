import { shortened } from './texts';

it.each([
  ['short', 10, 'short'],
  ['one two three', 10, 'one two…'],
  ['first line\nsecond line', 16, 'first line…'],
  ['unbreakable', 6, 'unbre…']
])('%j in at most %i characters is %j', (text, most, short) => {
  expect(shortened(text, most)).toBe(short);
  expect(shortened(text, most).length).toBeLessThanOrEqual(most);
});
