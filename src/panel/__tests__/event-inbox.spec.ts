import type { AgentEvent } from '../../contract';
import { EventInbox } from '../event-inbox';

const event = (messageId: string): AgentEvent => ({
  type: 'text-delta',
  threadId: 't',
  time: 0,
  messageId,
  delta: ''
});

describe('the inbox of the agent’s events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('hands on a burst in one go and in order, within a frame', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventInbox(each => taken.push(each));
    const burst = ['a', 'b', 'c'].map(event);
    burst.forEach(each => inbox.push(each));
    expect(taken).toEqual([]);
    jest.advanceTimersByTime(16);
    expect(taken).toEqual(burst);
  });

  it('can be emptied at once, and hands on nothing twice', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventInbox(each => taken.push(each));
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
