import { PlanSite, plan, workOff } from './plan-site';

it('a page that goes when the agent of a step has paused and its plan does not know: the card comes', async () => {
  const site = new PlanSite();
  const first = site.page({
    diesOnce: points =>
      site.asked.at(-1) === 'Load' &&
      points.slice(-2).join() === 'after saver.putWrites,before saver.putWrites'
  });
  await first.alive(plan(first).then(() => workOff(first)));
  expect(first.isDead).toBe(true);
  const next = site.page();
  await next.comeBack();
  await workOff(next);
  expect(site.kernel).toEqual(['load()', 'clean()']);
  expect(site.asked.filter(name => name === 'Load')).toHaveLength(2);
  expect(await next.problems()).toEqual([]);
});
