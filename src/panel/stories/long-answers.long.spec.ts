import { EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { createMarkdownParser } from '@jupyterlab/markedparser-extension';

import { splitMarkdown } from '../render/split-markdown';

const parser = createMarkdownParser(new EditorLanguageRegistry());

/** What answers are made of. */
const BLOCKS = [
  'Some words with **strong** and _soft_ ones, `code`, and ⟦c1⟧.',
  'Two lines\nof one paragraph\n  with an indent',
  '# A heading',
  'Another heading\n---',
  '- one\n- two\n\n  a paragraph of it\n\n- three\n  1. deep\n  2. deeper',
  '1. first\n\n2. second\n\ntext between\n\n3. third',
  '* * *',
  '> said\n> by somebody\n\nElse.',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
  '```python\ndf = load()\n\nfor x in y[0]:\n    print(x)\n\nprint("<b>")\n```',
  '~~~~\ntext\n\n~~~\nMore of it\n\nand more\n~~~~',
  '    indented = True\n\n    still = True',
  'Half is $\\frac12$, and\n\n$$\nx = {y\n+ 1}\n$$',
  'Costs $5 and\n\nalso 6$.',
  '[a link](https://example.org/x) and ![an image](data:image/png;base64,AAAA)',
  'École, Übung, 例子',
  '#hashtag and a \\\nbreak'
];

/** The same texts in each run: a linear congruential generator. */
function answer(seed: number, blocks: readonly string[]): string {
  let state = seed;
  let text = '';
  while (text.length < 24_000) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += `${blocks[(state >> 8) % blocks.length]}\n\n`;
  }
  return text;
}

/** The HTML of a text, by itself and as its pieces. */
async function parsed(text: string): Promise<[whole: string, parts: string]> {
  const pieces = splitMarkdown(text) ?? [text];
  const parts = await Promise.all(pieces.map(each => parser.render(each)));
  return [await parser.render(text), parts.join('')];
}

describe('a long answer', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    'is the same in pieces as it is whole (%i)',
    async seed => {
      const text = answer(seed, BLOCKS);
      expect(splitMarkdown(text)!.length).toBeGreaterThan(1);
      const [whole, parts] = await parsed(text);
      expect(parts).toBe(whole);
    }
  );

  it.each([
    ['a link that is defined at its end', '[here]: https://example.org/x'],
    [
      'a link that is defined in a quotation',
      '> [here]: https://example.org/x'
    ],
    ['HTML that stays open', '<div class="ok">\n\nThe rest.'],
    ['a comment that stays open', '<!-- The rest.'],
    ['code in a list', '- a\n\n  ```\n  The\n\n  rest.\n  ```\n\nAnd more.'],
    ['code that stays open', '```\nThe rest.'],
    ['code in indented code', '    ```\n\nThe rest.\n\n```\na\n\nb\n```']
  ])('is the same with %s', async (_, odd) => {
    const plain = answer(7, ['See [here] for more.', ...BLOCKS]);
    for (const text of [`${plain}${odd}\n`, `${odd}\n\n${plain}`]) {
      const [whole, parts] = await parsed(text);
      expect(parts).toBe(whole);
    }
  });

  it('is split in linear time', () => {
    const many = ['[\n', '`\n', '> ', '- ', '~\n', '1. ', '\n\n', 'a\n\n'];
    for (const part of many) {
      const text = part.repeat(200_000);
      expect(splitMarkdown(text)?.join('') ?? text).toBe(text);
    }
  });
});
