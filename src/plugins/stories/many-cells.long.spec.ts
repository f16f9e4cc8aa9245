import * as path from 'node:path';

import type { ICellModel, ICodeCellModel } from '@jupyterlab/cells';
import {
  NotebookActions,
  NotebookModel,
  type INotebookTracker,
  type NotebookPanel
} from '@jupyterlab/notebook';
import type { Contents } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { ENGLISH } from '../../contract';
import { BoundNotebook } from '../../jupyter/notebook/bound-notebook';
import { FakeExecutor } from '../../jupyter/stories/fake-session';
import { OpenNotebook } from '../../jupyter/stories/open-notebook';
import { FakePreferences } from '../../testing/fake-preferences';
import { addErrorButtons } from '../commands/error-buttons';
import { watchCellMarks } from '../notebook/watch-cell-marks';
import { FakeTracker } from './fake-page';

const SRC = path.resolve(__dirname, '../..');

/** How often each file of ours did something. */
type Counts = Record<string, number>;

/** The file that called whoever asks, where it is one of ours. */
function calledByOurs(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 4;
  Error.prepareStackTrace = (_, frames) => frames[2]?.getFileName() ?? '';
  const file = new Error().stack as string;
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return file.startsWith(SRC) && !/\.spec\.|\bstories\b/.test(file)
    ? path.basename(file)
    : null;
}

/** Counts what is connected in files of ours, and what of it is called. */
class OurListeners {
  connected: Counts = {};
  called: Counts = {};
  private readonly _own = {
    connect: Signal.prototype.connect,
    disconnect: Signal.prototype.disconnect
  };

  /** What stands for a slot of ours. */
  private readonly _counting = new WeakMap<object, () => unknown>();

  constructor() {
    const { _own: own, _counting: counting } = this;
    const count = (counts: Counts, file: string): void => {
      counts[file] = (counts[file] ?? 0) + 1;
    };
    const called = (file: string): void => count(this.called, file);
    const connected = (file: string): void => count(this.connected, file);
    type Slot = Parameters<typeof own.connect>[0];
    Signal.prototype.connect = function (slot: Slot, thisArg?: unknown) {
      const file = calledByOurs();
      if (file === null) {
        return own.connect.call(this, slot, thisArg);
      }
      const known = counting.get(slot);
      const counted =
        known ??
        function (this: unknown, ...args: Parameters<Slot>): unknown {
          called(file);
          return slot.apply(this, args);
        };
      counting.set(slot, counted as () => unknown);
      connected(file);
      return own.connect.call(this, counted as Slot, thisArg);
    };
    Signal.prototype.disconnect = function (slot: Slot, thisArg?: unknown) {
      const counted = (counting.get(slot) ?? slot) as Slot;
      return own.disconnect.call(this, counted, thisArg);
    };
  }

  /** Calls of what is ours while something is done. */
  async during(act: () => void | Promise<void>): Promise<Counts> {
    this.called = {};
    await act();
    return this.called;
  }

  restore(): void {
    Object.assign(Signal.prototype, this._own);
  }
}

/** What of ours looks at of a cell's widget; 3,000 real ones take jsdom minutes. */
class CellStandIn {
  readonly disposed = new Signal<this, void>(this);
  readonly ready = Promise.resolve();
  readonly removeClass = (): void => undefined;

  constructor(readonly model: ICellModel) {}
}

/** A notebook as far as it is looked at here: its model is JupyterLab's own. */
class NotebookStandIn {
  readonly modelChanged = new Signal<this, void>(this);
  readonly codeMimetype = 'text/x-python';
  widgets: CellStandIn[] = [];

  constructor(readonly model: NotebookModel) {
    model.cells.changed.connect(this._take, this);
    this._take();
  }

  /** As JupyterLab does before anybody else hears of it. */
  private _take(): void {
    const before = new Map(this.widgets.map(cell => [cell.model, cell]));
    this.widgets = Array.from(
      this.model.cells,
      model => before.get(model) ?? new CellStandIn(model)
    );
    this.widgets.forEach(({ model }) => before.delete(model));
    before.forEach(({ disposed }) => disposed.emit());
  }
}

/** What of ours hangs on a notebook of so many cells, and what each change calls. */
async function measured(count: number): Promise<{
  connected: Counts;
  calls: Record<string, Counts>;
}> {
  const model = new NotebookModel();
  const { sharedModel } = model;
  sharedModel.insertCells(
    0,
    Array.from({ length: count }, (_, at) => ({
      cell_type: 'code',
      source: `value_${at} = ${at}`,
      metadata: {}
    }))
  );
  const notebook = new NotebookStandIn(model);
  // For its kernel and its document.
  const open = new OpenNotebook([]);
  const panel = {
    ...open.panel,
    content: notebook,
    context: { ...open.context, model }
  } as unknown as NotebookPanel;
  const tracker = new FakeTracker(panel) as unknown as INotebookTracker;
  const ours = new OurListeners();
  try {
    const marks = watchCellMarks({
      tracker,
      preferences: new FakePreferences(),
      trans: ENGLISH
    });
    const buttons = addErrorButtons(tracker, ENGLISH, () => undefined);
    const bound = new BoundNotebook({
      panel,
      otherView: () => undefined,
      contents: {} as Contents.IManager,
      executor: new FakeExecutor(),
      trans: ENGLISH
    });
    const { connected } = ours;
    ours.connected = {};

    const middle = Math.floor(count / 2);
    const cell = notebook.widgets[middle];
    const code = cell.model as ICodeCellModel;
    const announced = { notebook, cell } as never;
    const { executionScheduled, executed } = NotebookActions as unknown as {
      [name: string]: Signal<object, never>;
    };
    const calls = {
      typed: await ours.during(() => code.sharedModel.setSource('typed = 1')),
      noted: await ours.during(() => code.setMetadata('tags', ['a'])),
      shown: await ours.during(() => {
        code.outputs.add({
          output_type: 'stream',
          name: 'stdout',
          text: 'line'
        });
      }),
      // As JupyterLab runs a cell, whoever asked for it.
      run: await ours.during(() => {
        executionScheduled.emit(announced);
        open.session.answer();
        code.executionCount = 1;
        executed.emit(announced);
      }),
      moved: await ours.during(() => sharedModel.moveCell(0, 2)),
      added: await ours.during(() => {
        sharedModel.insertCell(middle, { cell_type: 'code', source: 'new' });
      }),
      deleted: await ours.during(() => sharedModel.deleteCell(middle))
    };
    bound.dispose();
    marks.dispose();
    buttons.dispose();
    return { connected, calls };
  } finally {
    ours.restore();
    open.bound.dispose();
    open.notebook.dispose();
    model.dispose();
  }
}

describe('what listens to a notebook of 3,000 cells', () => {
  beforeEach(() => {
    // Yjs warns of each cell that JupyterLab makes, several times.
    jest.spyOn(console, 'warn').mockImplementation();
  });

  it('is called as often as in one of thirty, whatever happens to a cell', async () => {
    const [few, many] = [await measured(30), await measured(3000)];
    expect(many.calls).toEqual(few.calls);
    for (const counts of Object.values(many.calls)) {
      const sum = Object.values(counts).reduce((all, each) => all + each, 0);
      expect(sum).toBeLessThan(20);
    }
    // The counter counts: these two are told of each cell that comes.
    expect(many.calls.added).toMatchObject({
      'cell-widgets.ts': 2
    });

    // JupyterLab tells of metadata and outputs at the cell and nowhere else, but
    // for a signal of the notebook that says each key that is typed, and not where.
    const perCell = Object.entries(many.connected)
      .map(([file, all]) => [file, (all - few.connected[file]) / 2970])
      .filter(([, each]) => each !== 0);
    expect(Object.fromEntries(perCell)).toEqual({
      'cell-widgets.ts': 2,
      'watch-cell-marks.ts': 1,
      'error-buttons.ts': 1
    });
  });
});
