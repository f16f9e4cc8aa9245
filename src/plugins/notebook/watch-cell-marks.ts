import type { Cell } from '@jupyterlab/cells';
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';
import { type PanelLayout, Widget } from '@lumino/widgets';

import type {
  IAgentSettings,
  ICellMark,
  IPreferences,
  ITranslator
} from '../../contract';
import { MARK_KEY, markOn } from '../../contract/ports/stored-mark';
import { Disposable } from '../../contract/util/disposable';
import { describeMark } from './describe-mark';

import '../../../style/cell-marks.css';

export interface ICellMarksOptions {
  tracker: INotebookTracker;
  preferences: Pick<IPreferences, 'onChange'> & {
    readonly current: Pick<IAgentSettings, 'provenance'>;
  };
  trans: ITranslator;
}

/**
 * Shows on cells where they came from, as long as the person wants to see it.
 */
export function watchCellMarks(options: ICellMarksOptions): Disposable {
  return new CellMarks(options);
}

class CellMarks extends Disposable {
  private readonly _endSettings: () => void;

  private readonly _marked = new Map<Cell, MarkedCell>();

  constructor(private readonly _options: ICellMarksOptions) {
    super();
    const { tracker, preferences } = _options;
    tracker.forEach(panel => this._follow(panel));
    tracker.widgetAdded.connect(this._onAdded, this);
    this._endSettings = preferences.onChange(() => this._refresh());
  }

  protected override release(): void {
    this._endSettings();
    Signal.clearData(this);
    this._marked.forEach(marked => marked.dispose());
    this._marked.clear();
  }

  private _onAdded(_: INotebookTracker, panel: NotebookPanel): void {
    this._follow(panel);
  }

  private _follow({ content }: NotebookPanel): void {
    const attach = (): void => {
      content.model?.cells.changed.connect(() => this._take(content), this);
      this._take(content);
    };
    content.modelChanged.connect(attach, this);
    attach();
  }

  /** Follows cells that are new since the last call. */
  private _take({ widgets }: NotebookPanel['content']): void {
    const { preferences, trans } = this._options;
    for (const cell of widgets) {
      if (!this._marked.has(cell)) {
        this._marked.set(
          cell,
          new MarkedCell({
            cell,
            isOn: () => preferences.current.provenance,
            trans
          })
        );
        cell.disposed.connect(this._leave, this);
      }
    }
  }

  private _leave(cell: Cell): void {
    this._marked.get(cell)?.dispose();
    this._marked.delete(cell);
  }

  private _refresh(): void {
    this._marked.forEach(marked => marked.refresh());
  }
}

/**
 * Class of a cell with a mark, so that the mark can be positioned inside it.
 */
const MARKED = 'jp-mod-cellwrightMarked';

interface IMarkedCellOptions {
  cell: Cell;
  isOn(): boolean;
  trans: ITranslator;
}

/** A cell, and its mark if it has one. */
class MarkedCell {
  private _text: string | null = null;

  private _widget: Widget | null = null;

  private _isDisposed = false;

  constructor(private readonly _options: IMarkedCellOptions) {
    _options.cell.model.metadataChanged.connect(this._onMetadata, this);
    this.refresh();
  }

  dispose(): void {
    this._isDisposed = true;
    Signal.clearData(this);
    this._hide();
  }

  refresh(): void {
    const text = this._currentText();
    if (text === this._text) {
      return;
    }
    this._hide();
    this._text = text;
    if (text !== null) {
      void this._show(text);
    }
  }

  private _onMetadata(_: unknown, { key }: { key: string }): void {
    if (key === MARK_KEY) {
      this.refresh();
    }
  }

  private _currentText(): string | null {
    const { cell, isOn, trans } = this._options;
    const { id } = cell.model;
    const mark = markOn(id, cell.model.getMetadata(MARK_KEY));
    return isOn() && mark && tells(mark) ? describeMark(mark, trans) : null;
  }

  private async _show(text: string): Promise<void> {
    const { cell } = this._options;
    // A cell that was never in view has no layout yet.
    await cell.ready;
    if (this._text !== text || this._widget || this._isDisposed) {
      return;
    }
    this._widget = this._makeWidget(text);
    cell.addClass(MARKED);
    const layout = cell.layout as PanelLayout;
    // Before the footer; it is placed beside the cell and takes no space.
    layout.insertWidget(layout.widgets.length - 1, this._widget);
  }

  private _hide(): void {
    this._text = null;
    this._widget?.dispose();
    this._widget = null;
    this._options.cell.removeClass(MARKED);
  }

  /**
   * A button, so that it can be reached by keyboard; pressing it does nothing.
   */
  private _makeWidget(text: string): Widget {
    const node = document.createElement('div');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'jp-Cellwright-CellMark-button';
    button.setAttribute(
      'aria-label',
      this._options.trans.__('Where this cell comes from: %1', text)
    );
    // Enter and Space are notebook shortcuts; Escape closes the details.
    button.setAttribute('data-lm-suppress-shortcuts', 'true');
    button.addEventListener('keydown', event => {
      if (event.key === 'Escape') {
        button.blur();
      }
    });
    const details = document.createElement('div');
    details.className = 'jp-Cellwright-CellMark-details';
    // Already read out as the button's name.
    details.setAttribute('aria-hidden', 'true');
    details.textContent = text;
    node.append(button, details);
    const widget = new Widget({ node });
    widget.addClass('jp-Cellwright-CellMark');
    return widget;
  }
}

/**
 * Whether it says where the cell came from. Some marks only record a run, in
 * case of a crash.
 */
function tells(mark: ICellMark): boolean {
  return mark.model !== '' || mark.by !== '';
}
