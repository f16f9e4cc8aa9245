import { hashText } from '../../contract';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { editCell } from './edit-cell';
import { markdown } from '../shared/cells/markdown';
import { toolContext } from '../stories/tool-context';

const seen = { a: hashText('x = 1'), t: hashText('# Hi') };

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

describe('edit_cell', () => {
  it('edits, executes when it also runs, and is shell where that reaches out', () => {
    const effect = (code: string, run?: boolean) =>
      editCell.effect({ cell_id: 'a', code, run }, toolContext());
    expect(effect('x')).toBe('edit');
    expect(effect('1', true)).toBe('execute');
    expect(effect('!pip install polars', true)).toBe('shell');
    expect(effect('!pip install polars')).toBe('edit');
  });

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

    it('is what the whole code does, and gives way to code that the person edited', () => {
      const { context, args } = of({ old: 'c = 3', new: '!ls' });
      expect(editCell.effect({ ...args, run: true }, context)).toBe('shell');
      expect(editCell.tidy?.({ ...args, code: 'x' })).toEqual({
        cell_id: 'a',
        code: 'x'
      });
    });
  });

  it('is sent back for a cell that changed since it was read, or never was', () => {
    const notebook = notebookOf();
    const check = (run?: boolean) =>
      editCell.check?.(
        { cell_id: 'a', code: 'x = 2', run },
        toolContext({ notebook, seen })
      );
    expect(check()).toBeNull();
    expect(check(true)).toBeNull();
    notebook.changeAsPerson('a', 'x = 3');
    expect(check()).toContain(
      'Cell a has changed since you read it (or was not read). Call read_notebook with cells=["a"]'
    );
    expect(
      editCell.check?.({ cell_id: 'a', code: '' }, toolContext({ notebook }))
    ).toContain('or was not read');
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'no such cell',
      { cell_id: 'z' },
      /There is no cell z\. Call read_notebook/
    ],
    [
      'running Markdown',
      { cell_id: 't', run: true },
      /Markdown cell and cannot run/
    ],
    ['a protected cell', { cell_id: 'p' }, /protected/]
  ])('is sent back for %s', (_, args, words) => {
    const context = toolContext({ notebook: notebookOf(), seen });
    expect(editCell.check?.({ code: 'y', ...args } as never, context)).toMatch(
      words
    );
  });

  it('shows a diff against the cell as it is, which the decision depends on', () => {
    const proposal = editCell.propose?.(
      { cell_id: 'a', code: 'x = 2', run: true },
      toolContext({ notebook: notebookOf(), seen })
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
    const changed = await editCell.run(
      { cell_id: 'a', code: 'x = 2' },
      toolContext({ notebook })
    );
    expect(changed).toMatchObject({
      ok: true,
      summary: 'Changed cell ⟦a⟧',
      seen: { a: hashText('x = 2') }
    });
    expect(changed.text).toContain('not run');
    expect(notebook.actions.map(action => action.type)).toEqual(['set']);

    const ran = await editCell.run(
      { cell_id: 'a', code: 'print(2)', run: true },
      toolContext({ notebook })
    );
    expect(ran.text).toMatch(/^Cell a ran in .* as \[1\]\.\n2$/);
    expect(notebook.cell('a')?.source).toBe('print(2)');
  });

  it('is a result when the cell is gone by then', async () => {
    const result = await editCell.run(
      { cell_id: 'z', code: '' },
      toolContext({ notebook: notebookOf() })
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Call read_notebook');
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
    const result = await markdown.run(
      { content: '## New', after: 'a' },
      toolContext({ notebook })
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
