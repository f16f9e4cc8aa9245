import {
  markdownRendererFactory,
  MimeModel,
  type IRenderMime,
  type IRenderMimeRegistry
} from '@jupyterlab/rendermime';
import { Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';

import { linkCells, type ICellLinks } from './cell-links';
import {
  isSafeAddress,
  LOAD_IMAGE_CLASS,
  ThreadSanitizer
} from './thread-sanitizer';

/** ms between two renderings while text streams in: about eight a second. */
const STREAM_PERIOD = 125;

/** How many times what a rendering took lies between two. */
const RENDERINGS_APART = 4;

/** The most that lies between them, in ms: frames of a hidden page come late. */
const LONGEST_PERIOD = 1000;

/** Characters of HTML that come to the page within one frame. */
const FRAME_SIZE = 20_000;

/** ms after which a frame is not waited for: nobody sees the page then. */
const NO_FRAME = 100;

const MIME_TYPE = 'text/markdown';

/** What a `MarkdownView` needs. */
export interface IMarkdownOptions {
  rendermime: IRenderMimeRegistry;
  trans: ITranslator;
  cells: ICellLinks;
  /**
   * Sets formulas apart from what must not be typeset, at once, and typesets
   * them where there is a base to do so.
   */
  typeset(
    host: HTMLElement,
    base: IRenderMime.ILatexTypesetter | null
  ): Promise<void>;
}

/** What stands on the page, and the HTML it was made of. */
interface IBlock {
  html: string;
  node: ChildNode;
}

/**
 * Text of a model, drawn by JupyterLab's Markdown renderer, never trusted.
 * One renderer for the whole life of a message: while it streams, at most one
 * rendering a period, and once more when it is whole. It renders apart from the
 * page. What has changed comes to the page, long texts part by part; what has
 * not stays as it is, selected or scrolled.
 */
export class MarkdownView extends Widget {
  private readonly _renderer: ReturnType<IRenderMimeRegistry['createRenderer']>;

  private readonly _page: HTMLElement;

  private _blocks: IBlock[] = [];

  private _text = '';

  private _drawn: string | null = null;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _period = STREAM_PERIOD;

  private _rendering: Promise<void> = Promise.resolve();

  constructor(private readonly _options: IMarkdownOptions) {
    super();
    this.addClass('jp-Cellwright-markdown');
    const { rendermime, trans } = _options;
    const { markdownParser } = rendermime;
    const checked = rendermime.clone({
      sanitizer: new ThreadSanitizer(rendermime.sanitizer, trans),
      // Formulas are typeset once they are on the page, and looked at before.
      latexTypesetter: { typeset: () => undefined },
      ...(markdownParser && {
        markdownParser: {
          render: source => markdownParser.render(withoutDiagrams(source))
        }
      })
    });
    // Another extension's renderer may come with a sanitizer of its own.
    checked.addFactory(markdownRendererFactory);
    this._renderer = checked.createRenderer(MIME_TYPE);
    this._page = this._renderer.node.cloneNode() as HTMLElement;
    this.node.append(this._page);
    this.node.addEventListener('click', this, true);
  }

  /** Resolves when what was last set is on the page. */
  get settled(): Promise<void> {
    return this._rendering;
  }

  override dispose(): void {
    if (this.isDisposed) {
      return;
    }
    clearTimeout(this._timer);
    this.node.removeEventListener('click', this, true);
    this._renderer.dispose();
    super.dispose();
  }

  /** The text so far; drawn within a period. */
  stream(text: string): void {
    this._text = text;
    if (this._timer === undefined) {
      this._timer = setTimeout(() => {
        this._timer = undefined;
        this._draw();
      }, this._period);
    }
  }

  /** The whole text; drawn at once. */
  finish(text: string): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._text = text;
    this._draw();
  }

  /** Cells may have other labels now, or be gone. */
  refreshCells(): void {
    linkCells(this.node, this._options.cells, this._options.trans);
  }

  handleEvent(event: Event): void {
    const target = event.target as Element | null;
    const cell = target?.closest<HTMLElement>('[data-cellwright-cell]');
    if (cell?.dataset.cellwrightCell) {
      event.preventDefault();
      event.stopPropagation();
      this._options.cells.reveal(cell.dataset.cellwrightCell);
      return;
    }
    // What renders after the sanitizer (formulas) can make links of its own.
    const link = target?.closest('a');
    if (link && !isSafeAddress(addressOf(link))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const button = target?.closest<HTMLElement>(`button.${LOAD_IMAGE_CLASS}`);
    if (button) {
      event.preventDefault();
      event.stopPropagation();
      loadImage(button);
    }
  }

  /** Formulas of what was drawn before. */
  protected override onAfterAttach(): void {
    this._typeset();
  }

  private _draw(): void {
    const text = this._text;
    this._rendering = this._rendering.then(async () => {
      if (this.isDisposed || this._drawn === text || this._text !== text) {
        return;
      }
      this._drawn = text;
      const begin = performance.now();
      try {
        await this._show(await this._render(text));
      } catch (reason) {
        console.warn('Cellwright could not draw a message.', reason);
        this._drawn = null;
      }
      const took = performance.now() - begin;
      this._period = Math.min(
        LONGEST_PERIOD,
        Math.max(STREAM_PERIOD, RENDERINGS_APART * took)
      );
    });
  }

  /** The text as nodes that stand nowhere; as plain text if it cannot be drawn. */
  private async _render(text: string): Promise<ChildNode[]> {
    const { node } = this._renderer;
    const model = new MimeModel({
      data: { [MIME_TYPE]: text },
      trusted: false
    });
    try {
      await this._renderer.renderModel(model);
    } catch (reason) {
      console.warn('Cellwright could not render a message.', reason);
      node.textContent = text;
      this._drawn = null;
    }
    const nodes = Array.from(node.childNodes);
    node.replaceChildren();
    return nodes;
  }

  /** Puts these in the place of what stands there, as far as they differ. */
  private async _show(nodes: ChildNode[]): Promise<void> {
    const blocks = nodes.map(node => ({ html: htmlOf(node), node }));
    const kept = this._blocks.slice(
      0,
      sharedLength(this._blocks, blocks, this._page)
    );
    const standing = Array.from(this._page.childNodes);
    const old = standing.slice(
      kept.length > 0 ? standing.indexOf(kept.at(-1)!.node) + 1 : 0
    );
    this._blocks = kept;
    let size = 0;
    for (const block of blocks.slice(kept.length)) {
      // Text beside text is looked at as a whole, and never parted.
      if (size > FRAME_SIZE && isApart(block.node)) {
        while (old.length > 0 && !isApart(old[0])) {
          old.shift()!.remove();
        }
        this._dress();
        await nextFrame();
        size = 0;
      }
      if (this.isDisposed) {
        return;
      }
      size += block.html.length;
      this._page.insertBefore(block.node, old[0] ?? null);
      old.shift()?.remove();
      this._blocks.push(block);
    }
    old.forEach(node => node.remove());
    this._dress();
  }

  /**
   * Of what has just come to the page. In the same turn: the typesetter looks at
   * the whole page when it comes to it, and must find nothing unchecked.
   */
  private _dress(): void {
    this._typeset();
    this.refreshCells();
  }

  private _typeset(): void {
    const { rendermime, typeset } = this._options;
    if (rendermime.latexTypesetter) {
      typeset(
        this._page,
        this.isAttached ? rendermime.latexTypesetter : null
      ).catch(reason =>
        console.warn('Cellwright could not typeset a formula.', reason)
      );
    }
  }
}

/** Whether what stands beside it is none of its text. */
function isApart(node: ChildNode): boolean {
  return node instanceof Element && !/^w?br$/.test(node.localName);
}

function htmlOf(node: ChildNode): string {
  return node instanceof Element ? node.outerHTML : (node.textContent ?? '');
}

/** How many blocks, from the first, stand on the page as they shall. */
function sharedLength(
  shown: readonly IBlock[],
  wanted: readonly IBlock[],
  page: HTMLElement
): number {
  const end = shown.findIndex(
    ({ html, node }, at) =>
      html !== wanted[at]?.html ||
      node.nodeType !== wanted[at].node.nodeType ||
      node.parentNode !== page ||
      // Text in no element is cut where there is a formula or a cell's name.
      (!(node instanceof Element) && node.textContent !== html)
  );
  return end === -1 ? shown.length : end;
}

/** Resolves in the next frame, or soon where there is none. */
function nextFrame(): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(go, NO_FRAME);
    const frame = requestAnimationFrame(go);
    function go(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

/**
 * Diagrams are shown as what was written: Mermaid draws in the page before
 * anything is sanitized, and fetches images that a diagram names.
 */
function withoutDiagrams(source: string): string {
  return source.replace(/(`{3,}|~{3,})[^\S\r\n]*mermaid[^\S\r\n]*$/gm, '$1');
}

/** The person has asked for it. */
function loadImage(button: HTMLElement): void {
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.alt = button.dataset.alt ?? '';
  image.src = button.dataset.source ?? '';
  button.replaceWith(image);
}

/** Of a link in HTML or in a drawing; `#` where it has none. */
function addressOf(link: Element): string {
  return (
    link.getAttribute('href') ??
    link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ??
    '#'
  );
}
