import { scanJson } from './scan-json';

function brackets(text: string, start = 0): string {
  let found = '';
  scanJson(text, start, bracket => {
    found += bracket;
  });
  return found;
}

it('sees the brackets that are not in a string', () => {
  expect(brackets('{"a": ["{", "\\"]", {}]}')).toBe('{[{}]}');
  expect(brackets('{} []', 2)).toBe('[]');
});

it.each([
  ['{"a": "b', true],
  ['{"a": "b\\', true],
  ['{"a": "b\\"', true],
  ['{"a": "b\\\\"', false],
  ['{"a": [1', false]
])('knows whether %s ends within a string', (text, isString) => {
  expect(scanJson(text, 0, () => undefined)).toBe(isString);
});

it('stops where it is told to', () => {
  const seen: number[] = [];
  scanJson('{}{}', 0, (bracket, at) => {
    seen.push(at);
    return bracket === '}';
  });
  expect(seen).toEqual([0, 1]);
});
