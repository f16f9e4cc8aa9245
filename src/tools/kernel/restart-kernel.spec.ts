import {
  FakeNotebook,
  endless,
  printed,
  raised
} from '../../testing/fake-notebook';
import { toolContext, toolOn } from '../stories/tool-context';
import { restartKernel } from './restart-kernel';

const restart = toolOn(restartKernel);

function notebookOf(): FakeNotebook {
  return new FakeNotebook({
    cells: [
      { id: 'a', source: 'x = 1' },
      { id: 't', type: 'markdown', source: '# Hi' },
      { id: 'empty', source: ' ' },
      { id: 'b', source: 'y = x' }
    ],
    onRun: source => printed(`ran ${source}`),
    onInspect: () => '["df", "x"]'
  });
}

describe('restart_kernel', () => {
  it('restarts the kernel and runs nothing', async () => {
    const notebook = notebookOf();
    const { epoch } = notebook.kernel;
    const result = await restart.run({}, { notebook });
    expect(notebook.actions).toEqual([{ type: 'restart' }]);
    expect(notebook.kernel.epoch).not.toBe(epoch);
    expect(result).toEqual({
      text: 'The kernel was restarted: its variables and imports are gone. Run what you need again.',
      ok: true,
      restarted: true,
      summary: 'Restarted the kernel'
    });
  });

  it('runs all code cells in order where it is asked to, and tells each one’s output', async () => {
    const notebook = notebookOf();
    const result = await restart.run({ run_all: true }, { notebook });
    expect(notebook.actions.map(({ type }) => type)).toEqual([
      'restart',
      'run',
      'run'
    ]);
    expect(result.summary).toBe('Restarted the kernel and ran 2 cells');
    expect(result.text).toMatch(
      /^The kernel was restarted\. Then all 2 code cells ran\.\n\nCell a ran in .* as \[1\]\.\nran x = 1\n\nCell b ran in .* as \[2\]\.\nran y = x$/
    );
  });

  it('stops at the first error', async () => {
    const notebook = notebookOf();
    notebook.onRun = () => raised('NameError', 'x');
    const result = await restart.run({ run_all: true }, { notebook });
    expect(result).toMatchObject({
      ok: false,
      restarted: true,
      summary: 'Restarted the kernel. Cell ⟦a:1⟧ failed: “NameError: x”'
    });
    expect(result.text).toContain('Cell a failed');
    expect(result.text).toMatch(/Not run: b\.$/);
  });

  it.each<[string, (notebook: FakeNotebook) => unknown, string]>([
    ['names variables', () => undefined, '2 variables are lost: df, x.'],
    [
      'names no more than eight',
      notebook => {
        notebook.onInspect = () =>
          JSON.stringify(Array.from({ length: 20 }, (_, i) => `v${i}`));
      },
      '20 variables are lost: v0, v1, v2, v3, v4, v5, v6, v7, …'
    ],
    [
      'says that there are none',
      notebook => {
        notebook.onInspect = () => '[]';
      },
      'No variables are in memory.'
    ],
    [
      'says that all are lost where the kernel names none',
      notebook => notebook.setKernel({ language: 'R' }),
      'All variables in memory are lost.'
    ],
    [
      'says that a cell is running',
      notebook => {
        notebook.onRun = endless;
        void notebook.runCell('a', { signal: new AbortController().signal });
      },
      'A cell is running and is cut off.'
    ],
    [
      'says whose kernel it is too',
      notebook => notebook.setKernel({ others: ['b.ipynb', 'Console 1'] }),
      'It is also the kernel of b.ipynb, “Console 1”.'
    ]
  ])('says on its card what is lost: %s', async (_, change, words) => {
    const notebook = notebookOf();
    change(notebook);
    const card = await restartKernel.propose!({}, toolContext({ notebook }));
    expect(card.title).toBe('Restart the kernel');
    expect(card.always).toContain('A restart always asks');
    expect(card.always).toContain(words);
    expect(card.sentence).toContain(words);
  });

  it('shows the cells that run, which the decision depends on', async () => {
    const notebook = notebookOf();
    const propose = () =>
      restartKernel.propose!({ run_all: true }, toolContext({ notebook }));
    const card = await propose();
    expect(card).toMatchObject({
      title: 'Restart the kernel and run all cells',
      sentence:
        'Restart Python 3 (ipykernel) of analysis.ipynb, then run its 2 code cells in order, up to the first error. 2 variables are lost: df, x.',
      body: { kind: 'cells', cells: [{ id: 'a' }, { id: 'b' }] }
    });
    notebook.changeAsPerson('b', 'y = 2');
    expect((await propose()).basis).not.toBe(card.basis);
  });

  it('may be used on a kernel that has died, and not without one', () => {
    const check = (status: 'dead' | 'none') => {
      const notebook = notebookOf();
      notebook.setKernel({ status });
      return restartKernel.check!({}, toolContext({ notebook }));
    };
    expect(check('dead')).toBeNull();
    expect(check('none')).toContain('No kernel is running');
  });
});
