import {
  CodeCellModel,
  type CodeCell,
  type ICodeCellModel
} from '@jupyterlab/cells';
import type * as nbformat from '@jupyterlab/nbformat';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { KernelMessage } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';

import type { ITranslator } from '../contract';
import { WorkspaceError } from '../contract/ports';
import { findCell, noSuchCell } from './notebook-cells';

/** Where the outputs of an execution land. */
export interface IRunTarget {
  /** The model that holds them; undefined once it is gone. */
  readonly model: ICodeCellModel | undefined;
  /** What to say when the result can't be had any more. */
  lost(): WorkspaceError;
}

/** A cell of the notebook. By id: one that is moved gets a new widget and a new model. */
export class CellTarget implements IRunTarget {
  constructor(
    private readonly options: {
      panel: NotebookPanel;
      id: string;
      /** Name of the notebook, for messages. */
      name: string;
      trans: ITranslator;
    }
  ) {}

  get model(): ICodeCellModel | undefined {
    const { panel, id } = this.options;
    return panel.isDisposed
      ? undefined
      : (findCell(panel.content, id) as CodeCell | undefined)?.model;
  }

  lost(): WorkspaceError {
    const { id, name, trans } = this.options;
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
 * A cell that is in no notebook. It collects as JupyterLab's output area does:
 * joined streams, cleared outputs, displays that are updated.
 */
export class ScratchTarget implements IRunTarget, IDisposable {
  constructor(private readonly options: { name: string; trans: ITranslator }) {}

  readonly model = new CodeCellModel();

  add(message: KernelMessage.IIOPubMessage): void {
    const type = message.header.msg_type;
    switch (type) {
      case 'stream':
      case 'error':
      case 'execute_result':
      case 'display_data': {
        const output = {
          ...message.content,
          output_type: type
        } as unknown as nbformat.IOutput;
        const index = this.model.outputs.add(output) - 1;
        this.remember(message, index);
        break;
      }
      case 'update_display_data':
        this.update(message as KernelMessage.IUpdateDisplayDataMsg);
        break;
      case 'clear_output':
        this.model.outputs.clear(
          (message as KernelMessage.IClearOutputMsg).content.wait
        );
        this._displays.clear();
        break;
      default:
    }
  }

  lost(): WorkspaceError {
    const { name, trans } = this.options;
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

  private remember(message: KernelMessage.IIOPubMessage, index: number): void {
    const id = displayId(message);
    if (id !== undefined) {
      this._displays.set(id, [...(this._displays.get(id) ?? []), index]);
    }
  }

  private update(message: KernelMessage.IUpdateDisplayDataMsg): void {
    for (const index of this._displays.get(displayId(message) ?? '') ?? []) {
      this.model.outputs.set(index, {
        ...message.content,
        output_type: 'display_data'
      } as unknown as nbformat.IOutput);
    }
  }

  /** Places of each display, by its id. */
  private readonly _displays = new Map<string, number[]>();
}

function displayId(message: KernelMessage.IIOPubMessage): string | undefined {
  return (message.content as { transient?: { display_id?: string } }).transient
    ?.display_id;
}
