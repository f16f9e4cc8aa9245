import { type ICellRun, type ITool, hashText } from '../../contract';
import { WorkspaceError } from '../../contract/ports/workspace-error';
import {
  FakeNotebook,
  endless,
  printed,
  raised,
  ran
} from '../../testing/fake-notebook';
import { jupyterCell } from './jupyter-cell';
import { markdown } from '../shared/cells/markdown';
import { FakeFiles } from '../../testing/fake-files';
import { toolContext, toolOn } from '../stories/tool-context';

const codeCell = toolOn(jupyterCell);

const parse = (args: Record<string, unknown>) => jupyterCell.schema.parse(args);

const closed = new FakeNotebook();
closed.close();

const runOn = (options: ConstructorParameters<typeof FakeNotebook>[0]) =>
  codeCell.run({ code: 'x' }, { notebook: new FakeNotebook(options) });

describe('jupyter_cell', () => {
  it('strips a Markdown fence, so that the card shows what will run', () => {
    expect(parse({ code: '```python\nx = 1\n```' }).code).toBe('x = 1');
  });

  it('drops arguments it does not know', () => {
    expect(parse({ code: 'x', secret: 1 })).toEqual({ code: 'x' });
  });

  it('refuses empty code', () => {
    for (const code of ['', ' \n', '```python\n```', '```\n\n```']) {
      expect(jupyterCell.schema.safeParse({ code }).success).toBe(false);
    }
  });

  it.each([jupyterCell, markdown])(
    'says on its card that it takes the place of the empty cell, and does, unless a place is named: $name',
    async (tool: ITool) => {
      const notebook = new FakeNotebook({
        cells: [
          { id: 'spot', source: '' },
          { id: 'b', source: '2' },
          { id: 'mine', source: '3' }
        ]
      });
      const context = toolContext({
        notebook,
        created: new Set(['mine']),
        nextPlace: 'spot'
      });
      const args = { code: 'x', content: 'x' };
      const card = await tool.propose!(args, context);
      expect(card.sentence).toContain('in place of empty cell ⟦spot⟧');
      expect(card.place).toContain('in place of empty cell ⟦spot⟧');
      const named = await tool.propose!({ ...args, after: 'b' }, context);
      expect(JSON.stringify(named)).not.toContain('empty');
      await tool.run(args, context);
      expect(notebook.sources).toEqual(['x', '2', '3']);
      // The cell is gone now.
      await tool.run(args, context);
      expect(notebook.sources).toEqual(['x', '2', '3', 'x']);
    }
  );

  it('leaves an empty cell in which somebody has written since', async () => {
    const notebook = new FakeNotebook({ cells: [{ id: 'spot', source: '' }] });
    const context = toolContext({ notebook, nextPlace: 'spot' });
    notebook.changeAsPerson('spot', 'theirs');
    const card = await jupyterCell.propose!({ code: 'x' }, context);
    expect(card.place).not.toContain('empty');
    await jupyterCell.run({ code: 'x' }, context);
    expect(notebook.sources).toEqual(['theirs', 'x']);
  });

  it('inserts after the cell it was told, runs, and tells what it made and saw', async () => {
    const notebook = new FakeNotebook({
      cells: [
        { id: 'a', source: '1' },
        { id: 'b', source: '2' }
      ],
      onRun: () => printed('hello\n', 400)
    });
    const result = await codeCell.run(
      { code: 'print("hello")', description: 'Load the data', after: 'a' },
      { notebook }
    );
    expect(notebook.sources).toEqual(['1', 'print("hello")', '2']);
    expect(result).toEqual({
      text: 'Cell cell-1 ran in 0.4 s as [1]. It is cell 2 of 3, after a.\nhello',
      ok: true,
      summary: 'Ran cell ⟦cell-1⟧: “Load the data”',
      cellId: 'cell-1',
      created: ['cell-1'],
      seen: { 'cell-1': hashText('print("hello")') },
      ms: 400
    });
  });

  it.each<[string, string[], string[]]>([
    [
      'after the agent’s last cell',
      ['theirs', 'mine'],
      ['theirs', 'mine', 'x']
    ],
    [
      'after it where only cells of the agent stand below',
      ['theirs', 'mine', 'first'],
      ['theirs', 'mine', 'x', 'first']
    ],
    [
      'in the empty cell below it',
      ['theirs', 'mine', ''],
      ['theirs', 'mine', 'x']
    ],
    [
      'to the end where a cell of the person stands below',
      ['mine', 'theirs'],
      ['mine', 'theirs', 'x']
    ],
    ['to the end without a cell of the agent', ['theirs'], ['theirs', 'x']]
  ])('goes %s', async (_, before, after) => {
    const notebook = new FakeNotebook({
      cells: before.map(source => ({ id: source || 'empty', source }))
    });
    const created = new Set(['first', 'mine', 'gone']);
    await codeCell.run({ code: 'x' }, { notebook, created });
    expect(notebook.sources).toEqual(after);
  });

  it.each([jupyterCell, markdown])(
    'goes above the first cell: $name',
    async (tool: ITool) => {
      const notebook = new FakeNotebook({ cells: [{ id: 'a', source: '1' }] });
      const context = toolContext({ notebook });
      const args = { code: 'x', content: 'x', after: 'top' };
      expect(tool.check!(args, context)).toBeNull();
      const card = await tool.propose!(args, context);
      expect(card.sentence).toContain('at the top of analysis.ipynb');
      expect(card.place).toContain('at the top of analysis.ipynb');
      const { text } = await tool.run(args, context);
      expect(notebook.sources).toEqual(['x', '1']);
      expect(text).toContain('cell 1 of 2');
    }
  );

  it('says on its card where it will go, and on which kernel', async () => {
    const notebook = new FakeNotebook({ cells: [{ id: 'a', source: '1' }] });
    const context = toolContext({ notebook });
    expect(
      jupyterCell.propose?.(
        { code: '1', after: 'a', description: 'why' },
        context
      )
    ).toEqual({
      title: 'Add a cell and run it',
      sentence:
        'Insert a code cell after ⟦a⟧ in analysis.ipynb and run it on Python 3 (ipykernel)',
      place: 'after ⟦a⟧ in analysis.ipynb · Python 3 (ipykernel)',
      reason: 'why',
      body: { kind: 'code', mimeType: 'text/x-python', text: '1' },
      editable: 'code'
    });
    expect(
      (await jupyterCell.propose?.({ code: 'x' }, context))?.sentence
    ).toContain('at the end of analysis.ipynb');
    const empty = toolContext({ notebook: new FakeNotebook() });
    expect(
      (await jupyterCell.propose?.({ code: 'x' }, empty))?.place
    ).toContain('at the top of analysis.ipynb');
  });

  it.each<[string, FakeNotebook, RegExp]>([
    [
      'an unknown cell',
      new FakeNotebook(),
      /There is no cell x\. Call read_notebook/
    ],
    ['a read-only notebook', new FakeNotebook({ readOnly: true }), /read-only/],
    [
      'no kernel',
      new FakeNotebook({
        cells: [{ id: 'x', source: '' }],
        kernel: { status: 'none' }
      }),
      /No kernel is running/
    ],
    [
      'a dead kernel',
      new FakeNotebook({
        cells: [{ id: 'x', source: '' }],
        kernel: { status: 'dead' }
      }),
      /has died/
    ],
    ['a closed notebook', closed, /has been closed/]
  ])('is sent back before a card for %s', async (_, notebook, words) => {
    const text = await codeCell.check({ code: '1', after: 'x' }, { notebook });
    expect(text).toMatch(words);
  });

  it.each([
    ['is listed beside the notebook', "'a.csv'", true],
    ['is not listed either', "'b.csv'", false],
    ['is anywhere on the disk', "'/data/a.csv'", false]
  ])(
    'says that the kernel does not see a file that %s',
    async (_, name, isSaid) => {
      const result = await codeCell.run(
        { code: 'x' },
        {
          notebook: new FakeNotebook({
            onRun: () =>
              raised(
                'FileNotFoundError',
                `[Errno 2] No such file or directory: ${name}`
              )
          }),
          files: new FakeFiles({ 'a.csv': '1' })
        }
      );
      const message = 'JupyterLab lists a.csv, but the kernel does not find it';
      expect(result.text.includes(message)).toBe(isSaid);
      expect(result.shown?.includes(message)).toBe(isSaid);
    }
  );

  it('names the error by its first words, wherever they begin', async () => {
    const result = await runOn({
      onRun: () => raised('RuntimeError', '\nImage export needs Kaleido.\n')
    });
    expect(result.summary).toBe(
      'Cell ⟦cell-1:1⟧ failed: “RuntimeError: Image export needs Kaleido.”'
    );
  });

  it('is a failure with the cell’s name when the code raises', async () => {
    const result = await runOn({
      onRun: () => raised('KeyError', "'bill_len'")
    });
    expect(result).toMatchObject({
      ok: false,
      summary: "Cell ⟦cell-1:1⟧ failed: “KeyError: 'bill_len'”",
      created: ['cell-1'],
      seen: { 'cell-1': hashText('x') }
    });
    expect(result.text).toContain('edit_cell (cell_id "cell-1", run true)');
  });

  it.each<[ICellRun['status'], RegExp, RegExp]>([
    ['stopped', /The person stopped cell cell-1/, /^Stopped cell/],
    [
      'interrupted',
      /interrupted after .*, not by you/,
      /interrupted from outside/
    ],
    [
      'restarted',
      /kernel was restarted .* all variables are gone/,
      /kernel was restarted/
    ],
    ['died', /kernel died/, /kernel died/],
    [
      'flooded',
      /too much output and was interrupted[^]*Print less/,
      /too much output/
    ],
    ['closed', /closed while cell cell-1 ran/, /closed/]
  ])(
    'tells model and person that a run was %s',
    async (status, text, summary) => {
      const result = await runOn({ onRun: () => ({ ...ran(), status }) });
      expect(result.ok).toBe(false);
      expect(result.text).toMatch(text);
      expect(result.summary).toMatch(summary);
      expect(result.stopped ?? false).toBe(status === 'stopped');
      expect(result.created).toEqual(['cell-1']);
    }
  );

  it('ends as stopped when the person stops it, and says when the kernel sticks', async () => {
    const controller = new AbortController();
    const notebook = new FakeNotebook({ onRun: endless });
    const going = codeCell.run(
      { code: 'while True: pass' },
      { notebook, signal: controller.signal }
    );
    await new Promise(resolve => setTimeout(resolve, 5));
    controller.abort();
    expect(await going).toMatchObject({ ok: false, stopped: true });

    const stuck = await runOn({
      onRun: () => ({ ...ran(), status: 'stopped', stuck: true })
    });
    expect(stuck.stuck).toBe(true);
    expect(stuck.text).toContain('still busy 5 s later');
    expect(stuck.summary).toContain('Restart it to go on');
  });

  it.each([
    [
      'waiting-for-input',
      'Cell ⟦cell-1⟧ waits for input. Answer in the cell, or stop it.'
    ],
    ['waiting-for-kernel', 'Waiting until the kernel is free'],
    ['waiting-for-connection', 'Waiting until the kernel is connected again'],
    [
      'waiting-for-choice',
      'Waiting for a kernel: choose one at the top right of the notebook, or reload the page'
    ]
  ] as const)('says what a cell waits for (%s)', async (state, sentence) => {
    const notebook = new FakeNotebook({
      onRun: (_source, _id, options) => {
        options.onState?.(state);
        return ran();
      }
    });
    const context = toolContext({ notebook });
    await jupyterCell.run({ code: 'input()' }, context);
    expect(context.progressTexts).toContain(sentence);
  });

  it('is a result and no error when the kernel is gone once it should run', async () => {
    const result = await runOn({ kernel: { status: 'none' } });
    expect(result).toMatchObject({ ok: false, created: ['cell-1'] });
    expect(result.text).toContain('was not run');
    expect(result.text).toContain('No kernel is running');
  });

  it('does not say that a cell was not run whose answer was lost', async () => {
    const result = await runOn({
      onRun: () => {
        throw new WorkspaceError('failed', 'The connection was lost.');
      }
    });
    expect(result).toMatchObject({
      text: 'Cell cell-1 was sent to the kernel, and may have run. The connection was lost.',
      ok: false,
      summary: 'The connection was lost.',
      created: ['cell-1']
    });
  });

  it('rejects on what is a defect', async () => {
    const result = runOn({
      onRun: () => {
        throw new TypeError('ours');
      }
    });
    await expect(result).rejects.toThrow('ours');
  });
});
