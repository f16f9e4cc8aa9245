import { THREAD } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  plan,
  runPlan,
  workOff
} from './plan-site';

it('stands in the timeline step by step, also before its end', async () => {
  const site = new PlanSite();
  site.steps['Load rows'] = [final('No rows.', { met: false })];
  site.propose({ title: 'Load rows', worked: 'Rows' }, 'Clean');
  const page = site.page();
  const titles = async (): Promise<string[]> =>
    (await page.engine.past.timeline(THREAD)).map(({ title }) => title);
  await plan(page);
  await answer(page, accept());
  expect(await titles()).toEqual(['Step failed: “Load rows”. “No rows.”']);
  // A step that is done again has not ended.
  site.steps['Load rows'] = [
    cell('load()'),
    final('Loaded it.', { met: true })
  ];
  await answer(page, { action: 'again' });
  expect(await titles()).toEqual([]);
  await workOff(page);
  expect(await titles()).toEqual([
    'Step done: “Load rows”',
    'Step done: “Clean”',
    'Answered: “Loaded and cleaned.”'
  ]);
});

it('each number of the summary leads to the cell it came from, also where the model links none', async () => {
  const site = new PlanSite();
  site.notebook.newId = created =>
    `${created}c0de9f7-4d5e-4f60-8a7b-1c2d3e4f5a6b`;
  site.steps.Load = [cell('1234'), final('The file has 344 rows.')];
  const summary = final('The code 1234 gave 344 rows, and 99 of nothing.');
  // It says so again where it is asked for the number that nothing shows.
  site.steps.Clean = [summary, summary];
  const page = site.page();
  await runPlan(page);
  const [id] = page
    .of('plan-step')
    .filter(({ state }) => state === 'succeeded')[0].cells;
  const link = `[#](#cell=${id})`;
  expect(page.of('model-message').at(-1)).toMatchObject({
    text: 'The code 1234 gave 344 rows, and 99 of nothing.',
    numbers: [
      { text: '1234', cellId: id },
      { text: '344', cellId: null }
    ]
  });
  expect(page.of('plan-synthesis')).toMatchObject([
    {
      // What the step said is no source, only what its cell printed.
      report: `The code 1234 ${link} gave 344 rows, and 99 of nothing.`
    }
  ]);
  // The model reads it with its own name for the cell.
  expect((await page.messages()).at(-1)?.text).toBe(
    'The code 1234 [#](#cell=1c0d) gave 344 rows, and 99 of nothing.'
  );
});

it('plans and results are kept with the conversation, and as files where the person has said so', async () => {
  const site = new PlanSite();
  const page = await accepted(site);
  const [{ interruptId, card }] = await page.waiting();
  const args = { code: 'mine()' };
  await page.decide(interruptId, card, {
    type: 'edit',
    editedAction: { name: card.tool, args }
  });
  await workOff(page);
  const facts = await site.journal.remembered({ threadId: THREAD, branch: '' });
  const [{ plan: first }] = page.of('plan-started');
  // What really ran, and the time it took.
  const stored = JSON.parse(String(facts[`plan ${first} results.json`]));
  expect(Object.values(stored.outcomes)[0]).toMatchObject({
    work: { calls: [{ arguments: args, ms: 5 }] }
  });
  const names = Object.keys(facts)
    .filter(name => name.startsWith('plan '))
    .map(name => name.split(' ')[2]);
  expect(names.sort()).toEqual([
    'plan-final.json',
    'plan-final.md',
    'plan-original.json',
    'plan-original.md',
    'report.json',
    'report.md',
    'results.json',
    'results.md'
  ]);
  const { files } = page.workspace;
  await expect(files.list('cellwright-results')).rejects.toThrow();
  site.settings.plan.results = 'files';
  await runPlan(page, 'Clean them again');
  const id = page.of('plan-started')[1].plan;
  expect(
    await files.readText(`cellwright-results/${id}/report.md`, 10_000)
  ).toBe('Loaded and cleaned.\n');
  const written = (await files.list(`cellwright-results/${id}`)).map(
    ({ name }) => name
  );
  expect(written.sort()).toEqual(names.sort());
  // For each step: status, tools, cells by id, time, and the result, shortened
  // and whole.
  const results = JSON.parse(
    (await files.readText(`cellwright-results/${id}/results.json`, 100_000)) ??
      ''
  ) as { plan: { id: string }[]; outcomes: Record<string, unknown> };
  const [{ id: step }] = results.plan;
  const cells = page
    .of('plan-step')
    .findLast(event => event.plan === id && event.step === step)?.cells;
  expect(cells).toHaveLength(1);
  expect(results.outcomes[step]).toMatchObject({
    status: 'succeeded',
    reason: '',
    short: 'Loaded it.',
    startedAt: expect.any(Number),
    endedAt: expect.any(Number),
    work: {
      text: 'Loaded it.',
      cells,
      calls: [
        {
          tool: 'jupyter_cell',
          outcome: 'done',
          text: expect.stringContaining('ran load()'),
          arguments: expect.objectContaining({ code: 'load()' })
        }
      ]
    }
  });
});

it('says so where files of results cannot be written, and goes on', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  const site = new PlanSite();
  site.settings.plan.results = 'files';
  const page = site.page();
  jest
    .spyOn(page.workspace.files, 'writeText')
    .mockRejectedValue(new Error('Read-only'));
  await runPlan(page);
  const described = page
    .of('notice')
    .map(({ text }) => text)
    .filter(text => text.includes('could not be written'));
  expect(described).toHaveLength(1);
  expect(described[0]).toContain('kept with this conversation');
  // It is stored, so its report and results can be saved from there.
  const facts = await site.journal.remembered({ threadId: THREAD, branch: '' });
  const id = page.of('plan-started')[0].plan;
  expect(facts[`plan ${id} report.md`]).toBe('Loaded and cleaned.');
  expect(facts).toHaveProperty([`plan ${id} results.json`]);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
});
