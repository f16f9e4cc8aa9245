import { Sanitizer } from '@jupyterlab/apputils';
import {
  RenderMimeRegistry,
  standardRendererFactories
} from '@jupyterlab/rendermime';
import { Widget } from '@lumino/widgets';

import { ENGLISH } from '../../contract';
import { MarkdownView } from './markdown-view';
import { typesetChecked } from './typeset-checked';

const labels = new Map([['c1', '[1]']]);
const revealed: string[] = [];
let view: MarkdownView;

beforeEach(() => {
  revealed.length = 0;
  view = new MarkdownView({
    typeset: typesetChecked,
    rendermime: new RenderMimeRegistry({
      initialFactories: standardRendererFactories,
      sanitizer: new Sanitizer(),
      // Markdown lets HTML through; what matters here is what becomes of it.
      markdownParser: { render: async source => source }
    }),
    trans: ENGLISH,
    cells: {
      label: id => labels.get(id) ?? null,
      reveal: id => revealed.push(id)
    }
  });
  Widget.attach(view, document.body);
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
        '<a href="mailto:ann@example.org">Ann</a>'
    );
    const [other, itself, mail] = Array.from(node.querySelectorAll('a'));
    expect(other.textContent).toBe('github.com (example.org)');
    expect(other.title).toBe('https://github.com@example.org/x');
    expect(itself.textContent).toBe('https://example.org/x');
    expect(mail.title).toBe('mailto:ann@example.org');
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

  it('says that a linked cell is gone', async () => {
    const node = await shown('⟦c9⟧');
    expect(node.querySelector('a')?.textContent).toBe('deleted cell');
    expect(node.querySelector('a')?.className).toContain('jp-mod-gone');
  });

  it('is drawn once a period while it streams, by one renderer', async () => {
    jest.useFakeTimers();
    const renderer = view.widgets[0];
    const draw = jest.spyOn(renderer as never, 'render');
    for (let i = 0; i < 50; i++) {
      view.stream('x'.repeat(i));
      jest.advanceTimersByTime(10);
      await Promise.resolve();
    }
    jest.useRealTimers();
    await view.settled;
    expect(draw.mock.calls.length).toBeLessThanOrEqual(5);
    expect(draw.mock.calls.length).toBeGreaterThan(0);
    view.finish('the end');
    await view.settled;
    expect(view.node.textContent).toBe('the end');
    expect(view.widgets).toEqual([renderer]);
  });
});
