import {
  addBelowIcon,
  copyIcon,
  type LabIcon
} from '@jupyterlab/ui-components';

import type { IAnswerNumber, ITranslator } from '../../contract';
import { nextFrame } from '../../contract/util/next-task';

import type { IPanelServices } from '../state/panel-services';
import { DECIDES } from '../trust/is-persons-event';
import { labelCells, type ICellLinks } from './cell-links';
import {
  FORMULA_CLASS,
  LOAD_IMAGE_CLASS,
  loadImage,
  messageHtml
} from './message-html';
import { markNumbers } from './number-marks';
import { isSafeAddress } from './safe-html';
import { splitMarkdown } from './split-markdown';

/** ms between two renderings while text streams: about eight per second. */
const STREAM_PERIOD = 125;

/**
 * Pause between two renderings, as a multiple of the time a rendering takes.
 */
const RENDERINGS_APART = 4;

/** Longest pause, in ms: frames of a hidden page are late. */
const MAX_PERIOD = 1000;

/** What a `MarkdownView` needs. */
export interface IMarkdownOptions {
  rendermime: IPanelServices['rendermime'];
  trans: ITranslator;
  cells: ICellLinks;
  /** What a complete text offers on its code; by default nothing. */
  code?: {
    copy(code: string): void;
    /** Puts it into a new cell. */
    insert(code: string, event: Event): void;
  };
}

/** A part of the text that is drawn by itself, and the HTML of its blocks. */
interface IPiece {
  source: string;
  node: HTMLElement;
  blocks: string[];
}

/**
 * Draws text of a model into an element. While it streams, it is drawn at most
 * once per period, and once more when it is complete; a long text in pieces,
 * each in a frame of its own. Only blocks from the first one that has changed
 * are replaced; the rest stays untouched, with its selection and scroll
 * position.
 */
export class MarkdownView {
  private _pieces: IPiece[] = [];

  private _text = '';

  private _drawn: string | null = null;

  private _numbers: readonly IAnswerNumber[] = [];

  private _isComplete = false;

  private _isDisposed = false;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _period = STREAM_PERIOD;

  private _drawing: Promise<void> = Promise.resolve();

  constructor(
    readonly node: HTMLElement,
    private readonly _options: IMarkdownOptions
  ) {
    node.addEventListener('click', this, true);
  }

  /** Resolves when the latest text is on the page. */
  get settled(): Promise<void> {
    return this._drawing;
  }

  dispose(): void {
    this._isDisposed = true;
    clearTimeout(this._timer);
    this.node.removeEventListener('click', this, true);
    this.node.replaceChildren();
  }

  /** Sets the text so far; it is drawn within a period. */
  stream(text: string): void {
    this._text = text;
    this._isComplete = false;
    this._timer ??= setTimeout(() => this._draw(), this._period);
  }

  /**
   * Sets the complete text; it is drawn at once.
   *
   * @param numbers that are linked or marked in it.
   */
  finish(text: string, numbers: readonly IAnswerNumber[] = []): void {
    this._text = text;
    this._numbers = numbers;
    this._isComplete = true;
    this._draw();
  }

  /** Updates the labels of cells, which may have changed or be gone. */
  refresh(): void {
    const { cells, trans } = this._options;
    markNumbers(this.node, this._numbers, trans);
    labelCells(this.node, id => cells.label(id), trans);
    if (this._isComplete) {
      this._offerCode();
    }
  }

  handleEvent(event: Event): void {
    const target = event.target as Element | null;
    const cell = target?.closest<HTMLElement>('[data-cellwright-cell]');
    const tool = target?.closest<HTMLElement>('[data-cellwright-code]');
    const link = target?.closest('a');
    const image = target?.closest<HTMLElement>(`button.${LOAD_IMAGE_CLASS}`);
    if (cell?.dataset.cellwrightCell) {
      if (!cell.classList.contains('jp-mod-gone')) {
        this._options.cells.reveal(cell.dataset.cellwrightCell);
      }
    } else if (tool) {
      const code =
        tool.closest('pre')?.querySelector('code')?.textContent ?? '';
      const use = tool.dataset.cellwrightCode === 'copy' ? 'copy' : 'insert';
      this._options.code?.[use](code.trimEnd(), event);
    } else if (image) {
      loadImage(image);
    } else if (!link || isSafeAddress(addressOf(link))) {
      // Typesetters can create links of their own.
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private _draw(): void {
    clearTimeout(this._timer);
    this._timer = undefined;
    const text = this._text;
    this._drawing = this._drawing.then(async () => {
      if (this._isDisposed || this._text !== text) {
        return;
      }
      const begin = performance.now();
      try {
        if (this._drawn === text) {
          this.refresh();
        } else {
          this._drawn = text;
          await this._drawPieces(splitMarkdown(text) ?? [text]);
        }
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

  private async _drawPieces(sources: string[]): Promise<void> {
    for (const { node } of this._pieces.splice(sources.length)) {
      node.remove();
    }
    let changed = 0;
    for (const [at, source] of sources.entries()) {
      const piece = (this._pieces[at] ??= this._addPiece());
      if (piece.source === source) {
        continue;
      }
      if (changed++ > 0) {
        await nextFrame();
      }
      const blocks = await this._render(source);
      if (this._isDisposed) {
        return;
      }
      replaceBlocks(piece, blocks);
      // What could not be rendered is rendered once more.
      piece.source = this._drawn === null ? '' : source;
      this.refresh();
      this._typeset(piece.node);
    }
    if (changed === 0) {
      this.refresh();
    }
  }

  private _addPiece(): IPiece {
    const node = document.createElement('div');
    node.className = 'jp-RenderedHTMLCommon jp-RenderedMarkdown mathjax_ignore';
    this.node.append(node);
    return { source: '', node, blocks: [] };
  }

  /** The text's blocks; as plain text if it cannot be rendered. */
  private async _render(source: string): Promise<Element[]> {
    const { rendermime, trans } = this._options;
    const { markdownParser } = rendermime;
    try {
      if (!markdownParser) {
        throw new Error('JupyterLab has no Markdown parser.');
      }
      const fragment = await messageHtml(
        source,
        async text => markdownParser.render(text),
        trans
      );
      return blocksOf(fragment);
    } catch (reason) {
      console.warn('Cellwright could not render a message.', reason);
      this._drawn = null;
      const plain = document.createElement('div');
      plain.textContent = source;
      return [plain];
    }
  }

  private _typeset(host: HTMLElement): void {
    const { latexTypesetter } = this._options.rendermime;
    if (latexTypesetter && host.querySelector(`.${FORMULA_CLASS}`)) {
      Promise.resolve(latexTypesetter.typeset(host)).catch(reason =>
        console.warn('Cellwright could not typeset a formula.', reason)
      );
    }
  }

  private _offerCode(): void {
    const { code: offers, trans } = this._options;
    if (!offers) {
      return;
    }
    for (const code of this.node.querySelectorAll('pre > code')) {
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
}

/**
 * Text that is in no element gets one, and so does a link, of which only the
 * words may stay: each block remains a block.
 */
function blocksOf(fragment: DocumentFragment): Element[] {
  return Array.from(fragment.childNodes).flatMap(node => {
    if (node instanceof Element && node.localName !== 'a') {
      return node;
    }
    if (node instanceof Text && node.data.trim() === '') {
      return [];
    }
    const wrapped = document.createElement('span');
    wrapped.append(node);
    return wrapped;
  });
}

/** Replaces the blocks from the first that differs. */
function replaceBlocks(piece: IPiece, wanted: Element[]): void {
  const html = wanted.map(({ outerHTML }) => outerHTML);
  const { children } = piece.node;
  let same = 0;
  while (
    same < children.length &&
    same < html.length &&
    piece.blocks[same] === html[same]
  ) {
    same++;
  }
  const old = Array.from(children).slice(same);
  piece.node.append(...wanted.slice(same));
  old.forEach(node => node.remove());
  piece.blocks = html;
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

/** Address of a link in HTML or in a drawing; `#` if it has none. */
function addressOf(link: Element): string {
  return (
    link.getAttribute('href') ??
    link.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ??
    '#'
  );
}
