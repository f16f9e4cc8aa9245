import type { AgentEvent } from '../../contract';
import { EventBatcher } from './event-batcher';

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

  it('hands on a burst in one go and in order, in a moment', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventBatcher(each => taken.push(...each));
    const burst = ['a', 'b', 'c'].map(event);
    burst.forEach(each => inbox.push(each));
    expect(taken).toEqual([]);
    jest.advanceTimersByTime(50);
    expect(taken).toEqual(burst);
  });

  it('does not let the person wait for a card', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventBatcher(each => taken.push(...each));
    inbox.push(event('a'));
    inbox.push({
      type: 'review-opened',
      threadId: 't',
      time: 0,
      interruptId: 'i',
      cards: []
    });
    expect(taken.map(each => each.type)).toEqual([
      'text-delta',
      'review-opened'
    ]);
  });

  it('never shows a message without the run that it begins', () => {
    // Otherwise Stop would turn back into Send for a moment.
    const taken: AgentEvent[] = [];
    const inbox = new EventBatcher(each => taken.push(...each));
    inbox.push({
      type: 'user-message',
      threadId: 't',
      time: 0,
      messageId: 'm',
      text: 'Go.'
    });
    inbox.push({
      type: 'run-started',
      threadId: 't',
      time: 0,
      runId: 'r',
      notebook: { path: 'a.ipynb', name: 'a.ipynb', kernel: '' },
      model: { id: 'demo', label: 'Demo', contextWindow: null }
    });
    expect(taken.map(each => each.type)).toEqual([
      'user-message',
      'run-started'
    ]);
  });

  it('can be emptied at once, and hands on nothing twice', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventBatcher(each => taken.push(...each));
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
