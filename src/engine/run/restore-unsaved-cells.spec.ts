import { DEFAULT_POLICY } from '../../contract';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
import { restoreUnsavedCells } from './restore-unsaved-cells';
import { type Page, World } from '../stories/pages';

const AT = { threadId: 'thread', branch: '' };

interface ICall {
  name: string;
  args: Record<string, unknown>;
}

const CELLS = [
  { id: 'first', source: 'import os' },
  { id: 'a', source: 'x = 1' }
];

const cell = (code: string): ICall => ({
  name: 'jupyter_cell',
  args: { code }
});

const RUN_A: ICall = { name: 'run_cells', args: { cell_ids: ['a'] } };

/**
 * The state after the page was closed: everything else was kept, and the
 * notebook is as its file has it.
 */
async function afterwards(
  calls: ICall[],
  file: { cells?: typeof CELLS } = { cells: CELLS },
  files?: FakeFiles
): Promise<{ world: World; before: World; page: Page }> {
  const before = new World(undefined, {
    notebook: new FakeNotebook({ cells: CELLS }),
    files
  });
  const first = before.page([{ calls }, { text: 'Done.' }]);
  expect(await first.say()).toBe('done');
  const world = new World(undefined, {
    notebook: new FakeNotebook(file),
    files
  });
  const { journal, checkpointer, notebook } = before;
  Object.assign(world, { journal, checkpointer });
  world.notebook.onRecall = (...args) => notebook.onRecall(...args);
  return { world, before, page: world.page([]) };
}

/**
 * The texts of outputs; outputs that were put back are in nbformat's own form.
 */
const textsOf = (outputs: readonly object[]): unknown[] =>
  outputs.map(output => 'text' in output && output.text);

const notices = ({ events }: Page): unknown[] =>
  events.filter(({ type }) => type === 'notice');

describe('what answered calls did and nobody saved', () => {
  it.each<[string, ICall[]]>([
    ['a cell that was made', [cell('y = 2')]],
    ['several cells', [cell('y = 2'), cell('z = 3')]],
    [
      'Markdown',
      [{ name: 'markdown', args: { content: '# Title', after: 'first' } }]
    ],
    [
      'a cell that was changed and run',
      [
        {
          name: 'edit_cell',
          args: { cell_id: 'a', code: 'x = 2', run: true }
        }
      ]
    ],
    [
      'a cell that was deleted',
      [{ name: 'delete_cell', args: { cell_id: 'a' } }]
    ],
    ['a cell that was moved', [{ name: 'move_cell', args: { cell_id: 'a' } }]],
    [
      'cells that were run',
      [{ name: 'run_cells', args: { cell_ids: ['first', 'a'] } }]
    ]
  ])('is put back as it was, and no code runs: %s', async (_, calls) => {
    const { world, before, page } = await afterwards(calls);
    await restoreUnsavedCells(page.run);
    const shown = ({ notebook }: World): unknown =>
      notebook
        .cells()
        .map(({ id, source }) => [source, textsOf(notebook.outputs(id))]);
    expect(shown(world)).toEqual(shown(before));
    expect(world.kernel).toEqual([]);
    expect(notices(page)).toEqual([]);
  });

  it('is in the file then, and is left alone from then on', async () => {
    const { world, page } = await afterwards([cell('y = 2')]);
    await restoreUnsavedCells(page.run);
    await page.run.saver.flush();
    expect(world.notebook.actions.at(-1)).toEqual({ type: 'save' });
    const id = world.notebook.cells().at(-1)?.id as string;
    world.notebook.removeAsPerson(id);
    await restoreUnsavedCells(world.page([]).run);
    expect(world.notebook.sources).toEqual(['import os', 'x = 1']);
  });

  it('is left alone where it was saved: a person may have deleted it', async () => {
    const { world, page } = await afterwards([cell('y = 2'), cell('z = 3')]);
    const calls = await world.journal.calls(AT);
    await world.journal.remember(AT, { saved: calls[0].callId });
    await restoreUnsavedCells(page.run);
    expect(world.notebook.sources).toEqual(['import os', 'x = 1', 'z = 3']);
  });

  it('is not put over what a person has written since', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { world, page } = await afterwards(
      [{ name: 'edit_cell', args: { cell_id: 'a', code: 'x = 2' } }],
      { cells: [CELLS[0], { id: 'a', source: 'x = "mine"' }] }
    );
    await restoreUnsavedCells(page.run);
    expect(world.notebook.sources).toEqual(['import os', 'x = "mine"']);
    warn.mockRestore();
  });

  it.each<[string, ICall[], string[]]>([
    ['that is put back', [cell('y = 2')], ['y = 2']],
    ['that is there, once', [RUN_A, RUN_A], []]
  ])('says of a cell %s that its output is lost', async (_, calls, more) => {
    const { world, before, page } = await afterwards(calls);
    before.remembers = false;
    await restoreUnsavedCells(page.run);
    expect(world.notebook.sources).toEqual(['import os', 'x = 1', ...more]);
    expect(world.kernel).toEqual([]);
    expect(notices(page)).toEqual([
      expect.objectContaining({
        code: 'other',
        text: expect.stringContaining(
          'run it to see the output again'
        ) as string
      })
    ]);
  });

  it('is no file and no code without a cell: those were done when they were done', async () => {
    const files = new FakeFiles();
    const { world, page } = await afterwards(
      [
        { name: 'write_file', args: { path: 'a.md', content: 'new' } },
        { name: 'run_scratch', args: { code: 'dir()' } }
      ],
      undefined,
      files
    );
    await files.writeText('a.md', 'by the person', null).catch(async () => {
      const now = await files.openText('a.md', 100);
      await files.writeText('a.md', 'by the person', now?.version ?? null);
    });
    await restoreUnsavedCells(page.run);
    expect(files.text('a.md')).toBe('by the person');
    expect(world.kernel).toEqual([]);
  });
});

describe('what a rule no longer allowed while it was being stored', () => {
  const rule = (answer: 'ask' | 'allow') => ({
    policy: {
      ...DEFAULT_POLICY,
      effects: { ...DEFAULT_POLICY.effects, execute: answer, edit: answer }
    }
  });

  it.each<[string, string, number, Record<string, unknown>]>([
    ['delete_cell', 'delete', 1, { cell_id: 'a' }],
    ['edit_cell', 'source', 1, { cell_id: 'a', code: 'x = 2' }],
    // The first cell is the one before it.
    ['jupyter_cell', 'insert', 2, { code: 'z = 3' }]
  ])(
    'is not done by the next page either: %s',
    async (name, kind, nth, args) => {
      const before = new World(undefined, {
        notebook: new FakeNotebook({ cells: CELLS }),
        settings: rule('allow')
      });
      const effect = before.journal.effect.bind(before.journal);
      let seen = 0;
      before.journal.effect = async (...which) => {
        await effect(...which);
        seen += [which[2]].flat().some(each => each.kind === kind) ? 1 : 0;
        if (seen === nth) {
          before.settings.policy = rule('ask').policy;
        }
      };
      const first = before.page([
        { calls: [cell('y = 2'), { name, args }] },
        { text: 'Done.' }
      ]);
      expect(await first.say()).toBe('done');
      expect(before.notebook.sources).toEqual(['import os', 'x = 1', 'y = 2']);
      const [, refused] = await before.journal.calls(AT);
      expect(refused).toMatchObject({
        effects: [],
        outcome: { state: 'failed' }
      });
      // The page is closed before the notebook is saved.
      const world = new World(undefined, {
        notebook: new FakeNotebook({ cells: CELLS }),
        settings: rule('ask')
      });
      const { journal, checkpointer } = before;
      Object.assign(world, { journal, checkpointer });
      await restoreUnsavedCells(world.page([]).run);
      expect(world.notebook.sources).toEqual(['import os', 'x = 1', 'y = 2']);
    }
  );

  it('is not done by the page after next either, if the next one refuses it', async () => {
    const world = new World(undefined, {
      notebook: new FakeNotebook({ cells: CELLS }),
      settings: rule('allow')
    });
    const first = world.page([{ calls: [cell('y = 2')] }], {
      when: 'after',
      what: 'effect'
    });
    expect(await first.say()).toBe('dead');
    world.settings.policy = rule('ask').policy;
    const next = world.page([{ text: 'Done.' }]);
    // As when what an earlier page did is not in the file.
    next.run.saver.owed();
    expect(await next.goOn()).toBe('done');
    const [{ outcome }] = await world.journal.calls(AT);
    expect(outcome).toMatchObject({ state: 'failed' });
    await restoreUnsavedCells(world.page([]).run);
    expect(world.notebook.sources).toEqual(['import os', 'x = 1']);
  });
});
