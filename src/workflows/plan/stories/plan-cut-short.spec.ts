import { THREAD, reload, type Page } from '../../../engine/stories/reopening';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { printed } from '../../../testing/fake-notebook';
import { until } from '../../../testing/until';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  plan,
  planned,
  runPlan,
  stepStates,
  workOff
} from './plan-site';

/** A step that ends before it is done: what it did until then is not lost. */

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

const lastStep = async (page: Page) => (await page.shown('plan-step')).at(-1);
const report = async (page: Page) => (await page.messages()).at(-1)?.text;

/** The first step has made a cell, and its agent waits for the model. */
async function atWork(site: PlanSite): Promise<Page> {
  site.steps.Load = [cell('load()'), { hang: true }];
  const page = await accepted(site);
  await page.alive(
    Promise.race([
      page.approveAll(),
      until(
        () => site.asked.filter(name => name === 'Load').length === 2,
        'the second request of the step'
      )
    ])
  );
  return page;
}

async function expectKept(site: PlanSite, page: Page): Promise<void> {
  expect(site.kernel).toEqual(['load()']);
  const step = await lastStep(page);
  expect(step).toMatchObject({
    state: 'skipped',
    reason: 'Stopped before it was done.',
    cells: [expect.any(String)]
  });
  // The summary links to the cell, and the results list it.
  expect(await report(page)).toContain(`(#cell=${step?.cells[0]})`);
  const { plan: id } = (await page.shown('plan-started'))[0];
  const results = await page.engine.past.planFile(THREAD, id, 'results.json');
  expect(JSON.parse(results ?? '')).toMatchObject({
    outcomes: {
      [step!.step]: {
        status: 'skipped',
        work: { cells: step?.cells, calls: [{ tool: 'jupyter_cell' }] }
      }
    }
  });
  expect(await page.shown('plan-ended')).toMatchObject([
    { outcome: 'stopped' }
  ]);
  expect(await page.problems()).toEqual([]);
}

it('stopped while its agent is asked, keeps the cell it made', async () => {
  const site = new PlanSite();
  const page = await atWork(site);
  await page.stop();
  await expectKept(site, page);
});

it('goes on in a page that comes after a crash, with the cell it made', async () => {
  const site = new PlanSite();
  const first = await atWork(site);
  const page = await reload(first);
  // Kept in any case: which step it was for, and which cell it made.
  const [inserted] = (await page.shown('call-finished')).slice(-1);
  expect((await lastStep(page))?.state).toBe('running');
  expect(inserted.cellId).toEqual(expect.any(String));
  site.steps.Load = [cell('load()'), cell('more()')];
  await page.retry();
  await workOff(page);
  expect(site.kernel).toEqual(['load()', 'more()', 'clean()']);
  const done = (await page.shown('plan-step')).find(
    ({ state }) => state === 'succeeded'
  );
  expect(done?.cells).toEqual([inserted.cellId, expect.any(String)]);
});

it.each([false, true])(
  'stopped at the card of its second cell, keeps the first (after a reload, before its notebook is open: %s)',
  async isReloaded => {
    const site = new PlanSite();
    site.steps.Load = [cell('load()'), cell('more()')];
    let page = await accepted(site);
    await page.approveAll();
    expect(await page.waiting()).toHaveLength(1);
    if (isReloaded) {
      page.kill();
      page = site.page({ workspace: new FakeWorkspace() });
      await page.comeBack();
    }
    await page.stop();
    await expectKept(site, page);
    expect(page.of('notice')).toEqual([]);
  }
);

it('stopped before it did anything, is simply not done', async () => {
  const site = new PlanSite();
  site.hangs = 'Load';
  const page = await planned(site);
  await page.alive(
    Promise.race([
      answer(page, accept()),
      until(() => site.asked.at(-1) === 'Load', 'the first request of the step')
    ])
  );
  await page.stop();
  expect((await lastStep(page))?.state).toBe('running');
  expect(await report(page)).toContain('(not done)');
});

it.each([
  ['length', 'Its answer was cut off at the output limit.'],
  [
    'content_filter',
    'The request was refused. the model’s server rejected the request. It said: “The content filter of the model ended the answer.”'
  ]
] as const)(
  'whose answer ends with %s failed, after a second try, and nothing else ends with it',
  async (finish, reason) => {
    const site = new PlanSite();
    site.steps.Load = [{ text: 'The file has', finish }];
    const page = await accepted(site);
    const asked = await page.question();
    expect(asked).toMatchObject({
      kind: 'failure',
      reason: expect.stringContaining(reason)
    });
    expect(site.asked.filter(name => name === 'Load')).toHaveLength(2);
    await answer(page, { action: 'skip' });
    // The next step builds on it.
    await answer(page, { chosen: ['go'] });
    await workOff(page);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
    expect(page.of('run-finished').at(-1)).toMatchObject({
      outcome: 'answered'
    });
  }
);

it('that has used up its requests has them for both tries, and keeps its cells', async () => {
  const site = new PlanSite();
  site.settings.plan.requestsPerStep = 3;
  site.steps.Load = [cell('one()'), cell('two()'), cell('three()')];
  const page = await accepted(site);
  for (let turn = 0; turn < 3; turn++) {
    await page.approveAll();
  }
  const asked = await page.question();
  expect(asked).toMatchObject({
    kind: 'failure',
    reason: 'It was not finished after 3 requests to the model.'
  });
  // No requests were left for a second try.
  expect(site.asked.filter(name => name === 'Load')).toHaveLength(3);
  expect(site.kernel).toEqual(['one()', 'two()', 'three()']);
  expect((await lastStep(page))?.cells).toHaveLength(3);
  await answer(page, { action: 'skip' });
  await answer(page, { chosen: ['go'] });
  await workOff(page);
  // The next step has requests of its own.
  expect(stepStates(page.events)).toEqual({
    Load: 'failed',
    Clean: 'succeeded'
  });
});

it('that failed with requests left tries again with those', async () => {
  const site = new PlanSite();
  site.settings.plan.requestsPerStep = 3;
  site.propose({ title: 'Load', worked: 'Rows' });
  site.steps.Load = [cell('load()'), final('No rows.', { met: false })];
  const page = site.page();
  await runPlan(page);
  // Two for the first try, and one was left for the second.
  expect(site.asked.filter(name => name === 'Load')).toHaveLength(3);
});

describe('the numbers', () => {
  const INVENTED = 'Of 4,711 rows, 31.7 % remain.';
  const TRUE = 'All 4,711 rows remain.';
  const LINKED = { text: '4,711', cellId: expect.any(String) };
  const MISSING = { text: '31.7 %', cellId: null };

  it.each([
    ['are shown corrected', TRUE, 9, 3, [LINKED]],
    ['are marked if they still stand there', INVENTED, 9, 3, [LINKED, MISSING]],
    ['are marked if no request is left', TRUE, 2, 2, [LINKED, MISSING]]
  ])(
    'of a step may be corrected once, as in agent mode: %s',
    async (_, second, budget, requests, numbers) => {
      const site = new PlanSite();
      site.settings.plan.requestsPerStep = budget;
      site.notebook.onRun = () => printed('rows 4711');
      // The second request for the answer has the first one in it.
      site.steps.Load = [cell('load()'), final(INVENTED), final(second)];
      const page = site.page();
      await runPlan(page);
      const messages = page
        .of('model-message')
        .filter(({ text }) => text !== '');
      expect(messages[0].numbers).toEqual(numbers);
      expect(site.asked.filter(name => name === 'Load')).toHaveLength(requests);
      expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
    }
  );

  it('that a step was asked about count against its requests', async () => {
    const site = new PlanSite();
    site.settings.plan.requestsPerStep = 3;
    site.propose({ title: 'Load', worked: 'Rows' });
    const unmet = final(INVENTED, { met: false });
    site.steps.Load = [cell('load()'), unmet, unmet];
    const page = await accepted(site);
    await page.approveAll();
    // None is left for the second try.
    expect(await page.question()).toMatchObject({ kind: 'failure' });
    expect(site.asked.filter(name => name === 'Load')).toHaveLength(3);
    await answer(page, { action: 'stop' });
  });

  it.each([
    ['are shown corrected', TRUE, {}, 2, [LINKED]],
    [
      'are marked if they still stand there',
      INVENTED,
      {},
      2,
      [LINKED, MISSING]
    ],
    [
      'are marked if the plan is at its limit',
      TRUE,
      { mostTokens: 1 },
      1,
      [LINKED, MISSING]
    ]
  ])(
    'of the summary may be corrected once: %s',
    async (_, second, limit, requests, numbers) => {
      const site = new PlanSite();
      site.notebook.onRun = () => printed('rows 4711');
      // Failed, it does not sum up the plan itself.
      site.steps.Clean = [{ text: 'The file has', finish: 'length' }];
      site.replies.summarise = [{ summary: INVENTED }, { summary: second }];
      const page = await accepted(site);
      await page.approveAll();
      await page.question();
      Object.assign(site.settings.plan, limit);
      await workOff(page);
      const last = page.of('model-message').at(-1);
      expect(last?.numbers).toEqual(numbers);
      expect(site.asked.filter(name => name === 'summarise')).toHaveLength(
        requests
      );
    }
  );

  it('of an answer without a plan may be corrected once, and the first is no part of it', async () => {
    const site = new PlanSite();
    site.replies.route = [{ route: 'simple_chat', reason: '' }];
    const texts = [INVENTED, 'I do not know.'];
    const usual = site.answer.bind(site);
    site.answer = messages =>
      usual(messages).text ? { text: texts.shift() } : usual(messages);
    const page = await planned(site, 'How many remain?');
    expect(page.of('model-message').at(-1)).toMatchObject({
      text: 'I do not know.',
      numbers: []
    });
    expect(texts).toEqual([]);
    expect(JSON.stringify(await page.messages())).not.toContain('31.7');
  });
});

it('a step that is being prepared when the page goes is done with what was said before', async () => {
  const site = new PlanSite();
  site.settings.plan.askStep = true;
  site.propose(
    { title: 'Load', tools: [] },
    { title: 'Clean', tools: ['read_file'] }
  );
  site.steps = { Load: [cell('load()')] };
  site.hangs = 'arguments';
  const first = site.page();
  await plan(first);
  await answer(first, accept());
  site.otherwise = title => {
    if (title === 'Load') {
      void first.send({ type: 'queue', messageId: 'm', text: 'Women in red' });
    }
    return final(`Did ${title}.`);
  };
  await answer(first, { action: 'approve' });
  void first.approveAll();
  await first.alive(until(() => site.asked.at(-1) === 'arguments'));
  const page = await reload(first);
  site.hangs = '';
  await page.retry();
  await workOff(page);
  const clean = site.requests
    .map(messages => messages.map(({ text }) => text).join())
    .filter(text => text.includes('no other: Clean'));
  expect(clean.at(-1)).toContain('Women in red');
});

it('a plan that waits for Continue does not open its notebook each time that its conversation is shown', async () => {
  const site = new PlanSite();
  site.hangs = 'plan';
  const first = site.page();
  void plan(first);
  await first.alive(until(() => site.asked.at(-1) === 'plan'));
  await reload(first);
  const workspace = new FakeWorkspace({ notebook: site.notebook });
  workspace.closeAll();
  const open = jest.spyOn(workspace, 'open');
  const page = site.page({ workspace });
  await page.comeBack();
  expect(await page.engine.stateOf(THREAD)).toBe('interrupted');
  expect(open).not.toHaveBeenCalled();
  site.hangs = '';
  await page.retry();
  await until(() => open.mock.calls.length > 0);
});
