import { PlanSite, cell, final, plan, workOff } from './plan-site';

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
});

describe('a step whose agent asks for two cells at once', () => {
  async function play(diesAt?: number): Promise<{
    site: PlanSite;
    last: ReturnType<PlanSite['page']>;
    points: readonly string[];
  }> {
    const site = new PlanSite();
    site.steps.Load = [
      { calls: [...cell('load()').calls!, ...cell('look()').calls!] },
      final('Loaded it.')
    ];
    const first = site.page({ diesAt });
    await first.alive(plan(first).then(() => workOff(first)));
    if (!first.isDead) {
      return { site, last: first, points: first.points };
    }
    const last = site.page();
    await last.comeBack();
    await workOff(last);
    return { site, last, points: first.points };
  }

  it('runs each once, in order, wherever the page goes while they are applied', async () => {
    const { points, site } = await play();
    expect(site.kernel).toEqual(['load()', 'look()', 'clean()']);
    const decided = points.flatMap((point, index) =>
      point === 'before journal.decide' ? [index] : []
    );
    const problems: string[] = [];
    for (let at = decided[0]; at < decided[2]; at += 7) {
      const { site: one, last } = await play(at);
      const broken = await last.problems();
      if (one.kernel.join() !== site.kernel.join() || broken.length > 0) {
        problems.push(
          `${at} ${points[at - 1]}: ${one.kernel.join()} ${broken.join()}`
        );
      }
    }
    expect(problems).toEqual([]);
  }, 60_000);
});
