import type { AgentEvent } from '../../contract';
import { EventBatcher } from './event-batcher';
import { reviewOpened, runStarted, userMessage } from '../stories/events';
import { logOf } from '../stories/long-thread';

const event = (messageId: string): AgentEvent => ({
  type: 'text-delta',
  threadId: 't',
  time: 0,
  messageId,
  delta: ''
});

describe('the inbox of the agent’s events', () => {
  let taken: AgentEvent[];
  let inbox: EventBatcher;

  beforeEach(() => {
    jest.useFakeTimers();
    taken = [];
    inbox = new EventBatcher(each => taken.push(...each));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('hands on a burst in one go and in order, in a moment', () => {
    const burst = ['a', 'b', 'c'].map(event);
    burst.forEach(each => inbox.push(each));
    expect(taken).toEqual([]);
    jest.advanceTimersByTime(50);
    expect(taken).toEqual(burst);
  });

  it('does not let the person wait for a card, nor for the run of their message', () => {
    inbox.push(event('a'));
    const urgent = logOf(
      't',
      // A message without its run would turn Stop back into Send for a moment.
      userMessage('m', 'Go.'),
      runStarted(),
      reviewOpened([])
    );
    urgent.forEach((each, at) => {
      inbox.push(each);
      expect(taken).toHaveLength(at + 2);
    });
  });

  it('can be emptied at once, and hands on nothing twice', () => {
    inbox.push(event('a'));
    inbox.flush();
    expect(taken).toHaveLength(1);
    jest.advanceTimersByTime(100);
    expect(taken).toHaveLength(1);
    inbox.push(event('b'));
    inbox.dispose();
    jest.advanceTimersByTime(100);
    expect(taken).toHaveLength(1);
  });
});
