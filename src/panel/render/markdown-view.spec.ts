import { Sanitizer } from '@jupyterlab/apputils';
import {
  RenderMimeRegistry,
  standardRendererFactories,
  type IRenderMime
} from '@jupyterlab/rendermime';
import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { until } from '../../testing/until';
import { lazyChunk, loadMore } from './load-more';
import { MarkdownView, type IMarkdownOptions } from './markdown-view';
import { typesetChecked } from './typeset-checked';

const labels = new Map([['c1', '[1]']]);
const revealed: string[] = [];
const rendered: string[] = [];
let view: MarkdownView;

interface IOther {
  latexTypesetter?: IRenderMime.ILatexTypesetter;
  label?: (id: string) => string | null;
  render?: (source: string) => Promise<string>;
  code?: IMarkdownOptions['code'];
}

function another(
  isAttached = true,
  {
    latexTypesetter = { typeset: () => undefined },
    label = id => labels.get(id) ?? null,
    // Markdown lets HTML through; this spec is about what happens to it then.
    render = async source => source,
    code
  }: IOther = {}
): MarkdownView {
  const created = new MarkdownView({
    typeset: typesetChecked,
    lazy: lazyChunk,
    code,
    rendermime: new RenderMimeRegistry({
      initialFactories: standardRendererFactories,
      sanitizer: new Sanitizer(),
      markdownParser: { render },
      latexTypesetter
    }),
    trans: ENGLISH,
    cells: { label, reveal: id => revealed.push(id) }
  });
  if (isAttached) {
    Widget.attach(created, document.body);
  }
  return created;
}

beforeEach(() => {
  revealed.length = 0;
  rendered.length = 0;
  view = another(true, {
    render: async source => {
      rendered.push(source);
      return source;
    }
  });
});

afterEach(() => view.dispose());

async function shown(html: string): Promise<HTMLElement> {
  view.finish(html);
  await view.settled;
  return view.node;
}

describe('text of a model', () => {
  it.each([
    ['scripts', '<script>window.hit = 1</script>', 'script'],
    ['frames', '<iframe src="https://example.org"></iframe>', 'iframe'],
    ['forms', '<form action="https://example.org"><input></form>', 'form'],
    ['buttons', '<button>Approve</button>', 'button'],
    ['drawings', '<svg onload="hit()"></svg>', 'svg'],
    ['styles', '<style>body{display:none}</style>', 'style'],
    ['video', '<video src="https://example.org/a.mp4"></video>', 'video']
  ])('holds no %s', async (_, html, selector) => {
    const node = await shown(`<p>before</p>${html}`);
    expect(node.textContent).toContain('before');
    expect(node.querySelector(selector)).toBeNull();
  });

  it('holds no handler, no command and no style of its own', async () => {
    const node = await shown(
      '<p onclick="hit()" style="position:fixed;background:url(https://x.org)"' +
        ' data-commandlinker-command="runmenu:run-all" class="jp-Dialog ok">a</p>'
    );
    const p = node.querySelector('p')!;
    expect(p.getAttributeNames()).toEqual(['class']);
    expect(p.className).toBe('ok');
  });

  it('holds no link that runs a script, and opens others apart', async () => {
    const node = await shown(
      '<a href="javascript:hit()">a</a><a href="https://example.org">b</a>'
    );
    const [script, link] = Array.from(node.querySelectorAll('a'));
    expect(script.hasAttribute('href')).toBe(false);
    expect(link.target).toBe('_blank');
    expect(link.rel).toContain('noopener');
  });

  it('says of each link where it leads, whatever it calls itself', async () => {
    const node = await shown(
      '<a href="https://github.com@example.org/x" title="safe">github.com</a>' +
        '<a href="https://example.org/x">https://example.org/x</a>' +
        '<a href="mailto:ann@example.org">Ann</a>' +
        '<a href="https://example.org/?a=SECRET#b">the manual</a>' +
        '<a href="https://example.org/#SECRET">example.org</a>' +
        '<a href="mailto:ann@example.org?body=SECRET">Ann</a>' +
        '<a href="https://\u0435xample.org/?a">https://\u0435xample.org/?a</a>'
    );
    const [other, itself, mail, ...sends] = Array.from(
      node.querySelectorAll('a')
    );
    expect(other.textContent).toBe('github.com (example.org)');
    expect(other.title).toBe('https://github.com@example.org/x');
    expect(itself.textContent).toBe('https://example.org/x');
    expect(mail.title).toBe('mailto:ann@example.org');
    // A query and a fragment can carry what was read here.
    expect(sends.map(each => each.textContent)).toEqual([
      'the manual (https://example.org/?a=SECRET#b)',
      'example.org (https://example.org/#SECRET)',
      'Ann (mailto:ann@example.org?body=SECRET)',
      // Another letter than it looks like.
      expect.stringContaining(' (https://xn--')
    ]);
  });

  it('makes no link of a place in the page, which would open JupyterLab again', async () => {
    const node = await shown(
      '<a href="#x">a place</a> and <a href="#">another</a>'
    );
    expect(node.textContent).toContain('a place and another');
    expect(node.querySelector('[href]')).toBeNull();
  });

  it('does not follow a link that was made after the text was cleaned', async () => {
    const node = await shown('a formula');
    const link = document.createElementNS('http://www.w3.org/2000/svg', 'a');
    link.setAttributeNS(
      'http://www.w3.org/1999/xlink',
      'xlink:href',
      'javascript:hit()'
    );
    node.append(link);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });

  it('does not load an image from another host until it is asked to', async () => {
    const node = await shown(
      '<img src="https://example.org/a.png?leak" alt="A plot">'
    );
    expect(node.querySelector('img')).toBeNull();
    const button = node.querySelector('button')!;
    expect(button.textContent).toBe('Load image from example.org');
    button.click();
    expect(node.querySelector('img')?.src).toBe(
      'https://example.org/a.png?leak'
    );
  });

  it('never makes an address of this server a request by itself', async () => {
    const node = await shown('<img src="/logout"><img srcset="/logout 1x">');
    expect(node.querySelector('img')).toBeNull();
  });

  it('shows an image that is part of the text', async () => {
    const node = await shown('<img src="data:image/png;base64,AAAA">');
    expect(node.querySelector('img')).not.toBeNull();
  });

  it('is never marked as trusted', async () => {
    const node = await shown('a');
    expect(node.querySelector('.jp-mod-trusted')).toBeNull();
  });

  it('links cells, by mark and by link', async () => {
    const node = await shown(
      '<p>see ⟦c1⟧ and <a href="#cell=c1">the means</a></p>'
    );
    const [mark, link] = Array.from(node.querySelectorAll('a'));
    expect(mark.textContent).toBe('[1]');
    link.click();
    mark.click();
    expect(revealed).toEqual(['c1', 'c1']);
  });

  it('leaves marks in code as they are', async () => {
    const node = await shown('<pre><code>⟦c1⟧</code></pre>');
    expect(node.querySelector('code')?.textContent).toBe('⟦c1⟧');
  });

  it('offers its code once it is complete, where a cell can be made of it', async () => {
    const used: string[] = [];
    const other = another(true, {
      code: {
        copy: text => used.push(`copy ${text}`),
        insert: text => used.push(`insert ${text}`)
      }
    });
    const code = '<pre><code>df.head()\n</code></pre>';
    const names = (of: MarkdownView) =>
      Array.from(of.node.querySelectorAll('button'), ({ title }) => title);
    other.stream(code);
    await until(async () => other.node.querySelector('pre') !== null);
    expect(names(other)).toEqual([]);
    other.finish(code);
    other.finish(code);
    await other.settled;
    expect(names(other)).toEqual(['Copy the code', 'Insert it as a cell']);
    other.node.querySelectorAll('button').forEach(button => button.click());
    expect(used).toEqual(['copy df.head()', 'insert df.head()']);
    other.dispose();
    await shown(code);
    expect(names(view)).toEqual([]);
  });

  it('says that a linked cell is gone', async () => {
    const node = await shown('⟦c9⟧');
    expect(node.querySelector('a')?.textContent).toBe('deleted cell');
    expect(node.querySelector('a')?.className).toContain('jp-mod-gone');
  });

  it.each([
    ['of words', 'see <a href="#cell=c9">the means</a>', 'see the means'],
    ['of a number', 'in <a href="#cell=c9">[7]</a>', 'in [7]']
  ])(
    'shows a link %s to a cell that is none as words',
    async (_, html, text) => {
      const node = await shown(`<p>${html}</p>`);
      expect(node.textContent).toBe(text);
      const words = node.querySelector('a');
      expect(words?.hasAttribute('href')).toBe(false);
      expect(words?.className).not.toContain('cellReference');
      words?.click();
      expect(revealed).toEqual([]);
    }
  );

  it.each([
    ['backticks', '`'],
    ['tildes', '~']
  ])('is shown as it is with thousands of %s in a row', async (_, mark) => {
    const text = `# Title\n\n${mark.repeat(20_000)}`;
    view.finish(text);
    await view.settled;
    expect(view.node.textContent).toBe(text);
    expect(rendered).toEqual([]);
  });

  it('is rendered once a period while it streams', async () => {
    jest.useFakeTimers();
    for (let i = 0; i < 50; i++) {
      view.stream('x'.repeat(i));
      jest.advanceTimersByTime(10);
      await Promise.resolve();
    }
    jest.useRealTimers();
    await view.settled;
    expect(rendered.length).toBeLessThanOrEqual(5);
    expect(rendered.length).toBeGreaterThan(0);
    view.finish('the end');
    await view.settled;
    expect(view.node.textContent).toBe('the end');
  });

  it('leaves what stands there already as it is', async () => {
    const node = await shown('<p>one ⟦c1⟧</p><p>two</p>');
    const [one, two] = Array.from(node.querySelectorAll('p'));
    await shown('<p>one ⟦c1⟧</p><p>two and more</p><p>three</p>');
    const now = Array.from(node.querySelectorAll('p'));
    expect(now.map(each => each.textContent)).toEqual([
      'one [1]',
      'two and more',
      'three'
    ]);
    expect(now[0]).toBe(one);
    expect(now[1]).not.toBe(two);
    await shown('<p>three</p>');
    expect(node.textContent).toBe('three');
  });

  it.each([
    ['a mark', 'see ⟦c1⟧ here', 'see [1] here'],
    ['a formula', 'half $\\frac12$ of $x$', 'half $\\frac12$ of $x$'],
    ['a comment', '<!-- no --> a', 'a']
  ])(
    'loses nothing of text with %s in no element when more comes',
    async (_, first, text) => {
      await loadMore();
      await shown(first);
      const node = await shown(`${first}<br>and more`);
      expect(node.textContent).toBe(`${text}and more`);
      await shown(`${first}<br>and more<p>still</p>`);
      expect(node.textContent).toBe(`${text}and morestill`);
    }
  );

  it('brings a long text to the page part by part, and whole in the end', async () => {
    const parts: number[] = [];
    const observer = new MutationObserver(records =>
      parts.push(
        records
          .flatMap(({ addedNodes }) => Array.from(addedNodes))
          .reduce((sum, each) => sum + (each.textContent?.length ?? 0), 0)
      )
    );
    observer.observe(view.node, { childList: true, subtree: true });
    const paragraph = 'word '.repeat(100);
    const node = await shown(`<p>${paragraph}</p>`.repeat(200));
    observer.disconnect();
    expect(node.textContent).toBe(paragraph.repeat(200));
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts)).toBeLessThan(22_000);
  });

  it('parses, sanitizes and shows a long text in frames of their own, and none while a frame is drawn', async () => {
    let frames = 0;
    let isDrawing = false;
    const request = window.requestAnimationFrame.bind(window);
    const asked = jest
      .spyOn(window, 'requestAnimationFrame')
      .mockImplementation(draw =>
        request(time => {
          isDrawing = true;
          // What is done before the next task delays this frame.
          setTimeout(() => (isDrawing = false));
          draw(time);
        })
      );
    let isWatched = true;
    const watch = (): void => {
      frames += 1;
      if (isWatched) {
        request(watch);
      }
    };
    request(watch);
    const at: Record<string, number> = {};
    const drawing: string[] = [];
    const note = (step: string): void => {
      at[step] ??= frames;
      if (isDrawing) {
        drawing.push(step);
      }
    };
    view.dispose();
    view = another(true, {
      render: async source => {
        note('parsed');
        return source;
      }
    });
    const sanitize = jest
      .spyOn(Sanitizer.prototype, 'sanitize')
      .mockImplementation(dirty => {
        note('sanitized');
        return dirty;
      });
    const observer = new MutationObserver(() => note('shown'));
    observer.observe(view.node, { childList: true, subtree: true });
    await shown('<p>word</p>'.repeat(4000));
    isWatched = false;
    observer.disconnect();
    asked.mockRestore();
    sanitize.mockRestore();
    expect(at.sanitized).toBeGreaterThan(at.parsed);
    expect(at.shown).toBeGreaterThan(at.sanitized);
    expect(drawing).toEqual([]);
  });

  it('ends with the last text where another one comes while it is on its way', async () => {
    const long = '<p>word</p>'.repeat(5000);
    view.finish(long);
    await new Promise(resolve => setTimeout(resolve, 20));
    view.finish(`${long}<p>the end</p>`);
    await view.settled;
    expect(view.node.querySelectorAll('p')).toHaveLength(5001);
    expect(view.node.textContent).toMatch(/word.*the end$/);
  });

  it('keeps the rest of a long text where it stands while its beginning changes', async () => {
    const rest = `<p>${'word '.repeat(100)}</p>`.repeat(200);
    const node = await shown(`<p>a</p>${rest}`);
    const least: number[] = [];
    const observer = new MutationObserver(() =>
      least.push(node.querySelectorAll('p').length)
    );
    observer.observe(node, { childList: true, subtree: true });
    await shown(`<p>b</p>${rest}`);
    observer.disconnect();
    expect(Math.min(...least)).toBe(201);
    expect(node.textContent).toMatch(/^bword/);
  });

  it('parts no text from text beside it, so a formula is the same however it came', async () => {
    await loadMore();
    const head = `<p>${'w '.repeat(7500)}</p>`;
    const text = `${head}${'w '.repeat(3000)} \\begin<br>{align}x\\end{align} b`;
    await shown(head);
    const streamed = (await shown(text)).innerHTML;
    const fresh = another();
    fresh.finish(text);
    await fresh.settled;
    expect(streamed).toBe(fresh.node.innerHTML);
    fresh.dispose();
  });

  it('sets formulas apart before it is attached, too', async () => {
    await loadMore();
    const text = '<p>$x ⟦c1⟧ y$ and $a$</p>';
    const formulas = (node: HTMLElement) =>
      Array.from(
        node.querySelectorAll('.jp-Cellwright-formula'),
        each => each.textContent
      );
    const early = formulas(await shown(text));
    expect(early).toEqual(['$x [1] y$', '$a$']);
    const late = another(false);
    late.finish(text);
    await late.settled;
    expect(formulas(late.node)).toEqual(early);
    Widget.attach(late, document.body);
    expect(formulas(late.node)).toEqual(early);
    late.dispose();
  });

  it('links and marks numbers of formulas, also of those already typeset', async () => {
    await loadMore();
    const typeset = another(true, {
      latexTypesetter: {
        typeset: host =>
          host
            .querySelectorAll('.jp-Cellwright-formula')
            .forEach(each => (each.innerHTML = '<math></math>'))
      }
    });
    const text = String.raw`<p>$R^2 = 0.7497$, \(p = 31.7\) and $x$</p>`;
    typeset.finish(text);
    await typeset.settled;
    typeset.finish(text, [
      { text: '0.7497', cellId: 'c1' },
      { text: '31.7', cellId: null }
    ]);
    await typeset.settled;
    const [found, missing, ...others] = typeset.node.querySelectorAll(
      '.jp-Cellwright-number'
    );
    expect(found.querySelector('math')).not.toBeNull();
    expect(found.getAttribute('href')).toBe('#cell=c1');
    expect(missing.querySelector('math')).not.toBeNull();
    expect(missing.textContent).toBe('?');
    expect(others).toEqual([]);
    typeset.dispose();
  });

  it('hands the typesetter nothing unchecked that came while it was detached', async () => {
    await loadMore();
    let load!: () => void;
    const loaded = new Promise<void>(resolve => (load = resolve));
    const read: string[] = [];
    const detached = another(true, {
      latexTypesetter: {
        typeset: async host => {
          await loaded;
          read.push(
            ...Array.from(host.querySelectorAll('p'), each => each.innerHTML)
          );
        }
      }
    });
    detached.finish('<p>$x$</p>');
    await detached.settled;
    Widget.detach(detached);
    detached.finish('<p>$x$</p><p>$\\href{javascript:hit()}{a}$</p>');
    await detached.settled;
    load();
    await new Promise(resolve => setTimeout(resolve));
    expect(read).toHaveLength(2);
    expect(read[1]).toMatch(/^<code class="[^"]*">[^<]*href[^<]*<\/code>$/);
    detached.dispose();
  });

  it('draws what comes after something that could not be drawn', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    let fails = true;
    const once = another(true, {
      label: () => {
        if (fails) {
          throw new Error('No notebook.');
        }
        return '[1]';
      }
    });
    once.finish('<p>⟦c1⟧</p>');
    await once.settled;
    fails = false;
    once.finish('<p>⟦c1⟧</p>');
    await once.settled;
    expect(once.node.textContent).toBe('[1]');
    once.dispose();
    jest.restoreAllMocks();
  });

  it('renders once more what failed while it streamed', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    let fails = true;
    const once = another(true, {
      render: async source => {
        if (fails) {
          throw new Error('Not now.');
        }
        return source;
      }
    });
    once.finish('<p>a</p>');
    await once.settled;
    expect(once.node.textContent).toBe('<p>a</p>');
    fails = false;
    once.finish('<p>a</p>');
    await once.settled;
    expect(once.node.textContent).toBe('a');
    once.dispose();
    jest.restoreAllMocks();
  });

  it('comes to its end where there are no frames, and stops where it is disposed', async () => {
    const frames = jest
      .spyOn(window, 'requestAnimationFrame')
      .mockReturnValue(0);
    const long = `<p>${'w '.repeat(500)}</p>`.repeat(50);
    const node = await shown(long);
    expect(node.querySelectorAll('p')).toHaveLength(50);
    const gone = another();
    gone.finish(long);
    await new Promise(resolve => setTimeout(resolve, 20));
    gone.dispose();
    await gone.settled;
    expect(gone.node.isConnected).toBe(false);
    frames.mockRestore();
  });
});
