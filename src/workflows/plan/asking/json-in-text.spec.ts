import { jsonInText } from '../ask-structured';

describe('JSON in a text', () => {
  it.each([
    ['none', 'Nothing {here}', []],
    ['one in a fence', '```json\n{"a": "}"}\n```', [{ a: '}' }]],
    [
      'the last first',
      '{"a": 1} or {"b": {"c": "\\""}}',
      [{ b: { c: '"' } }, { a: 1 }]
    ],
    ['behind a bracket that is none', 'f(x) { {"a": 1}', [{ a: 1 }]],
    ['cut off', '{"a": {"b": 1}', [{ b: 1 }]]
  ])('%s', (_, text, found) => {
    expect(jsonInText(text)).toEqual(found);
  });
});
