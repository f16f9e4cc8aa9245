import {
  markdownRendererFactory,
  MimeModel,
  type IRenderMime,
  type IRenderMimeRegistry
} from '@jupyterlab/rendermime';
import {
  addBelowIcon,
  copyIcon,
  type LabIcon
} from '@jupyterlab/ui-components';
import { Widget } from '@lumino/widgets';

import type { IAnswerNumber, ITranslator } from '../../contract';
import { nextFrame } from '../../contract/util/next-frame';

import { DECIDES } from '../trust/is-persons-event';
import { linkCells, type ICellLinks } from './cell-links';
import { markNumbers } from './number-marks';
import type { IBlock, LongText } from './long-text/long-text';
import {
  isSafeAddress,
  LOAD_IMAGE_CLASS,
  ThreadSanitizer
} from './thread-sanitizer';

/** ms between two renderings while text streams: about eight per second. */
const STREAM_PERIOD = 125;

/**
 * Pause between two renderings, as a multiple of the time a rendering takes.
 */
const RENDERINGS_APART = 4;

/** Longest pause, in ms: frames of a hidden page are late. */
const MAX_PERIOD = 1000;

/**
 * Most characters of HTML added to the page in one frame. A text that is longer
 * counts as long: it is parsed, sanitized and drawn in frames of their own.
 */
const FRAME_SIZE = 20_000;

const MIME_TYPE = 'text/markdown';

/**
 * Runs in which JupyterLab's search for formulas is lost for seconds: its time
 * grows with the cube of their length. Nobody writes them.
 */
const TOO_MANY_MARKS = /`{30}|~{200}/;

/** What a `MarkdownView` needs. */
export interface IMarkdownOptions {
  rendermime: IRenderMimeRegistry;
  trans: ITranslator;
  cells: ICellLinks;
  /**
   * Separates formulas from text that must not be typeset, at once, and
   * typesets them if there is a base.
   */
  typeset(
    host: HTMLElement,
    base: IRenderMime.ILatexTypesetter | null
  ): Promise<void>;
  /** What a complete text offers on its code; by default nothing. */
  code?: {
    copy(code: string): void;
    /** Puts it into a new cell. */
    insert(code: string, event: Event): void;
  };
  /** Loads what renders a long text; null if it cannot be loaded. */
  lazy(): Promise<{ LongText: typeof LongText } | null>;
}

/**
 * Renders text of a model with JupyterLab's Markdown renderer, never trusted. A
 * message has one renderer for its whole life: while it streams, it is rendered
 * at most once per period, and once more when it is complete. Rendering happens
 * outside the page. Only what has changed is then put on the page, in parts if
 * it is long; the rest stays untouched, with its selection and scroll position.
 */
export class MarkdownView extends Widget {
  private readonly _renderer: ReturnType<IRenderMimeRegistry['createRenderer']>;

  private readonly _page: HTMLElement;

  private _blocks: IBlock[] = [];

  private _text = '';

  private _numbers: readonly IAnswerNumber[] = [];

  private _drawn: string | null = null;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _period = STREAM_PERIOD;

  private _rendering: Promise<void> = Promise.resolve();

  private _long: LongText | undefined;

  constructor(private readonly _options: IMarkdownOptions) {
    super();
    this.addClass('jp-Cellwright-markdown');
    const { rendermime, trans } = _options;
    const { markdownParser } = rendermime;
    const checked = rendermime.clone({
      sanitizer: new ThreadSanitizer(rendermime.sanitizer, trans),
      // Formulas are checked and typeset once they are on the page.
      latexTypesetter: { typeset: () => undefined },
      ...(markdownParser && {
        markdownParser: {
          render: async source => {
            const html = await markdownParser.render(withoutDiagrams(source));
            await frameAfter(source);
            return html;
          }
        }
      })
    });
    // The renderer may be another extension's, with its own sanitizer.
    checked.addFactory(markdownRendererFactory);
    this._renderer = checked.createRenderer(MIME_TYPE);
    this._page = this._renderer.node.cloneNode() as HTMLElement;
    this.node.append(this._page);
    this.node.addEventListener('click', this, true);
  }

  /** Resolves when the latest text is on the page. */
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

  /** Sets the text so far; it is drawn within a period. */
  stream(text: string): void {
    this._text = text;
    if (this._timer === undefined) {
      this._timer = setTimeout(() => {
        this._timer = undefined;
        this._draw();
      }, this._period);
    }
  }

  /**
   * Sets the complete text; it is drawn at once.
   *
   * @param numbers that are linked or marked in it.
   */
  finish(text: string, numbers: readonly IAnswerNumber[] = []): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    this._text = text;
    this._numbers = numbers;
    this._draw();
    this._rendering = this._rendering.then(() => {
      // The text itself may have been drawn before.
      if (numbers.length > 0) {
        this.refreshCells();
      }
      this._offerCode();
    });
  }

  /** Updates the labels of cells, which may have changed or be gone. */
  refreshCells(): void {
    markNumbers(this._page, this._numbers, this._options.trans);
    linkCells(this.node, this._options.cells, this._options.trans);
  }

  handleEvent(event: Event): void {
    const target = event.target as Element | null;
    const cell = target?.closest<HTMLElement>('[data-cellwright-cell]');
    if (cell?.dataset.cellwrightCell) {
      event.preventDefault();
      event.stopPropagation();
      if (!cell.classList.contains('jp-mod-gone')) {
        this._options.cells.reveal(cell.dataset.cellwrightCell);
      }
      return;
    }
    const tool = target?.closest<HTMLElement>('[data-cellwright-code]');
    if (tool) {
      event.stopPropagation();
      const code =
        tool.closest('pre')?.querySelector('code')?.textContent ?? '';
      const use = tool.dataset.cellwrightCode === 'copy' ? 'copy' : 'insert';
      this._options.code?.[use](code.trimEnd(), event);
      return;
    }
    // What renders after the sanitizer (formulas) can create links of its own.
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

  /** Typesets the formulas that were drawn before it was attached. */
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
        const blocks = await this._render(text);
        await frameAfter(text);
        await this._show(blocks);
      } catch (reason) {
        console.warn('Cellwright could not draw a message.', reason);
        this._drawn = null;
      }
      const took = performance.now() - begin;
      this._period = Math.min(
        MAX_PERIOD,
        Math.max(STREAM_PERIOD, RENDERINGS_APART * took)
      );
    });
  }

  /** Whoever renders a long text asks for less of it at a time. */
  private async _render(text: string): Promise<IBlock[]> {
    const more = text.length > FRAME_SIZE ? await this._options.lazy() : null;
    if (!more) {
      return this._renderWhole(text);
    }
    this._long ??= new more.LongText(source => this._renderWhole(source));
    return this._long.render(text);
  }

  /** The text as detached blocks; as plain text if it cannot be rendered. */
  private async _renderWhole(text: string): Promise<IBlock[]> {
    const { node } = this._renderer;
    const model = new MimeModel({
      data: { [MIME_TYPE]: text },
      trusted: false
    });
    try {
      if (TOO_MANY_MARKS.test(text)) {
        throw new Error('It has too many backticks or tildes in a row.');
      }
      await this._renderer.renderModel(model);
    } catch (reason) {
      console.warn('Cellwright could not render a message.', reason);
      node.textContent = text;
      this._drawn = null;
    }
    const nodes = Array.from(node.childNodes);
    node.replaceChildren();
    return nodes.map(each => ({ html: htmlOf(each), node: each }));
  }

  /** Replaces the blocks on the page, as far as they differ. */
  private async _show(blocks: IBlock[]): Promise<void> {
    const unchanged = this._blocks.slice(
      0,
      sharedLength(this._blocks, blocks, this._page)
    );
    const current = Array.from(this._page.childNodes);
    const wanted = new Set(blocks.map(({ node }) => node));
    const old = current
      .slice(
        unchanged.length > 0 ? current.indexOf(unchanged.at(-1)!.node) + 1 : 0
      )
      .filter(node => !wanted.has(node));
    this._blocks = unchanged;
    let size = 0;
    for (const block of blocks.slice(unchanged.length)) {
      // Adjacent text is checked as a whole, so it must not be split.
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
   * Finishes what was just added to the page. In the same turn: the typesetter
   * processes the whole page when its time comes, and must find nothing
   * unchecked.
   */
  private _dress(): void {
    this._typeset();
    this.refreshCells();
  }

  private _offerCode(): void {
    const { code: offers, trans } = this._options;
    if (!offers) {
      return;
    }
    for (const code of this._page.querySelectorAll('pre > code')) {
      if (code.previousElementSibling === null) {
        const tools = document.createElement('span');
        tools.className = 'jp-Cellwright-codeTools';
        tools.append(
          codeTool('copy', trans.__('Copy the code'), copyIcon),
          codeTool('insert', trans.__('Insert it as a cell'), addBelowIcon)
        );
        code.before(tools);
      }
    }
  }

  private _typeset(): void {
    const { rendermime, typeset } = this._options;
    if (rendermime.latexTypesetter) {
      typeset(this._page, this.isAttached ? rendermime.latexTypesetter : null)
        // Numbers beside a formula are marked once that is set apart.
        .then(() => {
          if (this._numbers.length > 0) {
            this.refreshCells();
          }
        })
        .catch(reason =>
          console.warn('Cellwright could not typeset a formula.', reason)
        );
    }
  }
}

/** Whether the node separates the texts on both sides of it. */
function isApart(node: ChildNode): boolean {
  return node instanceof Element && !/^w?br$/.test(node.localName);
}

function htmlOf(node: ChildNode): string {
  return node instanceof Element ? node.outerHTML : (node.textContent ?? '');
}

/** How many blocks at the beginning are already on the page as wanted. */
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
      // Text outside of elements is split where it has a formula or a cell's
      // name.
      (!(node instanceof Element) && node.textContent !== html)
  );
  return end === -1 ? shown.length : end;
}

/** Lets the page draw a frame after work on a text, if the text is long. */
async function frameAfter(text: string): Promise<void> {
  if (text.length > FRAME_SIZE) {
    await nextFrame();
  }
}

/**
 * Shows diagrams as their source: Mermaid draws in the page before anything is
 * sanitized, and fetches the images that a diagram refers to.
 */
function withoutDiagrams(source: string): string {
  return source.replace(
    /((?<!`)`{3,}|(?<!~)~{3,})[^\S\r\n]*mermaid[^\S\r\n]*$/gm,
    '$1'
  );
}

function codeTool(use: string, name: string, icon: LabIcon): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'jp-Cellwright-iconButton';
  button.title = name;
  button.setAttribute('aria-label', name);
  Object.keys(DECIDES).forEach(attribute => button.setAttribute(attribute, ''));
  button.dataset.cellwrightCode = use;
  icon.element({ container: button });
  return button;
}

/** Loads an image that the person asked for. */
function loadImage(button: HTMLElement): void {
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.alt = button.dataset.alt ?? '';
  image.src = button.dataset.source ?? '';
  button.replaceWith(image);
}

/** Address of a link in HTML or in a drawing; `#` if it has none. */
function addressOf(link: Element): string {
  return (
    link.getAttribute('href') ??
    link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ??
    '#'
  );
}
