import { hashText } from '../../contract';
import { FakeNotebook, endless } from '../../testing/fake-notebook';
import { deleteCell } from '../cells/delete-cell';
import { moveCell } from '../cells/move-cell';
import { toolContext } from './tool-context';

const seen = { a: hashText('x = 1'), t: hashText('# Hi') };

function notebookOf(): FakeNotebook {
  return new FakeNotebook({
    cells: [
      { id: 'a', source: 'x = 1' },
      { id: 't', type: 'markdown', source: '# Hi' },
      { id: 'p', source: 'p', readOnly: true }
    ]
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
    const result = await deleteCell.run(
      { cell_id: 'a' },
      toolContext({ notebook })
    );
    expect(notebook.sources).toEqual(['p']);
    expect(result).toMatchObject({
      ok: true,
      text,
      summary: 'Deleted the cell at position 1'
    });
  });

  it('is never done silently to a cell that changed since it was read', () => {
    const notebook = notebookOf();
    const check = () =>
      deleteCell.check?.({ cell_id: 'a' }, toolContext({ notebook, seen }));
    expect(check()).toBeNull();
    notebook.changeAsPerson('a', 'x = 2  # mine');
    expect(check()).toContain(
      'Cell a has changed since you read it (or was not read). Call read_notebook'
    );
    expect(
      deleteCell.check?.({ cell_id: 't' }, toolContext({ notebook }))
    ).toContain('or was not read');
  });

  it('shows the cell as it is, which the decision depends on', async () => {
    expect(
      await deleteCell.propose?.(
        { cell_id: 'a' },
        toolContext({ notebook: notebookOf() })
      )
    ).toMatchObject({
      title: 'Delete cell ⟦a⟧',
      sentence:
        'Delete cell ⟦a⟧ from analysis.ipynb. Undo in the notebook brings it back.',
      body: { kind: 'cells', cells: [{ id: 'a', source: 'x = 1' }] },
      basis: 'x = 1'
    });
  });

  it('tells the policy whose cell it is, and nothing that makes it a rule’s case', () => {
    const context = toolContext({
      notebook: notebookOf(),
      created: new Set(['t'])
    });
    expect(deleteCell.policy?.({ cell_id: 't' }, context)).toEqual({
      ownCell: true
    });
  });

  it('waits for a cell that runs', async () => {
    const notebook = notebookOf();
    notebook.onRun = endless;
    const controller = new AbortController();
    const going = notebook.runCell('a', { signal: controller.signal });
    expect(
      deleteCell.check?.({ cell_id: 'a' }, toolContext({ notebook, seen }))
    ).toContain('is running');
    controller.abort();
    await going;
  });

  it('is a result when the cell is gone by then', async () => {
    const result = await deleteCell.run(
      { cell_id: 'z' },
      toolContext({ notebook: notebookOf() })
    );
    expect(result.ok).toBe(false);
    expect(result.text).toContain('Call read_notebook');
  });
});

describe('move_cell', () => {
  it('moves behind another cell, or to the top', async () => {
    const notebook = notebookOf();
    const context = toolContext({ notebook });
    const behind = await moveCell.run({ cell_id: 'a', after: 't' }, context);
    expect(notebook.sources).toEqual(['# Hi', 'x = 1', 'p']);
    expect(behind.text).toBe(
      'Cell a is now cell 2 of 3, after t. It was not run again.'
    );
    const top = await moveCell.run({ cell_id: 'a', after: 'top' }, context);
    expect(notebook.sources).toEqual(['x = 1', '# Hi', 'p']);
    await moveCell.run({ cell_id: 'p' }, context);
    expect(notebook.sources).toEqual(['p', 'x = 1', '# Hi']);
    expect(top).toMatchObject({ ok: true, summary: 'Moved cell ⟦a⟧' });
  });

  it('moves a cell that runs, which goes on running', async () => {
    const notebook = notebookOf();
    notebook.onRun = endless;
    const controller = new AbortController();
    const going = notebook.runCell('a', { signal: controller.signal });
    const context = toolContext({ notebook });
    expect(moveCell.check?.({ cell_id: 'a', after: 't' }, context)).toBeNull();
    await moveCell.run({ cell_id: 'a', after: 't' }, context);
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

describe.each([deleteCell, moveCell])('$name', tool => {
  it.each<[string, string, RegExp]>([
    ['no such cell', 'z', /no cell z\. Call read_notebook/],
    ['a protected cell', 'p', /protected/]
  ])('is sent back for %s', (_, cell_id, words) => {
    const context = toolContext({ notebook: notebookOf(), seen });
    expect(tool.check?.({ cell_id }, context)).toMatch(words);
  });

  it('is sent back for a read-only notebook', () => {
    const notebook = notebookOf();
    notebook.setReadOnly(true);
    expect(
      tool.check?.({ cell_id: 'a' }, toolContext({ notebook, seen }))
    ).toContain('read-only');
  });
});

it('a cell is not moved behind itself, or behind one that is not there', () => {
  const context = toolContext({ notebook: notebookOf() });
  const check = (after: string) =>
    moveCell.check?.({ cell_id: 'a', after }, context);
  expect(check('a')).toContain('after itself');
  expect(check('z')).toContain('no cell z');
});
