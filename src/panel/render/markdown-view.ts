import {
  markdownRendererFactory,
  MimeModel,
  type IRenderMime,
  type IRenderMimeRegistry
} from '@jupyterlab/rendermime';
import { Panel, type Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';

import { linkCells, type ICellLinks } from './cell-links';
import {
  isSafeAddress,
  LOAD_IMAGE_CLASS,
  ThreadSanitizer
} from './thread-sanitizer';

/** ms between two renderings while text streams in: about eight a second. */
const STREAM_PERIOD = 125;

const MIME_TYPE = 'text/markdown';

/** What a `MarkdownView` needs. */
export interface IMarkdownOptions {
  rendermime: IRenderMimeRegistry;
  trans: ITranslator;
  cells: ICellLinks;
  /** Typesets formulas, and nothing in them that could call out. */
  typeset(host: HTMLElement, base: IRenderMime.ILatexTypesetter): Promise<void>;
}

/**
 * Text of a model, drawn by JupyterLab's Markdown renderer, never trusted.
 * One renderer for the whole life of a message: while it streams, at most one
 * rendering a period, and once more when it is whole.
 */
export class MarkdownView extends Panel {
  private readonly _renderer: ReturnType<IRenderMimeRegistry['createRenderer']>;

  private _text = '';

  private _drawn: string | null = null;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  private _rendering: Promise<void> = Promise.resolve();

  constructor(private readonly _options: IMarkdownOptions) {
    super();
    this.addClass('jp-Cellwright-markdown');
    const { rendermime, trans, typeset } = _options;
    const { latexTypesetter, markdownParser } = rendermime;
    const checked = rendermime.clone({
      sanitizer: new ThreadSanitizer(rendermime.sanitizer, trans),
      ...(latexTypesetter && {
        latexTypesetter: {
          typeset: host => typeset(host, latexTypesetter)
        }
      }),
      ...(markdownParser && {
        markdownParser: {
          render: source => markdownParser.render(withoutDiagrams(source))
        }
      })
    });
    // Another extension's renderer may come with a sanitizer of its own.
    checked.addFactory(markdownRendererFactory);
    this._renderer = checked.createRenderer(MIME_TYPE);
    this.addWidget(this._renderer as unknown as Widget);
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
    super.dispose();
  }

  /** The text so far; drawn within a period. */
  stream(text: string): void {
    this._text = text;
    if (this._timer === undefined) {
      this._timer = setTimeout(() => {
        this._timer = undefined;
        this._draw();
      }, STREAM_PERIOD);
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

  private _draw(): void {
    const text = this._text;
    this._rendering = this._rendering.then(async () => {
      if (this.isDisposed || this._drawn === text || this._text !== text) {
        return;
      }
      this._drawn = text;
      const model = new MimeModel({
        data: { [MIME_TYPE]: text },
        trusted: false
      });
      try {
        await this._renderer.renderModel(model);
      } catch (reason) {
        console.warn('Cellwright could not render a message.', reason);
        this._renderer.node.textContent = text;
      }
      if (!this.isDisposed) {
        this.refreshCells();
      }
    });
  }
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
