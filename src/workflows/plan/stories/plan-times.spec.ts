import type { Page } from '../../../engine/stories/reopening';
import { until } from '../../../testing/until';
import { UNCLEAR, PlanSite, accept, answer, final, planned } from './plan-site';

/** So short that it is over at the first wait. */
const AT_ONCE = 0.000_01;

const ended = (page: Page): Promise<void> =>
  until(() => page.of('run-finished').length > 0);

/** What nobody answered, and how the plan ended. */
function outcome(page: Page): { closed: string[]; plan: string[] } {
  const kinds = new Map(
    page
      .of('interrupt-opened')
      .map(({ interrupt }) => [interrupt.interrupt_id, interrupt.kind])
  );
  return {
    closed: page
      .of('interrupt-closed')
      .filter(({ by }) => by === 'timeout')
      .map(({ interruptId }) => kinds.get(interruptId) ?? ''),
    plan: page.of('plan-ended').map(each => each.outcome)
  };
}

describe('cards of a plan that nobody answers in time', () => {
  it('a question goes on with what is assumed, and the plan counts as rejected', async () => {
    const site = new PlanSite();
    site.settings.limits.approvalMinutes = AT_ONCE;
    site.replies.clarify = [UNCLEAR];
    const page = await planned(site);
    await ended(page);
    expect(outcome(page)).toEqual({
      closed: ['clarification', 'plan'],
      plan: ['rejected']
    });
    expect(site.asked).toContain('plan');
    expect(site.asked).not.toContain('Load');
  });

  it.each<[string, object, 'cell' | 'step' | 'outside', boolean, object]>([
    [
      'a step is not done',
      {},
      'step',
      true,
      { closed: ['step', 'step'], plan: ['done'] }
    ],
    [
      'a failure stops the plan',
      {},
      'outside',
      false,
      { closed: ['failure'], plan: ['stopped'] }
    ],
    [
      'the limit of a plan that is used up ends it',
      { mostTokens: 1 },
      'cell',
      true,
      { closed: ['option'], plan: ['stopped'] }
    ]
  ])('%s', async (_, limit, level, met, expected) => {
    const site = new PlanSite();
    Object.assign(site.settings.plan, limit);
    site.propose(
      ...['Load', 'Clean'].map(title => ({
        title,
        worked: 'There is a row'
      }))
    );
    const message = final('There is none.', { met });
    site.steps.Load = [message, message];
    const page = await planned(site);
    site.settings.limits.approvalMinutes = AT_ONCE;
    await answer(page, accept({ level }));
    await ended(page);
    expect(outcome(page)).toEqual(expected);
  });

  it('the turn stops where that was chosen, and the card says so', async () => {
    const site = new PlanSite();
    Object.assign(site.settings.limits, {
      approvalMinutes: AT_ONCE,
      approvalTimeout: 'cancel'
    });
    const page = await planned(site);
    await ended(page);
    expect(page.of('interrupt-opened')[0].interrupt).toMatchObject({
      kind: 'plan',
      stops: true,
      until: expect.any(Number)
    });
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
    expect(page.of('notice')[0].text).toContain('Nobody decided in time');
  });
});
