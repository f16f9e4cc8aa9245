import type { Cell, CodeCell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';
import { type PanelLayout, Widget } from '@lumino/widgets';

import type { ITranslator } from '../../contract';
import { hasFailed, isCode } from './cell-target';

import '../../../style/actions.css';

export interface IErrorButtonsOptions {
  tracker: INotebookTracker;
  trans: ITranslator;
  /** Not a command, because it sends: only the person's own button may. */
  fix(cell: { cellId: string; notebook: string }): void;
}

/** Puts a button under each cell that failed, for as long as it shows the error. */
export class ErrorButtons {
  private readonly _watched = new Map<Cell, FailedCell>();

  constructor(private readonly _options: IErrorButtonsOptions) {
    const { tracker } = _options;
    tracker.forEach(panel => this._follow(panel));
    tracker.widgetAdded.connect(this._onAdded, this);
  }

  dispose(): void {
    Signal.clearData(this);
    this._watched.forEach(watched => watched.dispose());
  }

  private _onAdded(_: INotebookTracker, panel: NotebookPanel): void {
    this._follow(panel);
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
  private _take({ content, context }: NotebookPanel): void {
    for (const cell of content.widgets) {
      if (isCode(cell) && !this._watched.has(cell)) {
        const fix = (): void => {
          this._options.fix({
            cellId: cell.model.id,
            notebook: context.path
          });
        };
        this._watched.set(cell, new FailedCell(cell, this._options.trans, fix));
        cell.disposed.connect(this._leave, this);
      }
    }
  }

  private _leave(cell: Cell): void {
    this._watched.get(cell)?.dispose();
    this._watched.delete(cell);
  }
}

/** A code cell, and its button if it has one. */
class FailedCell {
  private _button: Widget | null = null;

  private _isDisposed = false;

  constructor(
    private readonly _cell: CodeCell,
    private readonly _trans: ITranslator,
    private readonly _fix: () => void
  ) {
    _cell.model.outputs.changed.connect(this._refresh, this);
    this._refresh();
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
    this._button?.dispose();
    this._button = null;
  }

  private _refresh(): void {
    if (hasFailed(this._cell)) {
      void this._show();
    } else {
      this._button?.dispose();
      this._button = null;
    }
  }

  private async _show(): Promise<void> {
    // A cell that was never in view has no output area yet.
    await this._cell.ready;
    if (this._button || this._isDisposed || !hasFailed(this._cell)) {
      return;
    }
    this._button = this._makeButton();
    const layout = this._cell.layout as PanelLayout;
    // Before the footer, where JupyterLab puts the outputs.
    layout.insertWidget(layout.widgets.length - 1, this._button);
  }

  private _makeButton(): Widget {
    const node = document.createElement('div');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'jp-Cellwright-FixError-button';
    button.textContent = this._trans.__('Fix with Cellwright');
    // Enter and Space press the button; in a notebook they would be shortcuts.
    button.setAttribute('data-lm-suppress-shortcuts', 'true');
    button.addEventListener('click', () => this._fix());
    node.append(button);
    const widget = new Widget({ node });
    widget.addClass('jp-Cellwright-FixError');
    return widget;
  }
}
