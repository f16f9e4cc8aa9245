import * as fs from 'node:fs';
import * as path from 'node:path';

import { EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { createMarkdownParser } from '@jupyterlab/markedparser-extension';
import type { IRenderMime } from '@jupyterlab/rendermime';

import { ENGLISH } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { MarkdownView } from '../render/markdown-view';

const CASES = readCorpus<{ name: string; text: string; card: boolean }>(
  'markdown'
);

/** Macros that could specify an address, a style, or another macro. */
const ACTIVE =
  /\\(style|href|url|includegraphics|class|cssId|html\w*|require|unicode|bbox|colorbox|fcolorbox|definecolor|(re)?newcommand|newenvironment|def|let|mmlToken|enclose|toggle|texttip|mathtip|csname|input|raise)\b|\\color\{url/;

/** Records all text that a typesetter would read, as MathJax chooses it. */
class AttentiveTypesetter implements IRenderMime.ILatexTypesetter {
  seen: string[] = [];

  async typeset(host: HTMLElement): Promise<void> {
    const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (
        !parent.closest('code, pre') &&
        !parent
          .closest('.mathjax_ignore, .mathjax_process')
          ?.matches('.mathjax_ignore')
      ) {
        this.seen.push((node as Text).data);
      }
    }
  }
}

let view: MarkdownView | undefined;

afterEach(() => view?.dispose());

async function shown(
  text: string,
  latexTypesetter: IRenderMime.ILatexTypesetter
): Promise<HTMLElement> {
  const host = document.body.appendChild(document.createElement('div'));
  view = new MarkdownView(host, {
    rendermime: {
      latexTypesetter,
      markdownParser: createMarkdownParser(new EditorLanguageRegistry(), {
        blocks: [
          {
            languages: ['mermaid'],
            rank: 1,
            walk: async () => undefined,
            render: () => '<figure class="drawn">a diagram</figure>'
          }
        ]
      })
    },
    trans: ENGLISH,
    cells: { label: () => null, reveal: () => undefined }
  });
  view.finish(text);
  await view.settled;
  await new Promise(resolve => setTimeout(resolve));
  return view.node;
}

describe('an answer', () => {
  it.each(CASES)(
    'fetches nothing and hands no typesetter what could: $name',
    async ({ text }) => {
      const typesetter = new AttentiveTypesetter();
      const node = await shown(text, typesetter);
      const seen = typesetter.seen.filter(each =>
        /[$]|\\[([]|\\begin/.test(each)
      );
      expect(seen.filter(each => ACTIVE.test(each))).toEqual([]);
      expect(
        [...node.querySelectorAll('[src], [srcset], [style], style, link, svg')]
          .map(each => each.outerHTML)
          .filter(html => !/^<img [^>]*src="data:image\/png/.test(html))
      ).toEqual([]);
      expect(node.querySelector('.drawn')).toBeNull();
    }
  );

  it.each(CASES)(
    'hands no typesetter what could either while it streams in: $name',
    async ({ text }) => {
      const typesetter = new AttentiveTypesetter();
      await shown(`Before, $x$.\n\n${text.slice(0, 5)}`, typesetter);
      for (let end = 10; end < text.length + 5; end += 5) {
        view!.finish(`Before, $x$.\n\n${text.slice(0, end)}`);
        await view!.settled;
        // The typesetter may run as late as this.
        await typesetter.typeset(view!.node);
      }
      const seen = typesetter.seen.filter(each =>
        /[$]|\\[([]|\\begin/.test(each)
      );
      expect(seen).toContain('$x$');
      expect(seen.filter(each => ACTIVE.test(each))).toEqual([]);
    }
  );

  it.each(CASES.filter(({ name }) => name.startsWith('LaTeX: ')))(
    'loses no word of $name',
    async ({ text }) => {
      const node = await shown(text, new AttentiveTypesetter());
      expect(node.textContent!.length).toBeGreaterThan(text.length / 2);
    }
  );

  it('typesets the formulas that only typeset, each by itself, and shows the others as they were written', async () => {
    const typesetter = new AttentiveTypesetter();
    const node = await shown(
      'Half is $\\frac{1}{2}$, not $\\style{cursor:url(https://evil.example)}{x}$ but $$y^2$$ and \\\\(z\\\\).',
      typesetter
    );
    const texts = (selector: string) =>
      [...node.querySelectorAll(selector)].map(each => each.textContent);
    expect(texts('.jp-Cellwright-formula')).toContain('$\\frac{1}{2}$');
    expect(texts('.jp-Cellwright-formula')).toContain('$$y^2$$');
    expect(texts('.jp-Cellwright-refusedFormula').join()).toContain('\\style');
    expect(typesetter.seen.join()).toContain('\\frac');
    expect(typesetter.seen.join()).not.toContain('\\style');
  });

  it('does not let the text say where a typesetter has to look', async () => {
    const typesetter = new AttentiveTypesetter();
    const node = await shown(
      '<code class="mathjax_process tex2jax_process">a</code> $x$',
      typesetter
    );
    expect(node.querySelector('code')!.className).toBe('');
  });

  it('is the only thing in the panel that is made of HTML', () => {
    const room = path.join(__dirname, '..');
    const files = fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.spec)\.tsx?$/.test(name))
      .filter(name => !name.includes('stories'))
      .filter(name =>
        /createRenderer|\blatexTypesetter\b(?!')|OutputArea|render(Markdown|Latex|HTML)\b|innerHTML/.test(
          fs.readFileSync(path.join(room, name), 'utf8')
        )
      );
    expect(files).toEqual(['render/markdown-view.ts']);
  });
});
