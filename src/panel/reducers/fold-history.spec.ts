import type { AgentEvent, EventBody } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { foldEvent } from './fold-event';
import { foldHistory } from './fold-history';
import { EMPTY_THREAD } from '../state/thread-view-state';
import { logOf, turn, turns } from '../stories/long-thread';

const oneByOne = (events: AgentEvent[]) =>
  events.reduce(foldEvent, EMPTY_THREAD);

const ERROR = { code: 'x', title: 'Busy.', text: '', retryable: true };
const MIXED: EventBody[] = [
  ...turn(1),
  ...turn(2).slice(0, 2),
  { type: 'text-delta', messageId: 'm', delta: 'Hal' },
  { type: 'model-retry', messageId: 'm', attempt: 1, wait: 1, error: ERROR },
  { type: 'model-message', messageId: 'm2', text: 'Hello', reasoning: 'Hm' },
  {
    type: 'review-opened',
    interruptId: 'i1',
    cards: [codeCard('a'), codeCard('b')]
  },
  {
    type: 'review-decided',
    interruptId: 'i1',
    callId: 'a',
    decision: { type: 'approve' },
    by: 'person'
  },
  { type: 'run-finished', runId: 'r2', outcome: 'stopped', changed: true },
  { type: 'undone', runId: 'r2', text: 'Undone: 1 cell' }
];

describe('a whole display log folded at once', () => {
  it('is what its events one by one end in', () => {
    const log = logOf('t', ...MIXED);
    expect(foldHistory(log)).toEqual(oneByOne(log));
  });

  it('is copied by what is told afterwards, and never changed', () => {
    const state = foldHistory(logOf('t', ...MIXED));
    const before = JSON.stringify(state);
    const after = foldEvent(state, {
      type: 'user-message',
      messageId: 'new',
      text: 'x',
      threadId: 't',
      time: 1
    });
    expect(after.settled.items.new).toBeDefined();
    expect(JSON.stringify(state)).toBe(before);
  });

  it('takes nothing from the empty thread that others begin with', () => {
    foldHistory(logOf('t', ...turns(3)));
    expect(EMPTY_THREAD.settled.order).toEqual([]);
    expect(EMPTY_THREAD.settled.items).toEqual({});
  });
});

describe('the end of a turn', () => {
  const ended = (change: Partial<EventBody & { type: 'run-finished' }>) =>
    foldHistory(
      logOf('t', ...turn(1).slice(0, -1), {
        type: 'run-finished',
        runId: 'r1',
        outcome: 'answered',
        ...change
      })
    ).settled;

  it('is marked only where something was changed', () => {
    expect(ended({}).items['turn-r1']).toBeUndefined();
    expect(ended({ changed: true }).items['turn-r1']).toMatchObject({
      kind: 'turn',
      runId: 'r1',
      undone: null
    });
  });

  it('stands before what went wrong, which can still be retried', () => {
    const { order, retryable, items } = ended({
      changed: true,
      outcome: 'failed',
      error: ERROR
    });
    expect(items[order[order.length - 2]].kind).toBe('turn');
    expect(retryable).toBe(order[order.length - 1]);
  });
});
