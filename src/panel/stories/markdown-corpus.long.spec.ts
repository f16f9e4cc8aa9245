import * as fs from 'node:fs';
import * as path from 'node:path';

import { Sanitizer } from '@jupyterlab/apputils';
import { EditorLanguageRegistry } from '@jupyterlab/codemirror';
import { createMarkdownParser } from '@jupyterlab/markedparser-extension';
import {
  RenderMimeRegistry,
  standardRendererFactories,
  type IRenderMime
} from '@jupyterlab/rendermime';
import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { lazyChunk, loadMore } from '../render/load-more';
import { MarkdownView } from '../render/markdown-view';
import { typesetChecked } from '../render/typeset-checked';

const CASES = readCorpus<{ name: string; text: string; card: boolean }>(
  'markdown'
);

/** Macros that could specify an address, a style, or another macro. */
const ACTIVE =
  /\\(style|href|url|includegraphics|class|cssId|html\w*|require|unicode|bbox|colorbox|fcolorbox|definecolor|(re)?newcommand|newenvironment|def|let|mmlToken|enclose|toggle|texttip|mathtip|csname|input|raise)\b|\\color\{url/;

/** Records all text that a typesetter would read. */
class AttentiveTypesetter implements IRenderMime.ILatexTypesetter {
  seen: string[] = [];

  async typeset(host: HTMLElement): Promise<void> {
    const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement!.closest('code, pre')) {
        this.seen.push((node as Text).data);
      }
    }
  }
}

/** Turns each formula into what a formula must not be. */
class HostileTypesetter implements IRenderMime.ILatexTypesetter {
  async typeset(host: HTMLElement): Promise<void> {
    for (const formula of host.querySelectorAll('.jp-Cellwright-formula')) {
      formula.innerHTML =
        '<mjx-container class="MathJax" jax="CHTML" style="font-size: 119%; position: relative;">' +
        '<a href="https://evil.example/leak"><mjx-math id="main" class="jp-Dialog MJX-TEX" onclick="leak()">' +
        '<mjx-mi style="cursor: url(https://evil.example/leak), auto; vertical-align: -0.15em; position: fixed">' +
        '<mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi></mjx-math></a>' +
        '<img src="https://evil.example/leak"><script>leak()</script>' +
        '<mjx-assistive-mml><math xmlns="http://www.w3.org/1998/Math/MathML"><mi href="https://evil.example/leak" mathvariant="bold">x</mi></math></mjx-assistive-mml>' +
        '</mjx-container>';
    }
  }
}

let view: MarkdownView | undefined;

afterEach(() => view?.dispose());

async function shown(
  text: string,
  latexTypesetter: IRenderMime.ILatexTypesetter,
  change: (rendermime: RenderMimeRegistry) => void = () => undefined
): Promise<HTMLElement> {
  const rendermime = new RenderMimeRegistry({
    initialFactories: standardRendererFactories,
    sanitizer: new Sanitizer(),
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
  });
  change(rendermime);
  view = new MarkdownView({
    typeset: typesetChecked,
    lazy: lazyChunk,
    rendermime,
    trans: ENGLISH,
    cells: { label: () => null, reveal: () => undefined }
  });
  Widget.attach(view, document.body);
  view.finish(text);
  await view.settled;
  await new Promise(resolve => setTimeout(resolve));
  return view.node;
}

beforeAll(loadMore);

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
          .filter(html => !html.startsWith('<img src="data:image/png'))
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

  it('keeps of what a typesetter made only boxes, glyphs and lines', async () => {
    const node = await shown('The term $x$.', new HostileTypesetter());
    const formula = node.querySelector('.jp-Cellwright-formula')!;
    expect(
      formula.querySelector('a, img, script, [href], [id], [onclick]')
    ).toBeNull();
    expect(formula.outerHTML).not.toContain('evil.example');
    expect(formula.outerHTML).not.toContain('fixed');
    const glyph = formula.querySelector('mjx-mi') as HTMLElement;
    expect(glyph.style.verticalAlign).toBe('-0.15em');
    expect(glyph.querySelector('mjx-c')!.className).toBe('mjx-c1D465 TEX-I');
    const container = formula.querySelector('mjx-container') as HTMLElement;
    expect(container.style.fontSize).toBe('119%');
    expect(formula.querySelector('mi')!.getAttribute('mathvariant')).toBe(
      'bold'
    );
  });

  it('does not let the text say where a typesetter has to look', async () => {
    const typesetter = new AttentiveTypesetter();
    const node = await shown(
      '<code class="mathjax_process tex2jax_process">a</code> $x$',
      typesetter
    );
    expect(node.querySelector('[class*="_process"]')).toBeNull();
  });

  it('is drawn by JupyterLab’s renderer, whatever else draws Markdown', async () => {
    const node = await shown('# Title', new AttentiveTypesetter(), rendermime =>
      rendermime.addFactory(
        {
          safe: true,
          mimeTypes: ['text/markdown'],
          createRenderer: () => {
            throw new Error('Another renderer was asked.');
          }
        },
        0
      )
    );
    expect(node.querySelector('h1')!.textContent).toContain('Title');
  });

  it('is the only thing in the panel that JupyterLab renders', () => {
    const room = path.join(__dirname, '..');
    const files = fs
      .readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.spec)\.tsx?$/.test(name))
      .filter(name => !name.includes('stories'))
      .filter(name =>
        /createRenderer|latexTypesetter|OutputArea|render(Markdown|Latex|HTML)\b/.test(
          fs.readFileSync(path.join(room, name), 'utf8')
        )
      );
    expect(files).toEqual(['render/markdown-view.ts']);
  });
});
