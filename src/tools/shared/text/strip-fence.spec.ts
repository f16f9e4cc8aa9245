import { stripFence, stripMarkdownFence, withoutFence } from './strip-fence';

it.each([
  ['```python\nx = 1\n```', 'x = 1'],
  ['\n~~~\nx = 1\n  ~~~  ', 'x = 1'],
  ['````\n```\nx\n```\n````', '```\nx\n```'],
  ['```\n  indented\n```', '  indented'],
  // Not a fence around it all.
  ['```\na\n```\nb\n```', '```\na\n```\nb\n```'],
  ['```\na', '```\na'],
  ['print("```")', 'print("```")'],
  ['\n\n  x = 1\n\n', '  x = 1']
])('code without the fence around it: %j', (text, code) =>
  expect(stripFence(text)).toBe(code)
);

it.each(['```json\n{"a": 1}\n```', '```{"a": 1}', '{"a": 1}\n```'])(
  'JSON without it, closed or not: %j',
  text => expect(withoutFence(text)).toBe('{"a": 1}')
);

it.each([
  ['spaces in the code', `\`\`\`py\na${' '.repeat(200_000)}x`],
  ['spaces in the label', `\`\`\`${' '.repeat(200_000)}\`x`],
  ['backticks', '`'.repeat(200_000)]
])('is not slow with many %s', (_, text) => {
  expect(stripFence(text)).toBe(text);
  expect(stripMarkdownFence(text)).toBe(text);
  expect(withoutFence(text)).toMatch(/x$|`$/);
});
