import type { Cell } from '@jupyterlab/cells';
import {
  NotebookActions,
  type INotebookModel,
  type Notebook
} from '@jupyterlab/notebook';
import type { ICellRunMark } from '../../contract';
import { hashText } from '../../contract/text/hash-text';
import { Disposable } from '../../contract/util/disposable';

interface IAnnounced {
  notebook: Notebook;
  cell: Cell;
}

interface IRun extends ICellRunMark {
  /** Who runs it in another page changes this and is not heard here. */
  count: number | null;
}

/**
 * What this page heard of runs of a notebook's cells, whoever began them. Of
 * what ran before, or in another page, it knows nothing.
 */
export class PageRuns extends Disposable {
  private readonly _begun = new Map<string, string>();
  private readonly _runs = new Map<string, IRun>();

  /** @param _epoch of the kernel; `''` where it is not known. */
  constructor(
    private readonly _model: () => INotebookModel | null,
    private readonly _epoch: () => string
  ) {
    super();
    NotebookActions.executionScheduled.connect(this._onScheduled, this);
    NotebookActions.executed.connect(this._onExecuted, this);
  }

  /** Null where the page does not know how its outputs came about. */
  of(cell: Cell): ICellRunMark | null {
    const { id } = cell.model;
    const run = this._runs.get(id);
    if (!run || run.count !== countOf(cell) || this._begun.has(id)) {
      return null;
    }
    const { hash, kernel, at } = run;
    return { hash, kernel, at };
  }

  protected override release(): void {
    NotebookActions.executionScheduled.disconnect(this._onScheduled, this);
    NotebookActions.executed.disconnect(this._onExecuted, this);
  }

  private _onScheduled(_: unknown, { notebook, cell }: IAnnounced): void {
    if (notebook.model === this._model() && cell.model.type === 'code') {
      this._begun.set(cell.model.id, hashText(cell.model.sharedModel.source));
    }
  }

  private _onExecuted(_: unknown, { cell }: IAnnounced): void {
    const { id } = cell.model;
    const hash = this._begun.get(id);
    this._begun.delete(id);
    if (hash !== undefined && !cell.isDisposed) {
      this._runs.set(id, {
        hash,
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
