import { act } from 'react';

import { ENGLISH, type IReviewLimit } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { limitText, nextChange } from './limit-text';
import { PanelFixture } from '../stories/panel-fixture';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const said = (left: number, then: IReviewLimit['then'] = 'reject') =>
  limitText({ until: left, then }, 0, ENGLISH);

describe('how long a card waits', () => {
  it.each([
    [40_000, 'less than a minute'],
    [MINUTE, '1 minute'],
    [12 * MINUTE, '12 minutes'],
    [119 * MINUTE, '119 minutes'],
    [3.2 * HOUR, '3 hours'],
    [72 * HOUR, '3 days'],
    [-5, 'less than a minute']
  ])('is told as a person would: %d ms', (left, words) => {
    expect(said(left)).toBe(
      `If you don’t decide, this is rejected in ${words}.`
    );
    expect(said(left, 'cancel')).toBe(
      `If you don’t decide, the turn is stopped in ${words}.`
    );
  });

  it.each([90_000, 12 * MINUTE, 119.7 * MINUTE, 5 * HOUR, 49 * HOUR])(
    'is told anew when the words change, and not before: %d ms',
    left => {
      const limit: IReviewLimit = { until: left, then: 'reject' };
      const change = nextChange(limit, 0)!;
      const at = (now: number) => limitText(limit, now, ENGLISH);
      expect(at(change)).not.toBe(at(0));
      expect(at(change - 2)).toBe(at(0));
    }
  );

  it('is told no more in the last minute', () => {
    expect(nextChange({ until: 50_000, then: 'reject' }, 0)).toBeNull();
  });
});

describe('the card of a review', () => {
  let panel: PanelFixture;

  beforeEach(async () => {
    panel = new PanelFixture();
    await panel.mount();
  });

  afterEach(() => panel.dispose());

  const open = (limit?: IReviewLimit) =>
    panel.run(
      {
        type: 'call-proposed',
        callId: 'a',
        messageId: 'm',
        tool: 'jupyter_cell',
        args: {},
        text: 'Adding a cell'
      },
      {
        type: 'review-opened',
        interruptId: 'i1',
        cards: [codeCard('a')],
        ...(limit && { limit })
      }
    );

  const WORDS = /If you don’t decide, [^.]*\./;

  it('shows its time and what happens then, and says it once', async () => {
    // Some seconds before the words change: time to draw them on a busy machine.
    await open({ until: Date.now() + 93_000, then: 'cancel' });
    const shown = () => panel.card().textContent?.match(WORDS)?.[0];
    expect(shown()).toBe(
      'If you don’t decide, the turn is stopped in 2 minutes.'
    );
    const { announced } = panel;
    expect(announced).toContain('Review waiting:');
    expect(
      announced.match(/\. If you don’t decide, the turn is/g)
    ).toHaveLength(1);
    for (let look = 0; look < 1_000 && shown()?.includes('2'); look++) {
      await act(() => new Promise(resolve => setTimeout(resolve, 50)));
    }
    expect(shown()).toBe(
      'If you don’t decide, the turn is stopped in 1 minute.'
    );
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
    expect(panel.card().textContent).toContain('this is rejected in 3 hours.');
    // It comes back with the time it has left.
    await panel.tell({
      type: 'review-voided',
      interruptId: 'i1',
      card: { ...codeCard('a'), voided: 'It changed.' }
    });
    expect(panel.card().textContent).toContain('this is rejected in 3 hours.');
    await panel.tell({
      type: 'review-limited',
      interruptId: 'i1',
      limit: null
    });
    expect(panel.card().textContent).not.toMatch(WORDS);
  });
});
