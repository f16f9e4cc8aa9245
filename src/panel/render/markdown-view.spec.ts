import type { IRenderMime } from '@jupyterlab/rendermime';

import { ENGLISH } from '../../contract';
import { until } from '../../testing/until';
import { MarkdownView, type IMarkdownOptions } from './markdown-view';

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

function another({
  latexTypesetter = { typeset: () => undefined },
  label = id => labels.get(id) ?? null,
  // Markdown lets HTML through; this spec is about what happens to it then.
  render = async source => source,
  code
}: IOther = {}): MarkdownView {
  const host = document.body.appendChild(document.createElement('div'));
  return new MarkdownView(host, {
    code,
    rendermime: { markdownParser: { render }, latexTypesetter },
    trans: ENGLISH,
    cells: { label, reveal: id => revealed.push(id) }
  });
}

beforeEach(() => {
  revealed.length = 0;
  rendered.length = 0;
  view = another({
    render: async source => {
      rendered.push(source);
      return source;
    }
  });
});

afterEach(() => {
  view.dispose();
  document.body.replaceChildren();
});

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
        ' data-commandlinker-command="runmenu:run-all" class="jp-Dialog mathjax_process language-python">a</p>'
    );
    const p = node.querySelector('p')!;
    expect(p.getAttributeNames()).toEqual([]);
  });

  it('holds no link that runs a script, and opens others apart', async () => {
    const node = await shown(
      '<a href="javascript:hit()">a</a><a href="https://example.org">b</a>'
    );
    const [link, ...others] = Array.from(node.querySelectorAll('a'));
    expect(others).toEqual([]);
    expect(node.textContent).toMatch(/^a/);
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

  it.each([
    ['the picture in it', 'data:image/png;base64,iVBORw0KGgo=', 1],
    ['no data that may be no picture', 'data:image/png;base64,AAAA', 0],
    ['nothing of this server', '/logout', 0]
  ])('shows %s before it is asked to', async (_, address, count) => {
    const node = await shown(`<img src="${address}"><img srcset="/logout 1x">`);
    expect(node.querySelectorAll('img')).toHaveLength(count);
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

  it('shows the label of a cell where a link has its name for the model', async () => {
    const id = 'a0af31c2-7d';
    const other = another({ label: () => '[27]' });
    other.finish(
      `<a href="#cell=${id}">a0af</a>, <a href="#cell=${id}">a0</a>, <a href="#cell=${id}">face</a>`
    );
    await other.settled;
    expect(other.node.textContent).toBe('[27], a0, face');
    other.dispose();
  });

  it('leaves marks in code as they are, and says that a linked cell is gone', async () => {
    const node = await shown('<pre><code>⟦c1⟧</code></pre>⟦c9⟧');
    expect(node.querySelector('code')?.textContent).toBe('⟦c1⟧');
    expect(node.querySelector('a')?.textContent).toBe('deleted cell');
    expect(node.querySelector('a')?.className).toContain('jp-mod-gone');
  });

  it('offers its code once it is complete, where a cell can be made of it', async () => {
    const used: string[] = [];
    const other = another({
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
      await shown(first);
      const node = await shown(`${first}<br>and more`);
      expect(node.textContent).toBe(`${text}and more`);
      await shown(`${first}<br>and more<p>still</p>`);
      expect(node.textContent).toBe(`${text}and morestill`);
    }
  );

  it('hands a typesetter its formulas and nothing else', async () => {
    const node = await shown(
      '<p>$5 ⟦c1⟧ and 6$, $x$, $\\href{a}{b}$ and ref \\ref{a}</p>' +
        '<code>$y$</code><a href="https://a.org/@@0@@">@@1@@</a>'
    );
    expect(
      Array.from(node.children, ({ className }) => className).join()
    ).toContain('mathjax_ignore');
    expect(
      Array.from(
        node.querySelectorAll('.mathjax_process'),
        each => each.textContent
      )
    ).toEqual(['$x$']);
    expect(node.textContent).toBe(
      '$5 [1] and 6$, $x$, $\\href{a}{b}$ and ref \\ref{a}' + '$y$@@1@@ (a.org)'
    );
  });

  it('draws a long text in pieces, and stops where it is disposed', async () => {
    const paragraph = 'word '.repeat(100);
    const long = `${paragraph}\n\n`.repeat(100);
    const other = another();
    other.finish(long);
    await until(async () => other.node.textContent !== '');
    other.dispose();
    await other.settled;
    expect(other.node.textContent).toBe('');
    const node = await shown(long);
    expect(node.textContent?.replace(/\n/g, '')).toBe(paragraph.repeat(100));
    expect(rendered.length).toBeGreaterThan(3);
    const [first] = node.children;
    rendered.length = 0;
    await shown(`${long}the end`);
    expect(node.textContent).toContain('the end');
    expect(node.children[0]).toBe(first);
    expect(rendered).toHaveLength(1);
  });

  it('links and marks numbers of formulas, also of those already typeset', async () => {
    const typeset = another({
      latexTypesetter: {
        typeset: host =>
          host
            .querySelectorAll('.jp-Cellwright-formula')
            .forEach(each => (each.innerHTML = '<math></math>'))
      }
    });
    const text = String.raw`<p>$R^2 = 0.7497$, \\(p = 31.7\\) and $x$</p>`;
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

  it('draws what comes after something that could not be drawn', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    let fails = true;
    const once = another({
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
  });

  it('renders once more what failed while it streamed', async () => {
    jest.spyOn(console, 'warn').mockImplementation();
    let fails = true;
    const once = another({
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
  });
});
