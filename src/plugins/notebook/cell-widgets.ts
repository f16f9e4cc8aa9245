import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';
import type { PanelLayout, Widget } from '@lumino/widgets';

/** What a widget says on cells. */
export interface ICellWidgets {
  /** What there is to say on a cell now; null for nothing. */
  textOn(cell: Cell): string | null;
  /** Connects what may change that, with `receiver` as the receiver. */
  watch(cell: Cell, refresh: () => void, receiver: object): void;
  make(text: string, cell: Cell, panel: NotebookPanel): Widget;
}

/**
 * Puts a widget into each cell for as long as there is something to say on it.
 * Lives as long as the page.
 */
export class CellWidgets {
  private readonly _cells = new Map<Cell, CellWidget>();

  constructor(
    tracker: INotebookTracker,
    private readonly _kind: ICellWidgets
  ) {
    tracker.forEach(panel => this._follow(panel));
    tracker.widgetAdded.connect((_, panel) => this._follow(panel), this);
  }

  refresh(): void {
    this._cells.forEach(each => each.refresh());
  }

  private _follow(panel: NotebookPanel): void {
    const { content } = panel;
    const attach = (): void => {
      // Not `modelContentChanged`, which fires on every keystroke.
      content.model?.cells.changed.connect(() => this._take(panel), this);
      this._take(panel);
    };
    content.modelChanged.connect(attach, this);
    attach();
  }

  /** Follows cells that are new since the last call. */
  private _take(panel: NotebookPanel): void {
    for (const cell of panel.content.widgets) {
      if (!this._cells.has(cell)) {
        this._cells.set(cell, new CellWidget(cell, panel, this._kind));
        cell.disposed.connect(this._leave, this);
      }
    }
  }

  private _leave(cell: Cell): void {
    this._cells.get(cell)?.dispose();
    this._cells.delete(cell);
  }
}

/** A cell, and its widget if it has one. */
class CellWidget {
  private _text: string | null = null;

  private _widget: Widget | null = null;

  constructor(
    private readonly _cell: Cell,
    private readonly _panel: NotebookPanel,
    private readonly _kind: ICellWidgets
  ) {
    _kind.watch(_cell, () => this.refresh(), this);
    this.refresh();
  }

  dispose(): void {
    Signal.clearData(this);
    this._hide();
  }

  refresh(): void {
    const text = this._kind.textOn(this._cell);
    if (text !== this._text) {
      this._hide();
      this._text = text;
      if (text !== null) {
        void this._show(text);
      }
    }
  }

  private async _show(text: string): Promise<void> {
    const { _cell: cell } = this;
    // A cell that was never in view has no layout yet.
    await cell.ready;
    if (this._text !== text || this._widget) {
      return;
    }
    this._widget = this._kind.make(text, cell, this._panel);
    const layout = cell.layout as PanelLayout;
    // Before the footer.
    layout.insertWidget(layout.widgets.length - 1, this._widget);
  }

  private _hide(): void {
    this._text = null;
    this._widget?.dispose();
    this._widget = null;
  }
}
