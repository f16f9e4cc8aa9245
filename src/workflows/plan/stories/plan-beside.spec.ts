import { THREAD, reload, type Page } from '../../../engine/stories/reopening';
import { until } from '../../../testing/until';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  planned,
  stepStates,
  workOff
} from './plan-site';

/** Reading steps in parallel: they run at the same time and may only read. */

const READS = { calls: [{ name: 'read_notebook', args: {} }] };

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

function besideSite(...titles: string[]): PlanSite {
  const site = new PlanSite();
  site.propose(...titles.map(title => ({ title, reads: true, beside: true })));
  for (const title of titles) {
    site.steps[title] = [READS, final(`Did ${title}.`)];
  }
  return site;
}

const steps = (site: PlanSite): string[] =>
  site.asked.filter(name => name.startsWith('Read'));

const outcome = (page: Page) => stepStates(page.events);

it.each([
  [
    1,
    [
      ['Read A', 'Read A'],
      ['Read B', 'Read B'],
      ['Read C', 'Read C']
    ]
  ],
  [
    2,
    [
      ['Read A', 'Read B'],
      ['Read A', 'Read B'],
      ['Read C', 'Read C']
    ]
  ]
])('are no more at once than is set: %i', async (atOnce, rounds) => {
  const site = besideSite('Read A', 'Read B', 'Read C');
  site.settings.plan.atOnce = atOnce;
  await accepted(site);
  const asked = steps(site);
  expect(asked).toHaveLength(6);
  for (const round of rounds) {
    expect(asked.splice(0, round.length).sort()).toEqual(round);
  }
});

it('change nothing: they are told so, offered no tool that does, and refused it', async () => {
  const site = besideSite('Read A', 'Read B');
  site.steps['Read B'] = [cell('b()'), final('Did Read B.')];
  const page = await accepted(site);
  const refused = page
    .of('call-finished')
    .filter(({ result }) => result?.includes('may only read'));
  expect(refused).toHaveLength(1);
  expect(site.kernel).toEqual([]);
  expect(await page.waiting()).toEqual([]);
  // A refusal is no failure: it did without.
  expect(outcome(page)).toEqual({
    'Read A': 'succeeded',
    'Read B': 'succeeded'
  });
  const asked = site.requests[site.asked.indexOf('Read A')];
  expect(asked.map(({ text }) => text).join()).toContain('may only read');
  const offered = site.boundTools[site.asked.indexOf('Read A')] as {
    name: string;
  }[];
  const names = offered.map(({ name }) => name);
  expect(names).toContain('read_file');
  expect(names).not.toContain('jupyter_cell');
});

it('one that fails leaves the other what it did', async () => {
  const site = besideSite('Read A', 'Read B');
  site.steps['Read B'] = [
    { calls: [{ name: 'read_file', args: { path: 'none.csv' } }] },
    final('There is none.')
  ];
  const page = await accepted(site);
  expect(await page.question()).toMatchObject({
    kind: 'failure',
    step: { title: 'Read B' }
  });
  await answer(page, { action: 'skip' });
  expect(outcome(page)).toEqual({ 'Read A': 'succeeded', 'Read B': 'failed' });
  expect(steps(site).filter(name => name === 'Read A')).toHaveLength(2);
});

it('are all stopped by Stop', async () => {
  const site = besideSite('Read A', 'Read B');
  site.hangs = 'Read B';
  const page = await planned(site);
  const going = answer(page, accept());
  await until(() => steps(site).length === 3);
  await page.stop();
  await going;
  expect(page.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
  expect(page.of('plan-ended')).toMatchObject([{ outcome: 'stopped' }]);
});

it('go on in a page that comes later, and what was done is not done again', async () => {
  const site = besideSite('Read A', 'Read B');
  site.hangs = 'Read B';
  const page = await planned(site);
  void answer(page, accept());
  await until(() => steps(site).length === 3);
  page.kill();
  site.hangs = '';
  const next = site.page();
  await next.comeBack();
  // A reload asks no model.
  expect(steps(site)).toHaveLength(3);
  expect(await next.engine.stateOf(THREAD)).toBe('interrupted');
  await workOff(next);
  expect(steps(site).filter(name => name === 'Read A')).toHaveLength(2);
  expect(stepStates(await next.engine.history(THREAD))).toEqual({
    'Read A': 'succeeded',
    'Read B': 'succeeded'
  });
});

it('have cards of their own, each answered by itself, from last to first, one page after the other', async () => {
  const titles = ['Read A', 'Read B', 'Read C'];
  const site = besideSite(...titles);
  for (const title of titles) {
    site.steps[title] = [
      { calls: [{ name: 'ask_user', args: { question: title } }] },
      final(`Did ${title}.`)
    ];
  }
  let page = await accepted(site);
  for (const left of [3, 2, 1]) {
    const asked = site.asked.length;
    page = await reload(page);
    // A reload asks no model.
    expect(site.asked).toHaveLength(asked);
    const waiting = await page.waiting();
    expect(waiting).toHaveLength(left);
    const { interruptId, card } = waiting.at(-1)!;
    await page.decide(interruptId, card, { type: 'respond', message: 'Yes' });
    expect((await page.waiting()).map(each => each.card)).toEqual(
      waiting.slice(0, -1).map(each => each.card)
    );
  }
  expect(stepStates(await page.engine.history(THREAD))).toEqual(
    Object.fromEntries(titles.map(title => [title, 'succeeded']))
  );
});

it('are all done before what builds on them', async () => {
  const site = besideSite('Read A', 'Read B', 'Read C');
  const [{ steps }] = site.replies.plan as { steps: object[] }[];
  steps.push({ title: 'Load', needs: [1, 2, 3] });
  const page = await accepted(site);
  const [{ card }] = await page.waiting();
  expect(card.body).toMatchObject({ text: 'load()' });
  expect(stepStates(page.events)).toMatchObject({
    'Read A': 'succeeded',
    'Read B': 'succeeded',
    'Read C': 'succeeded',
    Load: 'running'
  });
  await workOff(page);
});
