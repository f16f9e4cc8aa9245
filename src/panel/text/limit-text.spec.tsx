import { act } from 'react';

import { ENGLISH, type IReviewLimit } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { limitText } from './limit-text';
import { PanelFixture } from '../stories/panel-fixture';
import { callProposed } from '../stories/events';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('how long a card waits', () => {
  it.each([
    [-5, '0 s'],
    [40_000, '40 s'],
    [90_000, '1 min 30 s'],
    [12 * MINUTE, '12 minutes'],
    [119 * MINUTE, '119 minutes'],
    [3.2 * HOUR, '3 hours'],
    [72 * HOUR, '3 days']
  ])('is told as a person would: %d ms', (left, words) => {
    expect(limitText('reject', left, ENGLISH)).toBe(
      `Without an answer, it counts as rejected in ${words}.`
    );
  });
});

describe('the card of a review', () => {
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    await panel.mount();
  });

  const open = (limit?: IReviewLimit) =>
    panel.run(callProposed('a', { messageId: 'm' }), {
      type: 'review-opened',
      interruptId: 'i1',
      cards: [codeCard('a')],
      ...(limit && { limit })
    });

  const WORDS = /Without an answer, [^.]*\./;

  it('shows its time and what happens then, and says it once', async () => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const timers = jest.spyOn(window, 'setInterval');
    await open({ until: now + 10 * MINUTE, then: 'cancel' });
    const shown = () => panel.card().textContent?.match(WORDS)?.[0];
    expect(shown()).toBe('Without an answer, the turn stops in 10 minutes.');
    const { announced } = panel;
    expect(announced).toContain('Review waiting:');
    expect(
      announced.match(/\. Without an answer, the turn stops/g)
    ).toHaveLength(1);
    // The time comes to change the sentence.
    const [[tick]] = timers.mock.calls.filter(([, ms]) => ms === 1000);
    clock.mockReturnValue(now + 31_000);
    await act(async () => (tick as () => void)());
    expect(shown()).toBe('Without an answer, the turn stops in 9 minutes.');
    expect(panel.announced).toBe(announced);
  });

  it('shows nothing of it where there is no limit, and goes by what a later page says', async () => {
    await open();
    expect(panel.card().textContent).not.toMatch(WORDS);
    expect(panel.announced).not.toMatch(WORDS);
    await panel.tell({
      type: 'review-limited',
      interruptId: 'i1',
      limit: { until: Date.now() + 3 * HOUR, then: 'reject' }
    });
    expect(panel.card().textContent).toContain(
      'it counts as rejected in 3 hours.'
    );
    // A card that comes back keeps the time it has left.
    await panel.tell({
      type: 'review-voided',
      interruptId: 'i1',
      card: { ...codeCard('a'), voided: 'It changed.' }
    });
    expect(panel.card().textContent).toContain(
      'it counts as rejected in 3 hours.'
    );
    await panel.tell({
      type: 'review-limited',
      interruptId: 'i1',
      limit: null
    });
    expect(panel.card().textContent).not.toMatch(WORDS);
  });
});
