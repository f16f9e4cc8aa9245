import { THREAD } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  answer,
  final,
  plan,
  question,
  stepStates,
  workOff
} from './plan-site';

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());
afterEach(() => jest.restoreAllMocks());

it('a plan of 12 steps goes on behind two that fail, and tells each', async () => {
  const site = new PlanSite();
  const failing = ['Step 3', 'Step 7'];
  site.replies.plan = [
    {
      category: '',
      steps: Array.from({ length: 12 }, (_, at) => {
        const title = `Step ${at + 1}`;
        return {
          title,
          worked: failing.includes(title) ? 'There is a row' : ''
        };
      })
    }
  ];
  site.steps = {};
  site.otherwise = () => final('There is none.', { met: false });
  const page = site.page();
  await plan(page);
  await answer(page, accept());
  const failed: string[] = [];
  for (let card = await question(page); card; card = await question(page)) {
    expect(card).toMatchObject({ kind: 'failure', reason: 'There is none.' });
    failed.push(card.kind === 'failure' ? card.step.title : '');
    await answer(page, { action: 'skip' });
  }
  expect(failed).toEqual(failing);
  const states = stepStates(page.events);
  expect(Object.keys(states)).toHaveLength(12);
  expect(
    Object.entries(states)
      .filter(([, state]) => state !== 'succeeded')
      .map(([title]) => title)
  ).toEqual(failing);
  expect(page.of('plan-progress').at(-1)).toMatchObject({
    total: 12,
    done: 12,
    succeeded: 10,
    failed: 2,
    percent: 83
  });
  // Each of the two was tried once more without its tools.
  expect(site.asked.filter(name => name === 'Step 3')).toHaveLength(2);
});

it('each step has its own budget of requests, however many steps there are', async () => {
  const site = new PlanSite();
  const budget = 3;
  site.settings.plan = { ...site.settings.plan, budget };
  const titles = Array.from({ length: 8 }, (_, at) => `Step ${at + 1}`);
  const read = { calls: [{ name: 'read_notebook', args: {} }] };
  for (const title of titles) {
    site.steps[title] = [read, read, final(`Did ${title}.`)];
  }
  // A step in the middle that needs more than its budget.
  site.steps['Step 4'] = [read, read, read, read, final('Too late.')];
  site.replies.plan = [
    { category: '', steps: titles.map(title => ({ title })) }
  ];
  const page = site.page();
  await plan(page);
  await answer(page, accept());
  await workOff(page);
  const requests = titles.map(
    title => site.asked.filter(name => name === title).length
  );
  expect(Math.max(...requests)).toBe(budget);
  expect(stepStates(page.events)).toMatchObject(
    Object.fromEntries(
      titles
        .filter(title => title !== 'Step 4')
        .map(title => [title, 'succeeded'])
    )
  );
});

it('reading steps that stand side by side are all done before what builds on them', async () => {
  const site = new PlanSite();
  const beside = { reads: true, beside: true };
  site.replies.plan = [
    {
      category: '',
      steps: [
        { title: 'Read A', ...beside },
        { title: 'Read B', ...beside },
        { title: 'Read C', ...beside },
        { title: 'Load', needs: [1, 2, 3] }
      ]
    }
  ];
  for (const title of ['Read A', 'Read B', 'Read C']) {
    site.steps[title] = [
      { calls: [{ name: 'read_notebook', args: {} }] },
      final(`Did ${title}.`)
    ];
  }
  const page = site.page();
  await plan(page);
  await answer(page, accept());
  const [{ card }] = await page.waiting();
  expect(card.body).toMatchObject({ text: 'load()' });
  expect(stepStates(page.events)).toMatchObject({
    'Read A': 'succeeded',
    'Read B': 'succeeded',
    'Read C': 'succeeded',
    Load: 'running'
  });
  await workOff(page);
  expect(await page.problems()).toEqual([]);
});

it('“try again” does the step again, “change” plans the rest, “stop” sums up what there is', async () => {
  const site = new PlanSite();
  site.replies.plan = [
    {
      category: '',
      steps: [{ title: 'Load', worked: 'There is a row' }, { title: 'Clean' }]
    },
    { category: '', steps: [{ title: 'Another way', worked: 'A row' }] }
  ];
  site.steps = {};
  site.otherwise = () => final('There is none.', { met: false });
  const page = site.page();
  await plan(page);
  await answer(page, accept({ level: 'outside' }));
  const before = site.asked.filter(name => name === 'Load').length;
  await answer(page, { action: 'again' });
  expect(site.asked.filter(name => name === 'Load').length).toBe(2 * before);
  await answer(page, { action: 'change', words: 'Use another way' });
  expect(await question(page)).toMatchObject({
    kind: 'plan',
    steps: [{ title: 'Another way' }]
  });
  await answer(page, accept());
  expect(await question(page)).toMatchObject({ kind: 'failure' });
  await answer(page, { action: 'stop' });
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'stopped' }]);
  expect((await page.engine.getInterruptStatus(THREAD)).state).toBe('idle');
});

it('a plan that is rejected runs nothing and says what was not done', async () => {
  const site = new PlanSite();
  const page = site.page();
  await plan(page);
  await answer(page, { action: 'reject', reason: 'Too long' });
  expect(site.kernel).toEqual([]);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'rejected' }]);
  expect(page.of('plan-synthesis')).toMatchObject([
    { report: expect.stringContaining('Too long') }
  ]);
});

it('a late answer to a card that was answered changes nothing', async () => {
  const site = new PlanSite();
  const page = site.page();
  await plan(page);
  const asked = await question(page);
  await answer(page, accept());
  await page.engine.send({
    type: 'answer',
    threadId: THREAD,
    interruptId: asked?.interrupt_id ?? '',
    answer: { action: 'reject', reason: '' }
  });
  expect(page.of('notice')).toMatchObject([{ code: 'duplicate-decision' }]);
  await workOff(page);
  expect(site.kernel).toEqual(['load()', 'clean()']);
});

it('a plain “thanks” is answered with one request, and no plan is made', async () => {
  const site = new PlanSite();
  const page = site.page();
  await plan(page, 'Thanks!');
  expect(site.asked).toEqual(['chat']);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'chat' }]);
  expect(page.of('plan-synthesis')).toEqual([]);
});
