import { Sanitizer } from '@jupyterlab/apputils';
import { EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { createMarkdownParser } from '@jupyterlab/markedparser-extension';
import { renderMarkdown } from '@jupyterlab/rendermime';

import { isPlainMath, mayHoldMath } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { isPlainMarkdown } from '../../tools/shared/text/plain-markdown';

const QUIET_ELEMENTS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, strong, em, del, code, pre, br, hr,' +
  'blockquote, table, thead, tbody, tr, th, td, a, img, input[type="checkbox"], span';

const QUIET_ATTRIBUTES =
  /^(class|href|src|alt|title|align|start|rel|target|disabled|checked|type|id|data-jupyter-id)$/;

/** Pieces to build a document from; parsers may disagree on how to read it. */
const PIECES = (
  '$¦$$¦\\$¦\\\\(¦\\\\)¦{¦}¦\\begin{align}¦\\end{align}¦`¦``¦```¦```py¦' +
  '\n```\n¦\n~~~\n¦> ¦- ¦    ¦\n¦\n\n¦![x](¦[x](¦![¦[1]¦](¦)¦[1]: ¦<¦>¦"¦' +
  '\'¦ "t"¦https://e.example/l¦//e.example/l¦/logout¦a.png¦..¦/¦\\¦&#47;¦' +
  '<img src=//e.example>¦<b>¦<!--¦-->¦&lt;¦&#36;¦&bsol;¦|¦---¦' +
  '\\style{x}{y}¦style{x}{y}¦\\alpha¦\\¦word¦ ¦*¦_¦# ¦@@0@@'
).split('¦');

/** A generator that returns the same numbers in each run. */
function makeRandom(): (below: number) => number {
  let state = 20_261_108;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What JupyterLab renders of it that is more than text, in words. */
async function dangers(source: string): Promise<string[]> {
  const host = document.createElement('div');
  await renderMarkdown({
    host,
    source,
    trusted: true,
    sanitizer: new Sanitizer(),
    resolver: null,
    linkHandler: null,
    shouldTypeset: false,
    latexTypesetter: null,
    markdownParser: PARSER
  });
  const found: string[] = [];
  for (const element of host.querySelectorAll('*')) {
    if (!element.matches(QUIET_ELEMENTS)) {
      found.push(element.outerHTML);
    }
    for (const { name } of element.attributes) {
      if (!QUIET_ATTRIBUTES.test(name)) {
        found.push(`${element.localName} ${name}`);
      }
    }
    const source = element.getAttribute('src') ?? 'attachment:';
    if (!/^(attachment:|(\.\/)?[\w-][\w/%.-]*$)/.test(source)) {
      found.push(element.outerHTML);
    }
  }
  host
    .querySelectorAll('code, pre')
    .forEach(code => code.replaceWith('\u0000'));
  host.normalize();
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { data } = node as Text;
    // A typesetter joins texts at line breaks only, so a last backslash is text.
    if (mayHoldMath(data) && !isPlainMath(data.replace(/\\$/, ''))) {
      found.push(data);
    }
  }
  return found;
}

const PARSER = createMarkdownParser(new EditorLanguageRegistry());

describe('Markdown that is inserted without a card', () => {
  const plain = readCorpus<{ name: string; text: string; card: boolean }>(
    'markdown'
  ).filter(({ card }) => !card);

  it.each(plain)('is drawn as text and no more: $name', async ({ text }) => {
    expect(await dangers(text)).toEqual([]);
  });

  it('leads nowhere on this server', () => {
    const { host } = window.location;
    expect(isPlainMarkdown(`See http://other.${host}/logout.`)).toBe(true);
    expect(isPlainMarkdown(`See http://${host}/logout.`)).toBe(false);
  });

  it('is drawn as text and no more, in documents made at random', async () => {
    const random = makeRandom();
    let accepted = 0;
    for (let turn = 0; turn < 30_000; turn++) {
      const source = Array.from(
        { length: 3 + random(14) },
        () => PIECES[random(PIECES.length)]
      ).join('');
      if (isPlainMarkdown(source)) {
        accepted++;
        expect({ source, dangers: await dangers(source) }).toEqual({
          source,
          dangers: []
        });
      }
    }
    // If no text were accepted as plain, the test would prove nothing.
    expect(accepted).toBeGreaterThan(500);
  });
});
