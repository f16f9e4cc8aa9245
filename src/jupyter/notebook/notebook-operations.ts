import type {
  INotebookCellExecutor,
  NotebookPanel
} from '@jupyterlab/notebook';
import type { IDisposable } from '@lumino/disposable';

import type { ITranslator } from '../../contract';
import { CellRunner } from '../kernel/cell-runner';
import { Inspector } from '../kernel/inspect-kernel';
import type { KernelView } from '../kernel/kernel-view';
import { NotebookEdits } from './notebook-edits';
import type { IServerKernels } from '../kernel/server-kernels';

export interface INotebookOperationsOptions {
  /** The notebook's widget; throws if it is closed. */
  panel(): NotebookPanel;
  kernel: KernelView;
  name(): string;
  /** Whether a cell of the notebook is running or queued. */
  cellsRunning(): boolean;
  executor: INotebookCellExecutor;
  /** Whether the executor sends from this page, as JupyterLab's own does. */
  sendsFromPage?: boolean;
  server?: IServerKernels;
  trans: ITranslator;
}

/**
 * What is done to a notebook and its kernel. Loaded when first used: showing a
 * notebook needs none of it.
 */
export class NotebookOperations implements IDisposable {
  readonly runner: CellRunner;

  readonly inspector: Inspector;

  constructor(private readonly _options: INotebookOperationsOptions) {
    const { kernel, name, cellsRunning, trans } = _options;
    this.runner = new CellRunner({
      ..._options,
      sendsFromPage: _options.sendsFromPage ?? true
    });
    this.inspector = new Inspector({
      view: kernel,
      runner: this.runner,
      cellsRunning,
      name,
      trans
    });
  }

  edits(): NotebookEdits {
    const { panel, name, trans } = this._options;
    return new NotebookEdits(panel().content, name(), trans);
  }

  get isDisposed(): boolean {
    return this.inspector.isDisposed;
  }

  dispose(): void {
    this.inspector.dispose();
  }
}
