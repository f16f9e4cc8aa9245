import type { ISharedCodeCell } from '@jupyter/ydoc';
import type { CodeCell, ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions } from '@jupyterlab/notebook';
import { framePromise } from '@jupyterlab/testing';

import type { ICellMark } from '../../contract';
import { OpenNotebook } from './open-notebook';

const MARK: ICellMark = {
  call: 'call-1',
  model: 'some model',
  by: 'person',
  at: '2026-11-21T10:00:00Z'
};
const OLD = { output_type: 'stream', name: 'stdout', text: 'old' };

let open: OpenNotebook;

afterEach(() => open.notebook.dispose());

describe('putting cells back', () => {
  let [a, b, c, d]: string[] = [];
  const sources = () =>
    open.bound
      .cells()
      .map(({ source }) => source)
      .join('');
  const shared = () => open.notebook.model!.sharedModel;
  const stored = () => JSON.stringify(shared().toJSON());
  const code = (id: string) =>
    open.notebook.widgets.find(({ model }) => model.id === id)!
      .model as ICodeCellModel;

  beforeEach(() => {
    open = new OpenNotebook(['a', 'b', 'c', 'd']);
    [a, b, c, d] = open.ids;
  });

  it('makes source, outputs, count and metadata what they were', async () => {
    open.output(a, OLD);
    code(a).executionCount = 3;
    code(a).setMetadata('tags', ['x']);
    const before = open.bound.snapshot(a)!;
    await open.bound.setSource(a, 'changed');
    code(a).clearExecution();
    code(a).deleteMetadata('tags');
    open.bound.mark(a, MARK);

    await open.bound.restore([{ cell: before }]);
    expect(open.bound.snapshot(a)).toEqual(before);
    expect(open.bound.outputs(a)).toEqual([
      { type: 'stream', name: 'stdout', text: 'old' }
    ]);
    expect(open.bound.markOf(a)).toBeUndefined();
  });

  it('leaves outputs that were too large to keep', async () => {
    const { outputs: _, ...cell } = open.bound.snapshot(a)!;
    open.output(a, OLD);
    await open.bound.restore([{ cell }]);
    expect(open.bound.outputs(a)).toHaveLength(1);
  });

  it('brings back what was deleted, under its id, to its place', async () => {
    const deleted = [b, c].map(id => open.bound.snapshot(id)!);
    await open.bound.deleteCell(b);
    await open.bound.deleteCell(c);
    await open.bound.restore([
      { cell: deleted[0], behind: a },
      { cell: deleted[1], behind: b }
    ]);
    expect(sources()).toBe('abcd');
    expect(open.ids).toEqual([a, b, c, d]);
  });

  it('puts what stood first to the top, and what lost its place to the end', async () => {
    const [first, last] = [a, d].map(id => open.bound.snapshot(id)!);
    await open.bound.deleteCell(a);
    await open.bound.deleteCell(d);
    await open.bound.restore([
      { cell: last, behind: 'gone' },
      { cell: first, behind: null }
    ]);
    expect(sources()).toBe('abcd');
  });

  it('makes a Markdown cell of one that was one, attachments included', async () => {
    const [text] = open.notebook.model!.sharedModel.insertCells(4, [
      {
        cell_type: 'markdown',
        source: '# Text',
        attachments: { 'a.png': { 'image/png': 'AA' } }
      } as never
    ]);
    const before = open.bound.snapshot(text.id)!;
    expect(before.attachments).toEqual({ 'a.png': { 'image/png': 'AA' } });
    open.notebook.activeCellIndex = 4;
    NotebookActions.changeCellType(open.notebook, 'code');
    await open.bound.restore([{ cell: before }]);
    const [now] = open.bound.cells().slice(-1);
    expect(now).toMatchObject({ type: 'markdown', source: '# Text' });
  });

  it('is one step to undo, outputs and metadata included', async () => {
    open.output(a, OLD);
    const first = open.bound.snapshot(a)!;
    const second = open.bound.snapshot(b)!;
    await open.bound.setSource(a, 'changed');
    (shared().getCell(0) as ISharedCodeCell).setOutputs([]);
    open.bound.mark(a, MARK);
    await open.bound.deleteCell(b);
    await open.bound.moveCell(d, a);
    const created = await open.bound.insertCell({
      type: 'code',
      source: 'new'
    });
    const before = stored();

    await open.bound.restore([
      { remove: created },
      { move: d, behind: c },
      { cell: second, behind: a },
      { cell: first }
    ]);
    expect(sources()).toBe('abcd');
    const after = stored();

    // What Ctrl+Z does in command mode.
    open.notebook.mode = 'command';
    NotebookActions.undo(open.notebook);
    expect(stored()).toBe(before);
    expect(open.bound.outputs(a)).toEqual([]);
    expect(open.bound.markOf(a)).toEqual(MARK);
    NotebookActions.redo(open.notebook);
    expect(stored()).toBe(after);
    expect(open.bound.outputs(a)).toMatchObject([{ text: 'old' }]);
  });

  it('replaces the text of a stream, also when that is undone and done again', async () => {
    open.output(a, OLD);
    const before = open.bound.snapshot(a)!;
    code(a).clearExecution();
    open.output(a, { ...OLD, text: 'new' });
    await open.bound.setSource(a, 'changed');
    const shown = () => [
      code(a).outputs.toJSON(),
      (code(a).sharedModel as ISharedCodeCell).getOutputs()
    ];

    await open.bound.restore([{ cell: before }]);
    expect(shown()).toMatchObject([[{ text: 'old' }], [{ text: 'old' }]]);
    expect(sources()).toBe('abcd');
    shared().undo();
    expect(shown()).toMatchObject([[{ text: 'new' }], [{ text: 'new' }]]);
    expect(sources()).toBe('changedbcd');
    shared().redo();
    expect(shown()).toMatchObject([[{ text: 'old' }], [{ text: 'old' }]]);
    expect(open.ids).toEqual([a, b, c, d]);
  });

  it('does not take what the person did before along', async () => {
    const cell = open.bound.snapshot(a)!;
    await open.bound.deleteCell(a);
    shared().insertCell(0, { cell_type: 'code', source: 'theirs-' });
    await open.bound.restore([{ cell, behind: null }]);
    expect(sources()).toBe('atheirs-bcd');
    shared().undo();
    expect(sources()).toBe('theirs-bcd');
  });

  it('lets what runs beside it run on', async () => {
    const widget = open.notebook.widgets[1] as CodeCell;
    const dispose = jest.fn();
    const runningFuture = () =>
      ({
        dispose,
        isDisposed: false,
        done: new Promise(() => undefined),
        msg: { header: { msg_id: 'm' } },
        registerMessageHook: () => undefined,
        removeMessageHook: () => undefined
      }) as never;
    widget.outputArea.future = runningFuture();
    code(b).executionState = 'running';
    await open.bound.restore([
      { move: d, behind: a },
      { remove: c },
      { cell: { ...open.bound.snapshot(a)!, source: 'A' } }
    ]);
    expect(sources()).toBe('Adb');
    expect(open.notebook.widgets[2]).toBe(widget);
    expect(widget.isDisposed).toBe(false);
    expect(dispose).not.toHaveBeenCalled();
  });

  it.each(['cell', 'remove', 'move'])(
    'changes nothing where a cell is running that it would change (%s)',
    async kind => {
      code(b).executionState = 'running';
      const step =
        kind === 'cell'
          ? { cell: { ...open.bound.snapshot(b)!, source: 'B' } }
          : kind === 'remove'
            ? { remove: b }
            : { move: b, behind: d };
      await expect(
        open.bound.restore([{ remove: a }, step])
      ).rejects.toMatchObject({ code: 'kernel-busy' });
      expect(sources()).toBe('abcd');
    }
  );

  it('changes nothing where a cell is locked, or the notebook read-only', async () => {
    code(b).setMetadata('editable', false);
    await expect(
      open.bound.restore([{ remove: a }, { remove: b }])
    ).rejects.toMatchObject({ code: 'read-only' });
    open.context.contentsModel.writable = false;
    await expect(open.bound.restore([{ remove: a }])).rejects.toMatchObject({
      code: 'read-only'
    });
    expect(sources()).toBe('abcd');
  });

  it('leaves an empty cell where it takes all of them', async () => {
    await open.bound.restore([a, b, c, d].map(remove => ({ remove })));
    expect(open.bound.cells().map(({ source }) => source)).toEqual(['']);
    shared().undo();
    expect(sources()).toBe('abcd');
  });

  it('passes over what is gone already', async () => {
    await open.bound.restore([
      { remove: 'gone' },
      { move: 'gone', behind: null },
      { move: a, behind: null }
    ]);
    expect(sources()).toBe('abcd');
  });

  it('leaves mode and active cell to the person, also of a cell that moves', async () => {
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    await framePromise();
    await open.bound.restore([{ remove: a }, { move: b, behind: d }]);
    expect(sources()).toBe('cdb');
    expect(open.bound.activeCellId).toBe(b);
    expect(open.notebook.mode).toBe('edit');
  });
});

describe('a cell that is inserted', () => {
  beforeEach(() => {
    open = new OpenNotebook(['a']);
  });

  it('has the id that was chosen for it, once', async () => {
    const id = open.bound.newCellId();
    expect(open.bound.newCellId()).not.toBe(id);
    const cell = { type: 'code', source: 'x', id } as const;
    expect(await open.bound.insertCell(cell)).toBe(id);
    expect(open.bound.cell(id)?.source).toBe('x');
    await expect(open.bound.insertCell(cell)).rejects.toMatchObject({
      code: 'exists'
    });
    expect(open.ids).toHaveLength(2);
  });

  it('keeps its id in a notebook of an older format', async () => {
    const model = open.notebook.model!;
    (model.sharedModel as { nbformat_minor: number }).nbformat_minor = 4;
    const id = await open.bound.insertCell({ type: 'code', source: 'x' });
    const { cells } = model.toJSON() as unknown as { cells: { id?: string }[] };
    expect(cells.map(cell => cell.id)).toEqual([open.ids[0], id]);
  });
});

it('a notebook of an older format is saved with the ids of its cells where that is asked for, even if nothing else changed', async () => {
  open = new OpenNotebook(['a']);
  const model = open.notebook.model!;
  (model.sharedModel as { nbformat_minor: number }).nbformat_minor = 4;
  model.dirty = false;
  await open.bound.save({ keepIds: true });
  const { cells } = model.toJSON() as unknown as { cells: { id?: string }[] };
  expect(cells.map(({ id }) => id)).toEqual(open.ids);
});

describe('what is noted on a cell', () => {
  let id: string;

  beforeEach(() => {
    open = new OpenNotebook(['a']);
    [id] = open.ids;
  });

  it('stands in its metadata, and is saved with the notebook', () => {
    const mark = { ...MARK, edited: undefined };
    open.bound.mark(id, mark);
    expect(open.bound.markOf(id)).toEqual(MARK);
    const { cells } = open.notebook.model!.toJSON() as unknown as {
      cells: { metadata: unknown }[];
    };
    expect(cells[0].metadata).toEqual({ cellwright: { ...MARK, cell: id } });
    open.bound.mark(id, undefined);
    expect(open.bound.markOf(id)).toBeUndefined();
  });

  it('is not read from a copy of the cell, which carries it', async () => {
    open.bound.mark(id, MARK);
    open.notebook.activeCellIndex = 0;
    NotebookActions.copy(open.notebook);
    NotebookActions.paste(open.notebook);
    const [first, copy] = open.notebook.widgets;
    expect(copy.model.getMetadata('cellwright')).toEqual(
      first.model.getMetadata('cellwright')
    );
    const marks = open.ids.map(each => open.bound.markOf(each));
    expect(marks).toEqual([MARK, undefined]);
  });

  it('is no step to undo', async () => {
    const shared = open.notebook.model!.sharedModel;
    await open.bound.insertCell({ type: 'code', source: 'b' });
    open.bound.mark(id, MARK);
    shared.undo();
    expect(open.ids).toEqual([id]);
    expect(open.bound.markOf(id)).toEqual(MARK);
    expect(shared.canUndo()).toBe(false);
  });

  it.each([{}, 'x', { call: 1 }, { ...MARK, run: { id: 1 } }, null])(
    'is not read from what somebody else put there: %j',
    value => {
      open.notebook.widgets[0].model.setMetadata('cellwright', value as never);
      expect(open.bound.markOf(id)).toBeUndefined();
    }
  );

  it('is not written in a read-only notebook, or on a cell that is gone', () => {
    expect(() => open.bound.mark('gone', MARK)).toThrow(/no cell ⟦gone⟧/);
    open.context.contentsModel.writable = false;
    open.bound.mark(id, MARK);
    expect(open.bound.markOf(id)).toBeUndefined();
  });
});
