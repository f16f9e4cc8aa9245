import { THREAD } from '../../../engine/stories/reopening';
import {
  PlanSite,
  accept,
  answer,
  plan,
  question,
  stepStates,
  workOff
} from './plan-site';

describe('a plan in a conversation', () => {
  it('is asked for, approved, worked off cell by cell and summed up', async () => {
    const site = new PlanSite();
    const page = site.page();
    await plan(page);
    expect(await question(page)).toMatchObject({
      kind: 'plan',
      steps: [{ title: 'Load' }, { title: 'Clean' }]
    });
    expect(site.kernel).toEqual([]);
    await answer(page, accept());
    const [first] = await page.waiting();
    expect(first.card.body).toMatchObject({ text: 'load()' });
    expect(site.kernel).toEqual([]);
    await workOff(page);
    expect(site.kernel).toEqual(['load()', 'clean()']);
    expect(stepStates(page.events)).toEqual({
      Load: 'succeeded',
      Clean: 'succeeded'
    });
    expect(page.of('plan-progress').at(-1)).toMatchObject({
      total: 2,
      succeeded: 2,
      percent: 100
    });
    expect(page.of('plan-synthesis')).toMatchObject([
      { report: 'Loaded and cleaned.', plain: false }
    ]);
    expect(page.of('plan-ended')).toMatchObject([{ outcome: 'done' }]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
    expect(await page.problems()).toEqual([]);
    expect((await page.messages()).map(({ text }) => text)).toEqual([
      'Clean the penguins',
      'Loaded and cleaned.'
    ]);
    expect(site.asked).toEqual([
      'route',
      'clarify',
      'plan',
      'Load',
      'Load',
      'Clean',
      'Clean',
      'summarise'
    ]);
    expect((await page.engine.getInterruptStatus(THREAD)).state).toBe('idle');
  });
});
