import type { CodeCell } from '@jupyterlab/cells';
import { framePromise } from '@jupyterlab/testing';

import { OpenNotebook } from '../stories/open-notebook';

describe('deleting a cell', () => {
  let open: OpenNotebook;
  const sources = () => open.bound.cells().map(({ source }) => source);

  beforeEach(() => {
    open = new OpenNotebook(['a', 'b', 'c', 'd']);
  });

  afterEach(() => open.notebook.dispose());

  it('takes it out of the notebook, as one undo step of its own', async () => {
    const shared = open.notebook.model!.sharedModel;
    shared.insertCell(4, { cell_type: 'code', source: 'theirs' });
    await open.bound.deleteCell(open.ids[1]);
    expect(sources()).toEqual(['a', 'c', 'd', 'theirs']);
    shared.undo();
    expect(sources()).toEqual(['a', 'b', 'c', 'd', 'theirs']);
  });

  it('leaves mode, active cell and selection to the person', async () => {
    const active = open.ids[2];
    open.notebook.activeCellIndex = 2;
    open.notebook.mode = 'edit';
    await framePromise();
    await open.bound.deleteCell(open.ids[0]);
    expect(open.notebook.mode).toBe('edit');
    expect(open.bound.activeCellId).toBe(active);

    open.notebook.mode = 'command';
    open.notebook.select(open.notebook.widgets[2]);
    await open.bound.deleteCell(open.ids[0]);
    expect(open.notebook.isSelected(open.notebook.widgets[1])).toBe(true);
  });

  it('goes on to the cell below when it was the active one, not typing', async () => {
    const below = open.ids[2];
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    await open.bound.deleteCell(open.ids[1]);
    expect(open.bound.activeCellId).toBe(below);
    expect(open.notebook.mode).toBe('command');
  });

  it('does not take the focus from the panel', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    field.focus();
    await open.bound.deleteCell(open.ids[1]);
    await open.bound.moveCell(open.ids[1], null);
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('leaves an empty cell where it was the only one; one undo brings it back', async () => {
    const alone = new OpenNotebook(['only']);
    await alone.bound.deleteCell(alone.ids[0]);
    expect(alone.bound.cells().map(({ source }) => source)).toEqual(['']);
    alone.notebook.model!.sharedModel.undo();
    expect(alone.bound.cells().map(({ source }) => source)).toEqual(['only']);
    alone.notebook.dispose();
  });
});

describe('moving a cell', () => {
  let open: OpenNotebook;
  let [a, b, c, d]: string[] = [];
  const sources = () =>
    open.bound
      .cells()
      .map(({ source }) => source)
      .join('');

  beforeEach(() => {
    open = new OpenNotebook(['a', 'b', 'c', 'd']);
    [a, b, c, d] = open.ids;
  });

  afterEach(() => open.notebook.dispose());

  it('puts it behind another, or to the top, and keeps its id', async () => {
    await open.bound.moveCell(a, c);
    expect(sources()).toBe('bcad');
    await open.bound.moveCell(d, b);
    expect(sources()).toBe('bdca');
    await open.bound.moveCell(a, null);
    expect(sources()).toBe('abdc');
    expect(open.ids).toEqual([a, b, d, c]);
  });

  it('changes nothing where it is there already', async () => {
    await open.bound.moveCell(b, a);
    await open.bound.moveCell(b, b);
    await open.bound.moveCell(a, null);
    expect(sources()).toBe('abcd');
    expect(open.notebook.model!.sharedModel.canUndo()).toBe(false);
  });

  it('is one undo step of its own', async () => {
    const shared = open.notebook.model!.sharedModel;
    shared.insertCell(4, { cell_type: 'code', source: 'x' });
    await open.bound.moveCell(a, d);
    expect(sources()).toBe('bcdax');
    shared.undo();
    expect(sources()).toBe('abcdx');
  });

  it('goes along with the person who is in the very cell', async () => {
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    await open.bound.moveCell(b, d);
    expect(sources()).toBe('acdb');
    expect(open.bound.activeCellId).toBe(b);
    expect(open.notebook.mode).toBe('edit');
  });

  it('lets a running cell run on, into the cell where it is now', async () => {
    const widget = open.notebook.widgets[0] as CodeCell;
    const future = runningFuture();
    widget.outputArea.future = future as never;
    await open.bound.moveCell(a, d);
    expect(future.disposed).toBe(0);
    future.onIOPub({
      header: { msg_type: 'stream', msg_id: 'm' },
      parent_header: {},
      content: { name: 'stdout', text: 'still here' }
    });
    expect(open.bound.outputs(a)).toEqual([
      { type: 'stream', name: 'stdout', text: 'still here' }
    ]);
  });
});

/** What JupyterLab's output area holds while its cell runs. */
function runningFuture() {
  const future = {
    disposed: 0,
    isDisposed: false,
    done: new Promise(() => undefined),
    msg: { header: { msg_id: 'm' } },
    onIOPub: (_: unknown): void => undefined,
    onReply: (_: unknown): void => undefined,
    onStdin: (_: unknown): void => undefined,
    registerMessageHook: () => undefined,
    removeMessageHook: () => undefined,
    dispose: () => {
      future.disposed++;
    }
  };
  return future;
}
