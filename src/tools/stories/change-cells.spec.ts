import { type ITool, hashText } from '../../contract';
import { FakeNotebook, endless, printed } from '../../testing/fake-notebook';
import { deleteCell } from '../cells/delete-cell';
import { editCell } from '../cells/edit-cell';
import { moveCell } from '../cells/move-cell';
import { markdown } from '../shared/cells/markdown';
import { toolContext, toolOn } from './tool-context';

const moving = toolOn(moveCell);

const edits = toolOn(editCell);
const deletes = toolOn(deleteCell);

const seen: Record<string, string> = {
  a: hashText('x = 1'),
  t: hashText('# Hi')
};

function notebookOf(): FakeNotebook {
  return new FakeNotebook({
    cells: [
      { id: 'a', source: 'x = 1' },
      { id: 't', type: 'markdown', source: '# Hi' },
      { id: 'p', source: 'p', readOnly: true }
    ],
    onRun: () => printed('2\n')
  });
}

describe('delete_cell', () => {
  it.each([
    ['that never ran', null, 'Deleted cell a.'],
    [
      'that ran',
      3,
      'Deleted cell a. Variables it made in this kernel still exist.'
    ]
  ])('deletes one cell %s', async (_, executionCount, text) => {
    const notebook = new FakeNotebook({
      cells: [
        { id: 'a', source: 'x = 1', executionCount },
        { id: 'p', source: 'p' }
      ]
    });
    const result = await deletes.run({ cell_id: 'a' }, { notebook });
    expect(notebook.sources).toEqual(['p']);
    expect(result).toMatchObject({
      ok: true,
      text,
      summary: 'Deleted the cell at position 1'
    });
  });

  it('shows the cell as it is, which the decision depends on', async () => {
    expect(
      await deletes.propose({ cell_id: 'a' }, { notebook: notebookOf() })
    ).toMatchObject({
      title: 'Delete cell ⟦a⟧',
      sentence:
        'Delete cell ⟦a⟧ from analysis.ipynb. Undo in the notebook brings it back.',
      body: { kind: 'cells', cells: [{ id: 'a', source: 'x = 1' }] },
      basis: 'x = 1'
    });
  });

  it('waits for a cell that runs', async () => {
    const notebook = notebookOf();
    notebook.onRun = endless;
    const controller = new AbortController();
    const going = notebook.runCell('a', { signal: controller.signal });
    expect(await deletes.check({ cell_id: 'a' }, { notebook, seen })).toContain(
      'is running'
    );
    controller.abort();
    await going;
  });
});

describe('move_cell', () => {
  it('moves behind another cell, or to the top', async () => {
    const notebook = notebookOf();
    const context = toolContext({ notebook });
    const behind = await moving.run({ cell_id: 'a', after: 't' }, context);
    expect(notebook.sources).toEqual(['# Hi', 'x = 1', 'p']);
    expect(behind.text).toBe(
      'Cell a is now cell 2 of 3, after t. It was not run again.'
    );
    const top = await moving.run({ cell_id: 'a', after: 'top' }, context);
    expect(notebook.sources).toEqual(['x = 1', '# Hi', 'p']);
    await moving.run({ cell_id: 'p' }, context);
    expect(notebook.sources).toEqual(['p', 'x = 1', '# Hi']);
    expect(top).toMatchObject({ ok: true, summary: 'Moved cell ⟦a⟧' });
  });

  it('moves a cell that runs, which goes on running', async () => {
    const notebook = notebookOf();
    notebook.onRun = endless;
    const controller = new AbortController();
    const going = notebook.runCell('a', { signal: controller.signal });
    const context = toolContext({ notebook });
    expect(
      await moving.check({ cell_id: 'a', after: 't' }, context)
    ).toBeNull();
    await moving.run({ cell_id: 'a', after: 't' }, context);
    expect(notebook.cell('a')?.running).toBe(true);
    controller.abort();
    expect((await going).status).toBe('stopped');
  });

  it('says where it goes, and shows the cell', async () => {
    const context = toolContext({ notebook: notebookOf() });
    expect(
      await moveCell.propose?.({ cell_id: 'a', after: 't' }, context)
    ).toMatchObject({
      title: 'Move cell ⟦a⟧',
      sentence: 'Move cell ⟦a⟧ after cell ⟦t⟧ in analysis.ipynb',
      place: 'after ⟦t⟧ in analysis.ipynb',
      body: { kind: 'cells', cells: [{ id: 'a', source: 'x = 1' }] },
      basis: 'x = 1'
    });
    expect(await moveCell.propose?.({ cell_id: 'a' }, context)).toMatchObject({
      sentence: 'Move cell ⟦a⟧ to the top of analysis.ipynb'
    });
  });
});

describe('edit_cell', () => {
  it('tells the policy whether it is Markdown, and whose', () => {
    const context = toolContext({
      notebook: notebookOf(),
      created: new Set(['t'])
    });
    expect(editCell.policy?.({ cell_id: 't', code: '' }, context)).toEqual({
      markdown: true,
      ownCell: true
    });
    expect(editCell.policy?.({ cell_id: 'a', code: '' }, context)).toEqual({
      markdown: false,
      ownCell: false
    });
    // Deleted, it is no case of the rule for Markdown.
    expect(deleteCell.policy?.({ cell_id: 't' }, context)).toEqual({
      ownCell: true
    });
  });

  describe('with replace', () => {
    const long = 'a = 1\nb = 2\nb = 2\nc = 3';
    const of = (...replace: { old: string; new: string }[]) => {
      const notebook = new FakeNotebook({
        cells: [{ id: 'a', source: long }],
        onRun: () => printed('2\n')
      });
      const context = toolContext({ notebook, seen: { a: hashText(long) } });
      return { notebook, context, args: { cell_id: 'a', replace } };
    };

    it('changes the passages alone, and its card shows the resulting difference', async () => {
      const { notebook, context, args } = of(
        { old: 'a = 1', new: 'a = 10' },
        { old: 'c = 3', new: 'c = a' }
      );
      expect(editCell.check?.(args, context)).toBeNull();
      const created = 'a = 10\nb = 2\nb = 2\nc = a';
      expect(await editCell.propose?.(args, context)).toMatchObject({
        body: { kind: 'diff', before: long, text: created },
        editable: 'code',
        basis: long
      });
      const result = await editCell.run({ ...args, run: true }, context);
      expect(notebook.sources).toEqual([created]);
      expect(result).toMatchObject({
        ok: true,
        summary: 'Edited and ran cell ⟦a⟧',
        seen: { a: hashText(created) }
      });
    });

    it.each<[string, { old: string; new: string }[], string]>([
      [
        'not there',
        [{ old: 'd = 4', new: 'x' }],
        '"old" was not found in the cell.'
      ],
      [
        'there twice',
        [{ old: 'b = 2', new: 'x' }],
        '"old" occurs 2 times in the cell, from lines 2, 3.'
      ],
      ['no change', [{ old: 'a = 1', new: 'a = 1' }], 'nothing would change'],
      ['nothing', [], 'Give the new source in code']
    ])(
      'is sent back where the passage is %s, and changes nothing',
      (_, replace, words) => {
        const { notebook, context, args } = of(...replace);
        expect(editCell.check?.(args, context)).toContain(words);
        expect(notebook.sources).toEqual([long]);
      }
    );

    it.each([
      [
        'x = "<data>1</data>"\ny = 2',
        '"[data>1[/data>"',
        '"[data>2[/data>"',
        'x = "<data>2</data>"\ny = 2'
      ],
      [
        'y = [data]; x = "<data>"',
        'y = [data]; x = "[data>"',
        'y = [data]; x = "[data>" + z[data]',
        'y = [data]; x = "<data>" + z[data]'
      ],
      [
        'if x < data:\n  y = 1',
        'if x [ data:',
        'y = z[data]\nif x [ data:',
        'y = z[data]\nif x < data:\n  y = 1'
      ]
    ])(
      'finds a tag that the model could only read as `[data>`: %s',
      async (source, old, replacement, changed) => {
        const notebook = new FakeNotebook({ cells: [{ id: 'a', source }] });
        const context = toolContext({
          notebook,
          seen: { a: hashText(source) }
        });
        const args = { cell_id: 'a', replace: [{ old, new: replacement }] };
        expect(editCell.check?.(args, context)).toBeNull();
        await editCell.run(args, context);
        expect(notebook.sources).toEqual([changed]);
      }
    );

    it('is what the whole code does, and gives way to code that the person edited', () => {
      const { context, args } = of({ old: 'c = 3', new: '!ls' });
      expect(editCell.effect({ ...args, run: true }, context)).toBe('shell');
      expect(editCell.tidy?.({ ...args, code: 'x' })).toEqual({
        cell_id: 'a',
        code: 'x'
      });
    });
  });

  it('is sent back for running Markdown', () => {
    const context = toolContext({ notebook: notebookOf(), seen });
    const args = { cell_id: 't', code: 'y', run: true };
    expect(editCell.check?.(args, context)).toContain(
      'Markdown cell and cannot run'
    );
  });

  it('shows a diff against the cell as it is, which the decision depends on', () => {
    const proposal = edits.propose(
      { cell_id: 'a', code: 'x = 2', run: true },
      { notebook: notebookOf(), seen }
    );
    expect(proposal).toMatchObject({
      title: 'Change cell ⟦a⟧ and run it',
      sentence:
        'Change cell ⟦a⟧ in analysis.ipynb and run it on Python 3 (ipykernel)',
      body: { kind: 'diff', before: 'x = 1', text: 'x = 2' },
      editable: 'code',
      basis: 'x = 1'
    });
  });

  it('changes the source, and runs only when asked', async () => {
    const notebook = notebookOf();
    const changed = await edits.run(
      { cell_id: 'a', code: 'x = 2' },
      { notebook }
    );
    expect(changed).toMatchObject({
      ok: true,
      summary: 'Changed cell ⟦a⟧',
      seen: { a: hashText('x = 2') }
    });
    expect(changed.text).toContain('not run');
    expect(notebook.actions.map(action => action.type)).toEqual(['set']);

    const ran = await edits.run(
      { cell_id: 'a', code: 'print(2)', run: true },
      { notebook }
    );
    expect(ran.text).toMatch(/^Cell a ran in .* as \[1\]\.\n2$/);
    expect(notebook.cell('a')?.source).toBe('print(2)');
  });
});

describe('markdown', () => {
  it('is a standing rule’s case: Markdown of the agent’s own', () => {
    expect(markdown.effect({ content: 'x' }, toolContext())).toBe('edit');
    expect(markdown.policy?.({ content: 'x' }, toolContext())).toEqual({
      markdown: true,
      ownCell: true
    });
  });

  it('inserts a cell and remembers it as made and seen', async () => {
    const notebook = notebookOf();
    const result = await toolOn(markdown).run(
      { content: '## New', after: 'a' },
      { notebook }
    );
    expect(notebook.sources).toEqual(['x = 1', '## New', '# Hi', 'p']);
    expect(result).toMatchObject({
      ok: true,
      created: ['cell-1'],
      seen: { 'cell-1': hashText('## New') },
      summary: 'Wrote cell ⟦cell-1⟧'
    });
  });

  it('strips a fence that calls its content Markdown, and no other', () => {
    const parse = (content: string) =>
      markdown.schema.parse({ content }).content;
    expect(parse('```markdown\n# A\n```')).toBe('# A');
    expect(parse('```python\nx\n```')).toBe('```python\nx\n```');
  });
});

describe.each([deleteCell, moveCell, editCell] as ITool[])('$name', tool => {
  it.each<[string, string, RegExp]>([
    ['no such cell', 'z', /no cell z\. Call read_notebook/],
    ['a protected cell', 'p', /protected/]
  ])('is sent back for %s', (_, cell_id, words) => {
    const context = toolContext({ notebook: notebookOf(), seen });
    expect(tool.check?.({ cell_id, code: 'y' }, context)).toMatch(words);
  });

  it('is sent back for a read-only notebook', () => {
    const notebook = notebookOf();
    notebook.setReadOnly(true);
    const context = toolContext({ notebook, seen });
    expect(tool.check?.({ cell_id: 'a', code: 'y' }, context)).toContain(
      'read-only'
    );
  });

  it('is a result when the cell is gone by then', async () => {
    const result = await toolOn(tool).run(
      { cell_id: 'z', code: '' },
      { notebook: notebookOf() }
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Call read_notebook');
  });
});

it.each<{ tool: ITool; args: object }>([
  { tool: deleteCell, args: {} },
  { tool: editCell, args: { code: 'y' } },
  { tool: editCell, args: { code: 'y', run: true } }
])(
  '$tool.name with $args is never done to a cell that changed since it was read, or never was',
  async ({ tool, args }) => {
    const notebook = notebookOf();
    const check = (read = seen) =>
      toolOn(tool).check({ cell_id: 'a', ...args }, { notebook, seen: read });
    expect(await check()).toBeNull();
    expect(await check({})).toContain('or was not read');
    notebook.changeAsPerson('a', 'x = 3');
    expect(await check()).toContain(
      'Cell a has changed since you read it (or was not read). Call read_notebook with cells=["a"]'
    );
  }
);

it('a cell is not moved behind itself, or behind one that is not there', async () => {
  const context = toolContext({ notebook: notebookOf() });
  const check = (after: string) =>
    moving.check({ cell_id: 'a', after }, context);
  expect(await check('a')).toContain('after itself');
  expect(await check('z')).toContain('no cell z');
});
