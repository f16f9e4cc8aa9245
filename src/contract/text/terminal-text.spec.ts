import { terminalText } from './terminal-text';

it.each([
  ['10 %\r50 %\rdone\nnext', 'done\nnext'],
  ['a\r\nb\r\r\nc\r', 'a\nb\nc'],
  ['\u001b[31mred\u001b[0m', 'red']
])('is as a terminal shows it: %j', (output, shown) =>
  expect(terminalText(output)).toBe(shown)
);

it('is not slow with many carriage returns', () => {
  expect(terminalText(`${'\r'.repeat(200_000)}x`)).toBe('x');
});
