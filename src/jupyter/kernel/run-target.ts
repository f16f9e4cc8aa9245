import {
  CodeCellModel,
  type CodeCell,
  type ICodeCellModel
} from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { KernelMessage } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';

import type { ITranslator } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import { findCell, noSuchCell } from '../cells/find-cell';
import { OutputCollector } from '../cells/output-collector';

/** Where the outputs of an execution go. */
export interface IRunTarget {
  /** The model that holds them; undefined once it is gone. */
  readonly model: ICodeCellModel | undefined;
  /** The error to throw when the result can no longer be obtained. */
  lost(): WorkspaceError;
}

/**
 * A cell of the notebook. Looked up by id: a moved cell gets a new widget and a
 * new model.
 */
export class CellTarget implements IRunTarget {
  constructor(
    private readonly _options: {
      panel: NotebookPanel;
      id: string;
      /** Name of the notebook, for messages. */
      name: string;
      trans: ITranslator;
    }
  ) {}

  get model(): ICodeCellModel | undefined {
    const { panel, id } = this._options;
    return panel.isDisposed
      ? undefined
      : (findCell(panel.content, id) as CodeCell | undefined)?.model;
  }

  lost(): WorkspaceError {
    const { id, name, trans } = this._options;
    return this.model
      ? new WorkspaceError(
          'failed',
          trans.__(
            'A cell of “%1” was moved or replaced from elsewhere while it ran, so its result was lost. Read the notebook, then run it again if needed.',
            name
          )
        )
      : noSuchCell(id, name, trans);
  }
}

/**
 * A cell that is in no notebook. It collects outputs as JupyterLab's output
 * area does: joins streams, clears outputs, updates displays.
 */
export class ScratchTarget implements IRunTarget, IDisposable {
  readonly model = new CodeCellModel();

  private readonly _collector = new OutputCollector(this.model.outputs);

  constructor(
    private readonly _options: { name: string; trans: ITranslator }
  ) {}

  add(message: KernelMessage.IIOPubMessage): void {
    this._collector.add(message);
  }

  lost(): WorkspaceError {
    const { name, trans } = this._options;
    return new WorkspaceError(
      'failed',
      trans.__(
        'The kernel of “%1” did not answer, so the result was lost. Try again.',
        name
      )
    );
  }

  get isDisposed(): boolean {
    return this.model.isDisposed;
  }

  dispose(): void {
    this.model.dispose();
  }
}
