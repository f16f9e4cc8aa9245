import { streamedText } from './streamed-text';

it.each([
  ['Rows: {{e2.value}} of {{e2.value2:1%}}[[e2, e3]].', 'Rows: … of ….'],
  ['![Mass by [species]](e4)', '_Mass by [species]_'],
  ['It is {{e2.va', 'It is '],
  ['It is so[[e', 'It is so'],
  ['Then\n\n![Mass by', 'Then\n\n'],
  ['Then\n\n![Mass](e', 'Then\n\n'],
  [
    'See [the data](https://example.org) and a[1].',
    'See [the data](https://example.org) and a[1].'
  ]
])('“%s” is shown as “%s” while it is written', (text, shown) =>
  expect(streamedText(text)).toBe(shown)
);
