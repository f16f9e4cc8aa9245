import type { Cell } from '@jupyterlab/cells';
import {
  NotebookActions,
  type INotebookModel,
  type Notebook
} from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import type { ICellRunMark } from '../../contract';
import { hashText } from '../../contract/text/hash';
import { Disposable } from '../../contract/util/disposable';

interface IAnnounced {
  notebook: Notebook;
  cell: Cell;
}

interface IRun extends ICellRunMark {
  /** Changed by a run in another page too, which is not seen here. */
  count: number | null;
}

/**
 * The runs of a notebook's cells that this page has seen, whoever began them.
 * It knows nothing of earlier runs or those in other pages.
 */
export class PageRuns extends Disposable {
  /** The source of each cell that runs. */
  private readonly _begun = new Map<string, string>();
  private readonly _runs = new Map<string, IRun>();
  private _ran = { epoch: '', code: new Set<string>() };

  /** @param _epoch of the kernel; `''` if it is not known. */
  constructor(
    private readonly _model: () => INotebookModel | null,
    private readonly _epoch: () => string
  ) {
    super();
    NotebookActions.executionScheduled.connect(this._onScheduled, this);
    NotebookActions.executed.connect(this._onExecuted, this);
  }

  /** Null if the page does not know how the cell's outputs came about. */
  of(cell: Cell): ICellRunMark | null {
    const { id } = cell.model;
    const run = this._runs.get(id);
    if (!run || run.count !== countOf(cell) || this._begun.has(id)) {
      return null;
    }
    const { hash, kernel, at } = run;
    return { hash, kernel, at };
  }

  /** What ran on the present kernel. */
  get code(): readonly string[] {
    return this._ran.epoch === this._epoch() ? [...this._ran.code] : [];
  }

  add(code: string): void {
    const epoch = this._epoch();
    if (this._ran.epoch !== epoch) {
      this._ran = { epoch, code: new Set() };
    }
    this._ran.code.add(code);
  }

  protected override release(): void {
    Signal.clearData(this);
  }

  private _onScheduled(_: unknown, { notebook, cell }: IAnnounced): void {
    if (notebook.model === this._model() && cell.model.type === 'code') {
      const { id, sharedModel } = cell.model;
      this._begun.set(id, sharedModel.source);
      this.add(sharedModel.source);
    }
  }

  private _onExecuted(_: unknown, { cell }: IAnnounced): void {
    const { id } = cell.model;
    const source = this._begun.get(id);
    this._begun.delete(id);
    if (source === undefined) {
      return;
    }
    // The kernel may have been starting when the run began.
    this.add(source);
    if (!cell.isDisposed) {
      this._runs.set(id, {
        hash: hashText(source),
        kernel: this._epoch() || null,
        at: new Date().toISOString(),
        count: countOf(cell)
      });
    }
  }
}

function countOf({ model }: Cell): number | null {
  return 'executionCount' in model && typeof model.executionCount === 'number'
    ? model.executionCount
    : null;
}
