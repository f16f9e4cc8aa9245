import { errorClass } from './error-class';

it.each([
  ['KeyError', 'KeyError'],
  ['pandas.errors.ParserError', 'ParserError'],
  ['Ada_Lovelace.KeyError', 'KeyError'],
  ['Ada_Lovelace', 'an error'],
  ['AdaLovelaceError', 'an error'],
  ['', 'an error'],
  ['Jane Doe, 123-45-6789', 'an error'],
  ['Error in f(): object ‘x’ not found', 'an error'],
  [`E${'x'.repeat(100)}`, 'an error']
])('an error named “%s” is told as “%s”', (name, described) => {
  expect(errorClass({ name })).toBe(described);
});
