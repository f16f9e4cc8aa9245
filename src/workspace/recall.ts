import type { ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type {
  ICellRun,
  IRunOptions,
  ISentRequest,
  ITranslator
} from '../contract';
import { hashText } from '../contract/hash';
import { readMark } from './cell-mark';
import { HeardRun } from './heard-run';
import type { KernelView } from './kernel-view';
import { closedError, findCell } from './notebook-cells';
import { cellOutputs, statusOf } from './outputs';

/** After a reload, a kernel that has not said by then what it does won't. */
export const KNOWN_LIMIT = 10_000;

export interface IRecalled extends ISentRequest {
  /** Null for code without a cell. */
  cellId: string | null;
  /** Hash of the code that was sent. */
  hash: string;
  callId: string;
}

export interface IRecallOptions extends IRunOptions {
  panel: NotebookPanel;
  view: KernelView;
  /** Name of the notebook, for messages. */
  name: string;
  trans: ITranslator;
}

/**
 * What became of a request that an earlier page sent. Two things are evidence:
 * what the kernel says of this very request from now on, and the note on the
 * cell that the request has ended. Where neither is to be had nobody knows.
 * Nothing is ever sent.
 */
export class Recall {
  constructor(private readonly options: IRecallOptions) {}

  /** @throws WorkspaceError where notebook or kernel is lost, and a stop's reason. */
  async find(request: IRecalled): Promise<ICellRun | null> {
    const heard = new HeardRun({ ...this.options, request });
    try {
      const isBusy = await this.mayBeAtIt(request);
      const run = isBusy || heard.isOurs ? await heard.ended() : null;
      return run ?? this.noted(request);
    } finally {
      heard.dispose();
    }
  }

  /** Whether the kernel is busy, and is the process that the request went to. */
  private async mayBeAtIt({ kernelId, process }: IRecalled): Promise<boolean> {
    const { view, panel } = this.options;
    await this.statusKnown();
    return (
      panel.sessionContext.session?.kernel?.id === kernelId &&
      !isOther(process, view.process) &&
      view.status === 'busy'
    );
  }

  private statusKnown(): Promise<void> {
    const { view, signal } = this.options;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        view.changed.disconnect(look);
        view.session.disposed.disconnect(look);
        signal.removeEventListener('abort', look);
        act();
      };
      const look = (): void => {
        if (signal.aborted) {
          return settle(() => reject(signal.reason));
        }
        if (
          view.session.isDisposed ||
          !['starting', 'restarting', 'disconnected'].includes(view.status)
        ) {
          settle(resolve);
        }
      };
      const timer = setTimeout(() => settle(resolve), KNOWN_LIMIT);
      view.changed.connect(look);
      view.session.disposed.connect(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  /**
   * The note on the cell. A copy of a cell carries it too, so it counts only for
   * the cell, the call, the request and the source that we know of.
   */
  private noted({ cellId, callId, msgId, hash }: IRecalled): ICellRun | null {
    const { panel, name, trans } = this.options;
    if (panel.isDisposed) {
      throw closedError(name, trans);
    }
    const cell = cellId === null ? undefined : findCell(panel.content, cellId);
    const mark = cell && readMark(cell);
    if (
      cell?.model.type !== 'code' ||
      mark?.call !== callId ||
      !mark.run?.done ||
      mark.run.id !== msgId ||
      mark.run.hash !== hash ||
      hashText(cell.model.sharedModel.getSource()) !== hash
    ) {
      return null;
    }
    const { outputs, executionCount } = cell.model as ICodeCellModel;
    const shown = cellOutputs(outputs.toJSON());
    return {
      status: statusOf(shown),
      outputs: shown,
      executionCount,
      ms: 0,
      // Somebody cleared them since.
      ...(executionCount === null && { partial: true })
    };
  }
}

/** Whether both are known and differ. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
