import type { IPlanOrder, OpenQuestion } from '../../../contract';
import { THREAD, reload, type Page } from '../../../engine/stories/reopening';
import { PlanSite, accept, answer, runPlan, workOff } from './plan-site';

/**
 * What a message can ask of plan mode besides its text: an earlier a
 * cell.
 */

const order = (page: Page, given: IPlanOrder): Promise<void> =>
  page.say('Do that.', undefined, { mode: 'plan', plan: given });

const fields = (asked: OpenQuestion | null): Record<string, unknown> =>
  asked?.kind === 'form' ? asked.values : {};

const titles = (asked: OpenQuestion | null): string[] =>
  asked?.kind === 'plan' ? asked.steps.map(({ title }) => title) : [];

async function stored(): Promise<{
  site: PlanSite;
  page: Page;
  again: IPlanOrder;
}> {
  const site = new PlanSite();
  site.propose(
    { title: 'Load', does: 'Read penguins.csv' },
    { title: 'Clean', does: 'Drop rows without body_mass_g', needs: [1] }
  );
  const page = site.page();
  await runPlan(page, 'Clean penguins.csv');
  const [{ steps }] = page.of('plan-proposed');
  site.asked.length = 0;
  return {
    site,
    page,
    again: { again: { task: 'Clean penguins.csv', steps } }
  };
}

describe('a plan that is used again', () => {
  it('asks what is different, then comes with its card, and is worked off', async () => {
    const { site, page: early, again } = await stored();
    await order(early, again);
    const page = await reload(early);
    const form = await page.question();
    expect(fields(form)).toEqual({ p0: 'penguins.csv', p1: 'body_mass_g' });
    await answer(page, {
      values: { p0: 'seals.csv', p1: 'body_mass_g' }
    });
    const card = await page.question();
    expect(card).toMatchObject({
      kind: 'plan',
      steps: [
        { title: 'Load', does: 'Read seals.csv' },
        { title: 'Clean', does: 'Drop rows without body_mass_g' }
      ]
    });
    // No request was needed for it.
    expect(site.asked).toEqual([]);
    const [first, second] = card?.kind === 'plan' ? card.steps : [];
    expect(second.needs).toEqual([first.id]);
    await answer(page, accept());
    await workOff(page);
    expect(page.of('plan-ended').at(-1)).toMatchObject({ outcome: 'done' });
    expect((await page.messages()).map(({ text }) => text)).toContain(
      'Clean seals.csv'
    );
  });

  it('is planned by the model where more is different, and has its card all the same', async () => {
    const { site, page, again } = await stored();
    Object.assign(site.settings.plan, { askQuestions: false, askPlan: false });
    site.settings.plan.askAll = false;
    site.propose('Both at once');
    await order(page, again);
    await answer(page, { values: { other: 'In one step' } });
    expect(site.asked).toEqual(['plan']);
    expect(titles(await page.question())).toEqual(['Both at once']);
    const asked = site.requests
      .at(-1)
      ?.map(({ text }) => text)
      .join();
    expect(asked).toContain('In one step');
    expect(asked).toContain('Read penguins.csv');
  });
});

describe('the summary as a Markdown cell', () => {
  const CELL: IPlanOrder = {
    cell: { markdown: '5 rows [#](#cell=c1). Done.', cells: ['c1'] }
  };

  /** A site whose person wants to approve each cell. */
  const asking = (): PlanSite => {
    const site = new PlanSite();
    site.settings.policy = { ...site.settings.policy, markdown: 'ask' };
    return site;
  };

  it('comes with its card, links its numbers, and asks no model', async () => {
    const site = asking();
    const early = site.page();
    await order(early, CELL);
    const page = await reload(early);
    const [card] = await page.waiting();
    const text = `[5](${encodeURIComponent(site.notebook.name)}#cell-id=c1) rows. Done.`;
    expect(card.card.body).toMatchObject({ text });
    expect(site.notebook.cells()).toEqual([]);
    await page.approveAll();
    expect(site.notebook.cells()).toMatchObject([
      { type: 'markdown', source: text }
    ]);
    expect(site.requests).toEqual([]);
    expect(page.of('usage')).toEqual([]);
    expect(page.of('plan-started')).toEqual([]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
    expect(await page.engine.stateOf(THREAD)).toBe('idle');
  });

  it('goes in at once by the rule of the person', async () => {
    const site = new PlanSite();
    const { policy } = site.settings;
    const effects = { ...policy.effects, edit: 'allow' as const };
    site.settings.policy = { ...policy, effects };
    const page = site.page();
    await order(page, CELL);
    expect(await page.waiting()).toEqual([]);
    expect(site.notebook.cells()).toHaveLength(1);
  });

  it('does not where the person says no', async () => {
    const site = asking();
    const page = site.page();
    await order(page, CELL);
    const [{ interruptId, card }] = await page.waiting();
    await page.decide(interruptId, card, { type: 'reject', message: 'No.' });
    expect(site.notebook.cells()).toEqual([]);
    expect((await page.messages()).at(-1)?.text).toBe(
      'The summary was not put into the notebook.'
    );
  });
});
