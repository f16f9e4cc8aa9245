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
    jest.advanceTimersByTime(40);
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

  it('gives a page whose frames are slow its time, and is quick again after it', async () => {
    const taken: AgentEvent[] = [];
    const frames = [1000, 60, 1000, 900, 3];
    const inbox = new EventBatcher(
      each => taken.push(...each),
      () => Promise.resolve(frames.shift()!)
    );
    const heldFor = async (ms: number) => {
      inbox.push(event('a'));
      jest.advanceTimersByTime(ms - 1);
      const before = taken.length;
      jest.advanceTimersByTime(1);
      expect(taken).toHaveLength(before + 1);
      await Promise.resolve();
    };
    await heldFor(40);
    // A single slow frame may have had another cause.
    await heldFor(40);
    await heldFor(300);
    await heldFor(300);
    // Never so long that the panel seems stuck.
    await heldFor(400);
    await heldFor(40);
  });

  it('is not held up by a frame that never comes', () => {
    const taken: AgentEvent[] = [];
    const inbox = new EventBatcher(
      each => taken.push(...each),
      () => new Promise(() => undefined)
    );
    for (let at = 1; at <= 3; at++) {
      inbox.push(event('a'));
      jest.advanceTimersByTime(40);
      expect(taken).toHaveLength(at);
    }
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
