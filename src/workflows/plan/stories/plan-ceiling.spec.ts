import type { OpenQuestion } from '../../../contract';
import { reload } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  accepted,
  answer,
  plan,
  stepStates
} from './plan-site';

/** A site whose plans have a very low limit. */
function tightSite(): PlanSite {
  const site = new PlanSite();
  site.settings.plan.mostTokens = 1;
  return site;
}

const options = (asked: OpenQuestion | null): string[] =>
  asked?.kind === 'option' ? asked.options.map(({ value }) => value) : [];

/** The tokens used, as its card says. */
const used = (asked: OpenQuestion | null): number =>
  Number(/used ([\d,]+) tokens/.exec(asked?.text ?? '')?.[1].replace(/,/g, ''));

it('a plan that has used up its tokens waits before its next step, also in a page that comes later', async () => {
  const site = tightSite();
  let page = site.page();
  await plan(page);
  await answer(page, accept());
  const first = await page.question();
  expect(options(first)).toEqual(['1', '2', '5', 'stop']);
  expect(site.asked).not.toContain('Load');
  expect(used(first)).toBeGreaterThan(100);

  page = await reload(page);
  // What was used before the page closed still counts.
  expect(used(await page.question())).toBe(used(first));
  await answer(page, { chosen: ['5'] });
  const [card] = await page.waiting();
  expect(card.card.body).toMatchObject({ text: 'load()' });
  await page.approveAll();

  page = await reload(page);
  const second = await page.question();
  expect(used(second)).toBeGreaterThan(used(first));
  expect(stepStates(await page.engine.history('thread-1'))).toEqual({
    Load: 'succeeded'
  });
  await answer(page, { chosen: ['stop'] });
  expect(site.asked).not.toContain('Clean');
  expect(site.asked.at(-1)).toBe('summarise');
  expect(await page.shown('plan-ended')).toMatchObject([
    { outcome: 'stopped' }
  ]);
});

it('what the person allows beyond it is enough for what it is meant for', async () => {
  const site = new PlanSite();
  site.settings.plan.mostTokens = 100;
  const page = await accepted(site);
  for (
    let asked = await page.question();
    asked;
    asked = await page.question()
  ) {
    // It is asked again once that is used up, and not earlier.
    expect(options(asked)).toContain('5');
    site.settings.plan.mostTokens = 1_000_000;
    await answer(page, { chosen: ['1'] });
  }
  await page.approveAll();
  await page.approveAll();
  expect(site.kernel).toEqual(['load()', 'clean()']);
});

it('a limit by cost counts what the prices say', async () => {
  const site = new PlanSite();
  site.settings.plan.mostCost = 0.000001;
  const free = await accepted(site);
  expect(await free.question()).toBeNull();
  free.kill();
  const priced = new PlanSite();
  priced.settings.plan = site.settings.plan;
  const page = priced.page({ choice: { prices: { input: 1, output: 1 } } });
  await plan(page);
  await answer(page, accept());
  expect((await page.question())?.text).toContain('in your currency');
});
