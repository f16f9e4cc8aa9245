import type { ICellRun } from '../../contract';
import {
  FakeNotebook,
  endless,
  printed,
  raised,
  ran
} from '../../testing/fake-notebook';
import { runScratch } from './run-scratch';
import { toolContext } from '../stories/tool-context';

describe('run_scratch', () => {
  it('runs without a cell and tells the output', async () => {
    const notebook = new FakeNotebook({ onScratch: () => printed('2\n', 400) });
    const result = await runScratch.run(
      { code: 'print(2)' },
      toolContext({ notebook })
    );
    expect(notebook.actions).toEqual([{ type: 'scratch', source: 'print(2)' }]);
    expect(notebook.sources).toEqual([]);
    expect(result).toEqual({
      text: 'The code ran in 0.4 s.\n2',
      ok: true,
      ms: 400,
      summary: 'Ran code without a cell'
    });
  });

  it('executes, and is shell where the code reaches out', () => {
    const effect = (code: string) => runScratch.effect({ code }, toolContext());
    expect(effect('1 + 1')).toBe('execute');
    expect(effect('%pip install polars')).toBe('shell');
  });

  it('shows the code, which can be edited', async () => {
    expect(
      await runScratch.propose?.({ code: 'df.head()' }, toolContext())
    ).toMatchObject({
      sentence:
        'Run code on Python 3 (ipykernel) of analysis.ipynb and leave no cell. Variables it sets stay.',
      body: { kind: 'code', text: 'df.head()' },
      editable: 'code'
    });
  });

  it('is sent back without a kernel', () => {
    const notebook = new FakeNotebook({ kernel: { status: 'dead' } });
    expect(
      runScratch.check?.({ code: 'x' }, toolContext({ notebook }))
    ).toContain('has died');
  });

  it('names the next step when the code raises', async () => {
    const notebook = new FakeNotebook({
      onScratch: () => raised('KeyError', "'a'")
    });
    const result = await runScratch.run(
      { code: 'x' },
      toolContext({ notebook })
    );
    expect(result).toMatchObject({
      ok: false,
      summary: "The code failed: “KeyError: 'a'”"
    });
    expect(result.text).toContain('call run_scratch again');
    expect(result.shown).toMatch(/^The code failed[^]*KeyError: 'a'/);
    expect(result.shown).not.toContain('again');
  });

  it.each<[ICellRun['status'], RegExp]>([
    ['interrupted', /interrupted from outside/],
    ['restarted', /kernel was restarted/],
    ['died', /kernel died/],
    ['flooded', /too much output/],
    ['closed', /closed/]
  ])('tells the person that a run was %s', async (status, summary) => {
    const notebook = new FakeNotebook({
      onScratch: () => ({ ...ran(), status })
    });
    const result = await runScratch.run(
      { code: 'x' },
      toolContext({ notebook })
    );
    expect(result.ok).toBe(false);
    expect(result.summary).toMatch(summary);
  });

  it('ends as stopped when the person stops it', async () => {
    const controller = new AbortController();
    const going = runScratch.run(
      { code: 'while True: pass' },
      toolContext({
        notebook: new FakeNotebook({ onScratch: endless }),
        signal: controller.signal
      })
    );
    await new Promise(resolve => setTimeout(resolve, 5));
    controller.abort();
    expect(await going).toMatchObject({ ok: false, stopped: true });
  });
});
