import {
  FakeNotebook,
  printed,
  raised,
  ran
} from '../../testing/fake-notebook';
import { ONE_PIXEL_PNG } from '../../testing/fake-images';
import { RESULT_BUDGET } from '../shared/text/output-text';
import { runCells } from './run-cells';
import { toolContext, toolOn } from '../stories/tool-context';

const cells = toolOn(runCells);

function notebookOf(): FakeNotebook {
  return new FakeNotebook({
    cells: [
      { id: 'a', source: 'x = 1' },
      { id: 't', type: 'markdown', source: '# Hi' },
      { id: 'b', source: 'boom()' },
      { id: 'c', source: 'y = 2' }
    ],
    onRun: source =>
      source === 'boom()' ? raised('NameError', 'boom') : printed(`${source}\n`)
  });
}

describe('run_cells', () => {
  it('runs the cells in the order given and tells each one’s output', async () => {
    const notebook = notebookOf();
    const result = await cells.run({ cell_ids: ['c', 'a'] }, { notebook });
    expect(notebook.actions).toEqual([
      { type: 'run', cellId: 'c', source: 'y = 2' },
      { type: 'run', cellId: 'a', source: 'x = 1' }
    ]);
    expect(result).toMatchObject({ ok: true, summary: 'Ran 2 cells', ms: 10 });
    expect(result.text).toMatch(
      /^Cell c ran in .* as \[1\]\.\ny = 2\n\nCell a ran in .* as \[2\]\.\nx = 1$/
    );
  });

  it('stops at the first error and says what was not run', async () => {
    const notebook = notebookOf();
    const result = await cells.run({ cell_ids: ['a', 'b', 'c'] }, { notebook });
    expect(notebook.actions).toHaveLength(2);
    expect(result).toMatchObject({
      ok: false,
      summary: 'Cell ⟦b:2⟧ failed: “NameError: boom”',
      cellId: 'b'
    });
    expect(result.text).toContain('edit_cell (cell_id "b", run true)');
    expect(result.text).toMatch(/\n\nNot run: c\.$/);
  });

  it('reads like any run for one cell', async () => {
    const result = await cells.run(
      { cell_ids: ['a'] },
      { notebook: notebookOf() }
    );
    expect(result).toMatchObject({ summary: 'Ran cell ⟦a⟧', cellId: 'a' });
  });

  it('stays in one budget, and numbers the images of all cells', async () => {
    const notebook = notebookOf();
    notebook.onRun = () =>
      ran([
        {
          type: 'stream',
          name: 'stdout',
          text: 'x'.repeat(900).concat('\n').repeat(50)
        },
        { type: 'data', result: false, data: { 'image/png': ONE_PIXEL_PNG } },
        { type: 'data', result: false, data: { 'image/png': ONE_PIXEL_PNG } },
        { type: 'data', result: false, data: { 'image/png': ONE_PIXEL_PNG } }
      ]);
    const result = await cells.run({ cell_ids: ['a', 'c'] }, { notebook });
    expect(result.text.length).toBeLessThanOrEqual(RESULT_BUDGET + 10);
    expect(result.images).toHaveLength(4);
    expect(result.text).toContain('[image 4: PNG 1×1]');
    expect(result.text).not.toContain('[image 5');
  });

  it('counts all that is missing of long outputs', async () => {
    const notebook = notebookOf();
    const text = Array.from({ length: 3000 }, (_, at) => `line ${at}`);
    notebook.onRun = () =>
      ran([{ type: 'stream', name: 'stdout', text: text.join('\n') }]);
    const result = await cells.run({ cell_ids: ['a', 'c'] }, { notebook });
    const shown = result.text.match(/^line \d+$/gm)?.length ?? 0;
    const missing = [...result.text.matchAll(/^… ([\d,]+) lines/gm)].map(
      ([, count]) => Number(count.replace(',', ''))
    );
    expect(missing).toHaveLength(2);
    expect(shown + missing[0] + missing[1]).toBe(6000);
  });

  it('shows the cells as they are, which the decision depends on', async () => {
    const notebook = notebookOf();
    const propose = () => cells.propose({ cell_ids: ['a', 'c'] }, { notebook });
    const before = await propose();
    expect(before).toMatchObject({
      title: 'Run 2 cells',
      sentence:
        'Run ⟦a⟧, ⟦c⟧ of analysis.ipynb on Python 3 (ipykernel), one after the other, up to the first error',
      body: {
        kind: 'cells',
        cells: [
          { id: 'a', source: 'x = 1' },
          { id: 'c', source: 'y = 2' }
        ]
      }
    });
    notebook.changeAsPerson('c', 'y = 3');
    expect((await propose())?.basis).not.toBe(before?.basis);
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown cell', ['a', 'z'], /no cell z\. Call read_notebook/],
    ['Markdown', ['a', 't'], /Cell t is not a code cell/],
    ['no kernel', ['a'], /No kernel is running/]
  ])('is sent back for %s', (without, cell_ids, words) => {
    const notebook = notebookOf();
    if (without === 'no kernel') {
      notebook.setKernel({ status: 'none' });
    }
    const context = toolContext({ notebook });
    expect(runCells.check?.({ cell_ids }, context)).toMatch(words);
  });
});
