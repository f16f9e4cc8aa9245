import type { EventBody } from '../../contract';
import { reviewOpened, runStarted, userMessage } from '../stories/events';
import { PanelFixture } from '../stories/panel-fixture';

const token = (delta: string): EventBody => ({
  type: 'text-delta',
  messageId: 'a',
  delta
});

describe('events of the agent', () => {
  let panel: PanelFixture;
  let drawn: string[];

  const tell = (body: EventBody) => panel.agent.tell(panel.threadId, body);

  beforeEach(() => {
    jest.useFakeTimers();
    panel = new PanelFixture();
    drawn = [];
    panel.store.live.subscribe(({ text }) => drawn.push(text));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are drawn as a burst in one go and in order, in a moment', () => {
    ['a', 'b', 'c'].map(token).forEach(tell);
    expect(drawn).toEqual([]);
    jest.advanceTimersByTime(50);
    expect(drawn).toEqual(['abc']);
  });

  it('do not let the person wait for a card, nor for the run of their message', () => {
    tell(token('a'));
    // A message without its run would turn Stop back into Send for a moment.
    tell(userMessage('m', 'Go.'));
    const thread = () => panel.store.main.getState().thread;
    expect(drawn).toEqual(['a']);
    expect(thread().order).toContain('m');
    tell(runStarted());
    expect(thread().run).not.toBeNull();
    tell(reviewOpened([]));
    expect(thread().review).not.toBeNull();
  });

  it('can be taken at once, and are taken once', () => {
    const { events } = panel.store;
    tell(token('a'));
    events.catchUp();
    jest.advanceTimersByTime(100);
    expect(drawn).toEqual(['a']);
    tell(token('b'));
    events.dispose();
    jest.advanceTimersByTime(100);
    expect(drawn).toEqual(['a']);
  });
});
