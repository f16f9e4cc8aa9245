import {
  FakeNotebook,
  endless,
  printed,
  raised
} from '../../testing/fake-notebook';
import { runScratch } from './run-scratch';
import { toolOn } from '../stories/tool-context';

const scratch = toolOn(runScratch);

describe('run_scratch', () => {
  it('runs without a cell and tells the output', async () => {
    const notebook = new FakeNotebook({ onScratch: () => printed('2\n', 400) });
    const result = await scratch.run({ code: 'print(2)' }, { notebook });
    expect(notebook.actions).toEqual([{ type: 'scratch', source: 'print(2)' }]);
    expect(notebook.sources).toEqual([]);
    expect(result).toEqual({
      text: 'The code ran in 0.4 s.\n2',
      ok: true,
      ms: 400,
      summary: 'Ran code without a cell'
    });
  });

  it('shows the code, which can be edited', async () => {
    expect(await scratch.propose({ code: 'df.head()' })).toMatchObject({
      sentence:
        'Run code on Python 3 (ipykernel) of analysis.ipynb and leave no cell. Variables it sets stay.',
      body: { kind: 'code', text: 'df.head()' },
      editable: 'code'
    });
  });

  it('is sent back without a kernel', async () => {
    const notebook = new FakeNotebook({ kernel: { status: 'dead' } });
    expect(await scratch.check({ code: 'x' }, { notebook })).toContain(
      'has died'
    );
  });

  it('names the next step when the code raises', async () => {
    const notebook = new FakeNotebook({
      onScratch: () => raised('KeyError', "'a'")
    });
    const result = await scratch.run({ code: 'x' }, { notebook });
    expect(result).toMatchObject({
      ok: false,
      summary: "The code failed: “KeyError: 'a'”"
    });
    expect(result.text).toContain('call run_scratch again');
    expect(result.shown).toMatch(/^The code failed[^]*KeyError: 'a'/);
    expect(result.shown).not.toContain('again');
  });

  it('ends as stopped when the person stops it', async () => {
    const controller = new AbortController();
    const going = scratch.run(
      { code: 'while True: pass' },
      {
        notebook: new FakeNotebook({ onScratch: endless }),
        signal: controller.signal
      }
    );
    await new Promise(resolve => setTimeout(resolve, 5));
    controller.abort();
    expect(await going).toMatchObject({ ok: false, stopped: true });
  });
});
