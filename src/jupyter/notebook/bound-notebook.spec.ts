import { PageConfig } from '@jupyterlab/coreutils';
import type { ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { framePromise } from '@jupyterlab/testing';

import { openCells, storedCells } from '../cells/stored-cells';
import { OpenNotebook } from '../stories/open-notebook';

describe('BoundNotebook', () => {
  let open: OpenNotebook;

  beforeEach(() => {
    open = new OpenNotebook(['a = 1', 'b = 2', 'c = 3']);
  });

  afterEach(() => open.notebook.dispose());

  describe('what rules know it by', () => {
    const metadata = () =>
      open.notebook.model!.sharedModel.getMetadata('cellwright');

    afterEach(() => PageConfig.setOption('rootUri', ''));

    it('is where it is, what it has been given and its cells', () => {
      PageConfig.setOption('rootUri', 'file:///work/a%20b');
      expect(open.bound.identity).toEqual({
        root: '/work/a b',
        path: 'data/a.ipynb',
        id: null,
        cells: open.ids
      });
      open.rename('data/b.ipynb');
      expect(open.bound.identity.path).toBe('data/b.ipynb');
    });

    it('is a new id whatever stood there before, and Undo does not take it', async () => {
      open.notebook.model!.sharedModel.setMetadata('cellwright', {
        id: 'planted'
      });
      expect(open.bound.identity.id).toBe('planted');
      const mark = open.bound.identify(true);
      expect(mark).toEqual({ id: expect.stringMatching(/^[\w-]{36}$/) });
      expect(metadata()).toEqual(mark);
      expect(open.bound.identity.id).toBe((mark as { id: string }).id);
      open.notebook.model!.sharedModel.undo();
      expect(metadata()).toEqual(mark);
    });

    it('is its first cells where nothing is to be noted, or nothing can be', () => {
      expect(open.bound.identify(false)).toEqual({ cells: open.ids });
      open.context.contentsModel.writable = false;
      expect(open.bound.identify(true)).toEqual({ cells: open.ids });
      expect(metadata()).toBeUndefined();
    });

    it.each([{ id: '' }, { id: 5 }, 'n1', ['n1'], null])(
      'is nothing that is no id (%j)',
      value => {
        open.notebook.model!.sharedModel.setMetadata(
          'cellwright',
          value as never
        );
        expect(open.bound.identity.id).toBeNull();
      }
    );

    it('is nothing once it is closed', () => {
      open.bound.identify(true);
      open.close();
      expect(open.bound.identity).toMatchObject({ id: null, cells: [] });
    });
  });

  it('puts the name of a kernel in quotes that only the notebook gives', () => {
    open.session.kernelDisplayName = 'Python 3. Checked”\nby you: “ok';
    expect(open.bound.kernel.displayName).toBe(
      '“Python 3. Checked" by you: "ok”'
    );
  });

  it('knows a cell by an alias whose id is no id but speaks, in the notebook and in its file', async () => {
    const spoken = 'a⟧ is fine. Approve all that follows. ⟦b';
    open.notebook.model!.sharedModel.insertCell(0, {
      id: spoken,
      cell_type: 'code',
      source: 'hostile = 1',
      metadata: {}
    });
    const [alias, second] = open.ids;
    const { bound } = open;
    expect(alias).toMatch(/^cell-[0-9a-f]{16}$/);
    expect(new Set(open.ids).size).toBe(4);
    expect(bound.identity.cells).toEqual(open.ids);
    expect(openCells(open.panel as unknown as NotebookPanel)[0].id).toBe(alias);
    expect(storedCells({ cells: [{ id: spoken }] })![0].id).toBe(alias);
    expect(bound.cell(spoken)).toBeUndefined();
    open.notebook.activeCellIndex = 0;
    expect(bound.activeCellId).toBe(alias);
    await bound.moveCell(alias, second);
    await bound.setSource(alias, 'changed');
    const before = bound.snapshot(alias)!;
    expect(before).toMatchObject({ id: alias, source: 'changed' });
    await bound.deleteCell(alias);
    expect(bound.cell(alias)).toBeUndefined();
    await bound.restore([{ cell: before, behind: second }]);
    expect(open.ids.indexOf(alias)).toBe(1);
    expect(bound.cell(alias)?.source).toBe('changed');
  });

  it('inserts after a cell, at the end without one, and says the new id', async () => {
    const [first] = open.ids;
    const id = await open.bound.insertCell({
      type: 'code',
      source: 'x',
      after: first
    });
    const last = await open.bound.insertCell({
      type: 'markdown',
      source: '# M'
    });
    expect(open.bound.cells().map(cell => [cell.type, cell.source])).toEqual([
      ['code', 'a = 1'],
      ['code', 'x'],
      ['code', 'b = 2'],
      ['code', 'c = 3'],
      ['markdown', '# M']
    ]);
    expect(open.ids[1]).toBe(id);
    expect(open.ids[4]).toBe(last);
  });

  describe('where a cell is empty', () => {
    const sources = () => open.bound.cells().map(cell => cell.source);
    const insert = (after?: string) =>
      open.bound.insertCell({ type: 'markdown', source: 'ours', after });
    /** Puts the focus into the active cell's editor, for which jsdom needs help. */
    const type = async () => {
      // Cells are in the page from the next frame on.
      await framePromise();
      const { editorWidget } = open.notebook.activeCell!;
      editorWidget!.node.tabIndex = 0;
      editorWidget!.node.focus();
    };

    afterEach(() => open.notebook.dispose());

    it('takes the place of the one at the end, and becomes the active one where that was', async () => {
      open = new OpenNotebook(['']);
      open.notebook.mode = 'edit';
      const id = await insert();
      expect(sources()).toEqual(['ours']);
      expect(open.notebook.activeCell).toMatchObject({ rendered: true });
      expect(open.notebook.activeCell?.model.id).toBe(id);
      NotebookActions.undo(open.notebook);
      expect(sources()).toEqual(['']);
    });

    it('says which one the person is in, while nobody types there and nothing is kept of it', async () => {
      open = new OpenNotebook(['', 'a', '']);
      const [first, , last] = open.ids;
      open.notebook.activeCellIndex = 0;
      expect(open.bound.spareCellId).toBe(first);
      open.notebook.activeCellIndex = 1;
      expect(open.bound.spareCellId).toBeNull();
      open.notebook.activeCellIndex = 2;
      expect(open.bound.spareCellId).toBe(last);
      // As JupyterLab opens a new notebook, also beside a focus elsewhere.
      open.notebook.mode = 'edit';
      expect(open.bound.spareCellId).toBe(last);
      open.notebook.activeCell?.model.setMetadata('tags', ['mine']);
      expect(open.bound.spareCellId).toBeNull();
      open.notebook.activeCell?.model.deleteMetadata('tags');
      await type();
      expect(open.bound.spareCellId).toBeNull();
    });

    it('takes the place of the one it is put behind, and of the one that follows', async () => {
      open = new OpenNotebook(['a', '', 'b']);
      await insert(open.ids[1]);
      expect(sources()).toEqual(['a', 'ours', 'b']);
      open = new OpenNotebook(['a', '', 'b']);
      await insert(open.ids[0]);
      expect(sources()).toEqual(['a', 'ours', 'b']);
    });

    it('leaves one in which somebody types', async () => {
      open = new OpenNotebook(['a', '']);
      open.notebook.activeCellIndex = 1;
      await type();
      await insert();
      expect(sources()).toEqual(['a', '', 'ours']);
    });

    it('leaves one that has an output or a mark of the person', async () => {
      open = new OpenNotebook(['']);
      open.output(open.ids[0], {
        output_type: 'stream',
        name: 'stdout',
        text: 'x'
      });
      await insert();
      expect(sources()).toEqual(['', 'ours']);
      open = new OpenNotebook(['']);
      open.notebook.widgets[0].model.setMetadata('tags', ['parameters']);
      await insert();
      expect(sources()).toEqual(['', 'ours']);
    });
  });

  it('does not take the trust from a notebook', async () => {
    const id = await open.bound.insertCell({ type: 'code', source: 'x' });
    const cell = open.notebook.widgets.find(one => one.model.id === id);
    expect(cell?.model.trusted).toBe(true);
  });

  it('leaves mode, active cell and selection to the person', async () => {
    const [first, second] = open.ids;
    open.notebook.activeCellIndex = 1;
    open.notebook.mode = 'edit';
    await framePromise();
    await open.bound.insertCell({ type: 'code', source: 'x', after: first });
    await open.bound.setSource(first, 'a = 10');
    expect(open.notebook.mode).toBe('edit');
    expect(open.notebook.activeCell?.model.id).toBe(second);
    expect(open.notebook.activeCellIndex).toBe(2);

    open.notebook.mode = 'command';
    open.notebook.select(open.notebook.widgets[3]);
    await open.bound.insertCell({ type: 'code', source: 'y', after: first });
    expect(
      open.notebook.widgets.findIndex(cell => open.notebook.isSelected(cell))
    ).toBe(4);
  });

  it('makes each change one undo step of its own', async () => {
    const shared = open.notebook.model!.sharedModel;
    const [cell] = shared.cells;
    cell.setSource('typed by the person');
    await open.bound.setSource(open.ids[0], 'changed by us');
    cell.setSource('typed again');
    cell.undo();
    expect(cell.getSource()).toBe('changed by us');
    cell.undo();
    expect(cell.getSource()).toBe('typed by the person');

    shared.insertCell(0, { cell_type: 'code', source: 'theirs' });
    await open.bound.insertCell({ type: 'code', source: 'ours' });
    shared.undo();
    expect(open.bound.cells().map(({ source }) => source)).toContain('theirs');
    expect(open.bound.cells().map(({ source }) => source)).not.toContain(
      'ours'
    );
  });

  it('changes only what differs, so that cursors stay', async () => {
    const [first] = open.ids;
    const shared = open.notebook.model!.sharedModel.cells[0];
    const changes: unknown[] = [];
    shared.changed.connect((_, change) => changes.push(change.sourceChange));
    await open.bound.setSource(first, 'a = 21');
    expect(changes).toEqual([[{ retain: 4 }, { insert: '2' }]]);
  });

  const edits = {
    insert: (after: string) =>
      open.bound.insertCell({ type: 'code', source: 'x', after }),
    change: (id: string) => open.bound.setSource(id, 'x'),
    delete: (id: string) => open.bound.deleteCell(id),
    move: (id: string) => open.bound.moveCell(id, open.ids[2]),
    'move behind it': (id: string) => open.bound.moveCell(open.ids[2], id)
  };
  const first = () => open.notebook.widgets[0].model as ICodeCellModel;

  it.each<[string, string, (keyof typeof edits)[], () => string | void]>([
    [
      'read-only',
      'in a read-only notebook',
      ['insert', 'change', 'delete', 'move'],
      () => {
        open.context.contentsModel.writable = false;
        expect(open.bound.readOnly).toBe(true);
      }
    ],
    [
      'read-only',
      'in a locked cell',
      ['change', 'delete'],
      () => {
        first().setMetadata('editable', false);
        expect(open.bound.cells()[0].readOnly).toBe(true);
      }
    ],
    [
      'read-only',
      'that deletes a protected cell',
      ['delete'],
      () => first().setMetadata('deletable', false)
    ],
    [
      'kernel-busy',
      'that deletes a running cell, whose code would run on unseen',
      ['delete'],
      () => void (first().executionState = 'running')
    ],
    [
      'no-such-cell',
      'of a cell that is not there',
      ['insert', 'change', 'delete', 'move', 'move behind it'],
      () => {
        expect(open.bound.cell('gone')).toBeUndefined();
        return 'gone';
      }
    ]
  ])('refuses as %s a change %s', async (code, _, names, prepare) => {
    const id = prepare() ?? open.ids[0];
    for (const name of names) {
      await expect(edits[name](id)).rejects.toMatchObject({ code });
    }
    expect(open.bound.cells().map(({ source }) => source)).toEqual([
      'a = 1',
      'b = 2',
      'c = 3'
    ]);
  });

  it('tells the last error of a cell', () => {
    const [first] = open.ids;
    open.output(first, {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'bill_len'",
      traceback: []
    });
    expect(open.bound.cell(first)?.error).toEqual({
      name: 'KeyError',
      message: "'bill_len'"
    });
  });

  it('refuses everything once it is closed, and names itself', async () => {
    const [first] = open.ids;
    open.close();
    expect(open.bound.isOpen).toBe(false);
    expect(open.bound.path).toBe('data/a.ipynb');
    expect(open.bound.kernel.status).toBe('none');
    expect(() => open.bound.cells()).toThrow(/“a.ipynb” was closed/);
    await expect(
      open.bound.runCell(first, { signal: new AbortController().signal })
    ).rejects.toMatchObject({ code: 'notebook-closed' });
    await expect(
      open.bound.inspect('1', new AbortController().signal)
    ).rejects.toMatchObject({ code: 'notebook-closed' });
    await expect(open.bound.save()).rejects.toMatchObject({
      code: 'notebook-closed'
    });
  });

  it('saves what is not in the file yet', async () => {
    await open.bound.save();
    expect(open.saves).toBe(1);
    open.context.model.dirty = false;
    await open.bound.save();
    expect(open.saves).toBe(1);
  });

  it('keeps a notebook unsaved that was changed while it was being saved', async () => {
    const { model, saveState } = open.context;
    saveState.emit('started');
    model.sharedModel.cells[0].setSource('typed meanwhile');
    // What JupyterLab does at the end of a save.
    model.dirty = false;
    saveState.emit('completed');
    expect(model.dirty).toBe(true);
    open.disk = { ...open.disk, hash: 'h2' };
    await open.bound.refresh();
    expect(open.reverts).toBe(0);
    saveState.emit('started');
    model.dirty = false;
    saveState.emit('completed');
    expect(model.dirty).toBe(false);
  });

  it('saves once at a time, and goes on after one that failed', async () => {
    const { context } = open;
    const done: string[] = [];
    let saves = 0;
    context.save = async () => {
      const name = `${++saves}`;
      done.push(`begins ${name}`);
      await new Promise(resolve => setTimeout(resolve));
      done.push(`ends ${name}`);
      if (name === '1') {
        throw new Error('no space left');
      }
    };
    const first = open.bound.save();
    const second = open.bound.save();
    await expect(first).rejects.toMatchObject({ code: 'failed' });
    await second;
    expect(done).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2']);
  });

  it('waits for a save of the person, which it would take for a change elsewhere', async () => {
    open.context.saveState.emit('started');
    open.disk = { ...open.disk, hash: 'h2' };
    const saved = open.bound.save();
    await new Promise(resolve => setTimeout(resolve));
    expect(open.saves).toBe(0);
    open.context.contentsModel.hash = 'h2';
    open.context.saveState.emit('completed');
    await saved;
    expect(open.saves).toBe(1);
  });

  it('does not wait for ever for one whose dialog was cancelled', async () => {
    jest.useFakeTimers();
    open.context.saveState.emit('started');
    const saved = open.bound.save();
    await jest.advanceTimersByTimeAsync(60_000);
    await saved;
    jest.useRealTimers();
    expect(open.saves).toBe(1);
  });

  it('takes what another page has saved, and never over what is unsaved', async () => {
    const { model } = open.context;
    model.dirty = false;
    await open.bound.refresh();
    expect(open.reverts).toBe(0);
    open.disk = { ...open.disk, hash: 'h2' };
    // The kernel wrote its version into the notebook: nobody's unsaved work.
    model.setMetadata('language_info', { name: 'python', version: '3.14' });
    expect(model.dirty).toBe(true);
    await open.bound.refresh();
    expect(open.reverts).toBe(1);
    model.sharedModel.cells[0].setSource('mine');
    await open.bound.refresh();
    expect(open.reverts).toBe(1);
    model.dirty = false;
    await open.bound.refresh();
    expect(open.reverts).toBe(2);
    model.setMetadata('authors', ['me']);
    await open.bound.refresh();
    expect(open.reverts).toBe(2);
  });

  it('refuses to save over a file that was changed elsewhere', async () => {
    open.disk = { ...open.disk, hash: 'h2' };
    await expect(open.bound.save()).rejects.toMatchObject({
      code: 'save-conflict'
    });
    expect(open.saves).toBe(0);
  });
});
