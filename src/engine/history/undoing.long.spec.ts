import {
  DEFAULT_SETTINGS,
  ENGLISH,
  type IUndoPreview,
  WorkspaceError
} from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { MAX_KEPT } from '../effects/effect-log';
import { applyUndo, previewUndo, type ITakenBack } from './undoing';
import { Site, THREAD, finish } from '../stories/reopening';

const AT = { threadId: THREAD, branch: '' };
type Call = { name: string; args: Record<string, unknown> };

const cell = (code: string): Call => ({
  name: 'jupyter_cell',
  args: { code }
});
const edit = (id: string, code: string, run = false): Call => ({
  name: 'edit_cell',
  args: { cell_id: id, code, run }
});
const remove = (id: string): Call => ({
  name: 'delete_cell',
  args: { cell_id: id }
});
const move = (id: string, after?: string): Call => ({
  name: 'move_cell',
  args: { cell_id: id, after }
});
const write = (path: string, content: string): Call => ({
  name: 'write_file',
  args: { path, content, overwrite: true }
});

/** A turn that made these changes to cells `a`, `b`, `c` and `old.md`. */
class Turn {
  readonly site: Site;
  private _runId = '';

  constructor(
    notebook = new FakeNotebook({
      cells: ['a', 'b', 'c'].map((id, index) => ({
        id,
        source: `${id} = ${index}`,
        outputs: printed(`was ${id}`).outputs,
        executionCount: index + 1
      }))
    })
  ) {
    const files = new FakeFiles({ 'old.md': 'before' });
    this.site = new Site({ answers: [], notebook, files });
  }

  async did(...calls: Call[]): Promise<this> {
    this.site.options.answers = [
      ...calls.map(call => ({ calls: [call] })),
      'Done.'
    ];
    const page = this.site.page();
    await page.say();
    await finish(page);
    const [{ runId, outcome }] = page.of('run-finished');
    expect(outcome).toBe('answered');
    this._runId = runId;
    return this;
  }

  get parts(): Parameters<typeof previewUndo>[0] {
    const { files, journal, notebook } = this.site;
    return {
      journal,
      trans: ENGLISH,
      settings: () => DEFAULT_SETTINGS,
      threads: { get: async () => undefined },
      workspace: { files, open: async () => notebook }
    } as never;
  }

  preview(): Promise<IUndoPreview | null> {
    return previewUndo(this.parts, THREAD, this._runId);
  }

  /** Undoes the given items, or all of them. */
  async undo(items?: string[], restart = false): Promise<ITakenBack> {
    const all = (await this.preview())?.items.map(({ id }) => id) ?? [];
    return applyUndo(this.parts, AT, {
      type: 'undo',
      threadId: THREAD,
      runId: this._runId,
      items: items ?? all,
      restart
    });
  }

  get state(): string[] {
    const { notebook } = this.site;
    return notebook
      .cells()
      .map(
        ({ id, source, executionCount }) =>
          `${id}: ${source} [${executionCount}] ${JSON.stringify(notebook.outputs(id))}`
      );
  }
}

describe('a turn that began in an empty cell of the person', () => {
  const begun = (): Turn =>
    new Turn(
      new FakeNotebook({
        cells: [
          { id: 'a', source: 'a = 0' },
          { id: 'empty', source: '' },
          { id: 'b', source: 'b = 1' }
        ],
        activeCellId: 'empty'
      })
    );

  it('puts its first cell there and the next one behind it; taken back, the empty one is there again', async () => {
    const turn = await begun().did(cell('first'), cell('second'));
    const { notebook } = turn.site;
    expect(notebook.sources).toEqual(['a = 0', 'first', 'second', 'b = 1']);
    expect((await turn.preview())?.items.map(({ text }) => text)).toEqual([
      expect.stringContaining('the empty cell it replaced comes back'),
      expect.not.stringContaining('empty')
    ]);
    await turn.undo();
    expect(notebook.cells().map(({ id }) => id)).toEqual(['a', 'empty', 'b']);
    expect(await turn.preview()).toBeNull();
  });
});

describe('undoing a turn', () => {
  it.each<[string, Call[]]>([
    ['a cell that was added and run', [cell('new')]],
    ['a cell that was changed', [edit('b', 'b = 9')]],
    ['a cell that was changed and run', [edit('b', 'b = 9', true)]],
    ['a cell that was changed twice', [edit('b', 'x'), edit('b', 'y', true)]],
    ['a cell that was run', [{ name: 'run_cells', args: { cell_ids: ['b'] } }]],
    ['a cell that was deleted', [remove('b')]],
    [
      'all cells, deleted from the first',
      [remove('a'), remove('b'), remove('c')]
    ],
    [
      'all cells, deleted from the last',
      [remove('c'), remove('b'), remove('a')]
    ],
    ['a cell that was moved to the top', [move('c')]],
    [
      'cells that were moved about',
      [move('a', 'c'), move('b'), move('c', 'b')]
    ],
    [
      'a cell that was changed, moved and deleted',
      [edit('b', 'x', true), move('b'), remove('b')]
    ],
    [
      'a cell that was added behind one that was deleted',
      [{ name: 'jupyter_cell', args: { code: 'new', after: 'b' } }, remove('b')]
    ]
  ])('puts back %s', async (_what, calls) => {
    const turn = new Turn();
    const before = turn.state;
    await turn.did(...calls);
    expect(turn.state).not.toEqual(before);
    await turn.undo();
    expect(turn.state).toEqual(before);
    // What was undone is not offered again.
    expect(await turn.preview()).toBeNull();
  });

  it('is one step of the notebook, which is saved', async () => {
    const turn = await new Turn().did(cell('new'), remove('a'), move('c'));
    const { actions } = turn.site.notebook;
    const before = actions.length;
    await turn.undo();
    expect(actions.slice(before).map(({ type }) => type)).toEqual([
      'restore',
      'save'
    ]);
  });

  it('has one item for each cell, whatever was done to it', async () => {
    const turn = await new Turn().did(
      edit('b', 'x'),
      edit('b', 'y', true),
      move('b'),
      cell('new')
    );
    expect((await turn.preview())?.items).toMatchObject([
      {
        id: 'cell:b',
        text: 'Put back the text of cell ⟦b⟧',
        now: 'y',
        then: 'b = 1'
      },
      { id: 'cell:cell-1', text: 'Remove cell ⟦cell-1⟧', now: 'new' }
    ]);
  });

  it('has no texts to compare for a cell that only moved', async () => {
    const turn = await new Turn().did(move('c'));
    const [item] = (await turn.preview())!.items;
    expect(item.text).toBe('Put cell ⟦c⟧ back in its place');
    expect(item.now).toBeUndefined();
    turn.site.notebook.changeAsPerson('c', 'mine');
    expect((await turn.preview())!.items[0].now).toBeUndefined();
  });

  it('takes back only what is chosen', async () => {
    const turn = await new Turn().did(edit('a', 'x'), edit('b', 'y'));
    await turn.undo(['cell:b']);
    expect(turn.site.notebook.sources).toEqual(['x', 'b = 1', 'c = 2']);
    expect((await turn.preview())?.items.map(({ id }) => id)).toEqual([
      'cell:a'
    ]);
  });

  it('finds a place for a cell whose neighbour stays deleted', async () => {
    const turn = await new Turn().did(remove('a'), remove('b'), remove('c'));
    await turn.undo(['cell:b']);
    expect(turn.site.notebook.sources).toEqual(['b = 1']);
  });

  it.each<[string, Call, (of: Site) => void, object]>([
    [
      'changed a cell, with both texts',
      edit('a', 'x'),
      ({ notebook }) => notebook.changeAsPerson('a', 'mine'),
      { conflict: 'You have changed it since.', now: 'mine', then: 'a = 0' }
    ],
    [
      'changed a cell that would go',
      cell('new'),
      ({ notebook }) => notebook.changeAsPerson('cell-1', 'mine too'),
      { conflict: 'You have changed it since.' }
    ],
    [
      'put tags on a cell that would go',
      cell('new'),
      ({ notebook }) => notebook.tagAsPerson('cell-1', { tags: ['mine'] }),
      { conflict: 'You have added tags or other metadata to it since.' }
    ],
    [
      'changed a file',
      write('old.md', 'one'),
      ({ files }) => files.set('old.md', 'mine'),
      { conflict: 'It has been changed since.' }
    ]
  ])('shows as a conflict that the person %s', async (_, call, act, item) => {
    const turn = await new Turn().did(call);
    act(turn.site);
    expect((await turn.preview())?.items).toMatchObject([item]);
  });

  it.each([
    ['run', true],
    ['only written', false]
  ])('shows that the person ran since what the turn had %s', async (_, run) => {
    const turn = await new Turn().did(edit('a', 'x', run));
    expect((await turn.preview())?.items[0].conflict).toBeUndefined();
    await turn.site.notebook.runCell('a', {
      signal: new AbortController().signal
    });
    expect((await turn.preview())?.items[0].conflict).toBe(
      'You have run it since.'
    );
  });

  it.each(['old kernel', 'new kernel'])(
    'shows that the person ran a cell since that the turn only changed or added (%s)',
    async kernel => {
      const turn = await new Turn().did(edit('a', 'x', true), cell('new'));
      const { notebook } = turn.site;
      if (kernel === 'new kernel') {
        notebook.restartAsPerson();
        // Up to the execution count that the turn had left.
        const count = notebook.cell('a')!.executionCount!;
        for (let i = 1; i < count; i++) {
          await notebook.runCell('b', { signal: new AbortController().signal });
        }
      }
      notebook.onRun = () => printed('another output');
      await notebook.runCell('a', { signal: new AbortController().signal });
      expect((await turn.preview())?.items).toMatchObject([
        {
          id: 'cell:a',
          conflict:
            kernel === 'new kernel'
              ? 'Its output has changed since.'
              : 'You have run it since.'
        },
        { id: 'cell:cell-1' }
      ]);
      expect((await turn.preview())?.items[1].conflict).toBeUndefined();
    }
  );

  it('leaves the tags and metadata that the person added to a cell', async () => {
    const turn = await new Turn().did(edit('a', 'x', true));
    const { notebook } = turn.site;
    notebook.tagAsPerson('a', { tags: ['mine'], slideshow: { x: 1 } });
    expect((await turn.preview())?.items[0].conflict).toBeUndefined();
    await turn.undo();
    expect(notebook.cell('a')?.source).toBe('a = 0');
    // Our own note is removed together with the run that it describes.
    expect(notebook.snapshot('a')?.metadata).toEqual({
      tags: ['mine'],
      slideshow: { x: 1 }
    });
  });

  it('has nothing to say of a cell that the person took back', async () => {
    const turn = await new Turn().did(edit('a', 'x'), cell('new'));
    turn.site.notebook.changeAsPerson('a', 'a = 0');
    turn.site.notebook.removeAsPerson('cell-1');
    expect(await turn.preview()).toBeNull();
  });

  it('brings back a cell that was changed and that the person deleted, if chosen', async () => {
    const turn = await new Turn().did(edit('a', 'x'));
    turn.site.notebook.removeAsPerson('a');
    expect((await turn.preview())?.items[0].conflict).toBe(
      'You have deleted it since.'
    );
    await turn.undo(['cell:a']);
    expect(turn.site.notebook.sources).toEqual(['b = 1', 'c = 2', 'a = 0']);
  });

  it('puts files back, and deletes those that the turn made', async () => {
    const turn = await new Turn().did(
      write('old.md', 'one'),
      write('old.md', 'two'),
      write('new.md', 'new')
    );
    expect((await turn.preview())?.items).toMatchObject([
      { id: 'file:old.md', kind: 'file', now: 'two', then: 'before' },
      { id: 'file:new.md', text: 'Delete new.md' }
    ]);
    await turn.undo();
    expect(turn.site.files.text('old.md')).toBe('before');
    expect(turn.site.files.text('new.md')).toBeUndefined();
    expect(await turn.preview()).toBeNull();
  });

  it('keeps the text of a file up to a limit, and says which file stays beyond it', async () => {
    const turn = new Turn();
    const { files } = turn.site;
    // Only an editor holds more text than a card can show.
    const long = 'x'.repeat(MAX_KEPT);
    files.set('at.md', '');
    files.openAsPerson('at.md', long);
    files.set('beyond.md', '');
    files.openAsPerson('beyond.md', `${long}x`);
    await turn.did(
      write('at.md', 'one'),
      write('beyond.md', 'two'),
      write('old.md', 'three')
    );
    const stored = (await turn.site.journal.calls(AT)).flatMap(
      ({ effects }) => effects
    );
    expect(
      stored.map(effect => ('before' in effect ? effect.before : 'not kept'))
    ).toEqual([long, 'not kept', 'before']);
    const preview = await turn.preview();
    expect(preview?.items.map(({ id }) => id)).toEqual([
      'file:at.md',
      'file:old.md'
    ]);
    expect(preview?.remains).toEqual([
      'The file beyond.md stays as it is: its text cannot be put back.'
    ]);
    expect((await turn.undo()).taken).toEqual(['file at.md', 'file old.md']);
    expect(files.text('at.md')).toBe(long);
    expect(files.text('beyond.md')).toBe('two');
    expect(files.text('old.md')).toBe('before');
    // Also where nothing else is left to take back.
    expect(await turn.preview()).toMatchObject({
      items: [],
      remains: [expect.stringContaining('beyond.md')],
      restart: false
    });
  });

  it('says what did not come off, and does the rest', async () => {
    const turn = await new Turn().did(write('old.md', 'one'), cell('new'));
    turn.site.files.writeText = () =>
      Promise.reject(
        Object.assign(new Error('Not writable.'), { name: 'WorkspaceError' })
      );
    expect(await turn.undo()).toMatchObject({
      events: [{ text: 'Undid 1 change' }, { text: 'Not writable.' }],
      taken: ['cell cell-1']
    });
    expect(turn.site.notebook.sources).toHaveLength(3);
  });

  it('says plainly what stays: the kernel and commands', async () => {
    const turn = await new Turn().did(cell('new'), {
      name: 'execute_command',
      args: { command: 'pip install x' }
    });
    const preview = await turn.preview();
    expect(preview?.remains).toEqual([
      'What the code did in the kernel stays: variables and imports are as they are now.',
      'What this command did stays: “pip install x”'
    ]);
    expect(preview?.restart).toBe(true);
  });

  it('restarts the kernel then and runs the cells up to the place of the turn', async () => {
    const turn = await new Turn().did(cell('new'));
    const { notebook } = turn.site;
    const [created, ...others] = notebook
      .cells()
      .map(({ id }) => id)
      .reverse();
    await turn.undo(undefined, true);
    expect(notebook.actions.at(-1)).toEqual({
      type: 'restart',
      upTo: others[0]
    });
    expect(notebook.cell(created)).toBeUndefined();
  });

  it('takes back all it can where the kernel does not restart', async () => {
    const turn = await new Turn().did(cell('new'));
    turn.site.notebook.restartKernel = () =>
      Promise.reject(new WorkspaceError('failed', 'It does not restart.'));
    expect(await turn.undo(undefined, true)).toMatchObject({
      events: [{ text: 'Undid 1 change' }, { text: 'It does not restart.' }]
    });
  });

  it('is not offered for a turn that changed nothing', async () => {
    const turn = await new Turn().did({
      name: 'run_scratch',
      args: { code: 'dir()' }
    });
    expect(await turn.preview()).toBeNull();
  });

  it('leaves alone what another run did', async () => {
    const turn = await new Turn().did(edit('a', 'x'));
    expect(await previewUndo(turn.parts, THREAD, 'another')).toBeNull();
  });
});
