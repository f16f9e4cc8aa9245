import type { AgentEvent, EventBody } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { logOf, turn, turns } from '../stories/long-thread';
import type { ICallItem } from '../state/thread-items';
import { foldEvents } from './fold';
import {
  EMPTY_THREAD,
  type IThreadViewState
} from '../state/thread-view-state';
import {
  callFinished,
  callProposed,
  finalAnswer,
  reviewDecided,
  reviewOpened,
  runEnded,
  runStarted,
  userMessage
} from '../stories/events';

const STARTED = runStarted();

function fold(bodies: EventBody[], from = EMPTY_THREAD): IThreadViewState {
  return bodies.reduce(
    (state, body, index) =>
      foldEvents(state, [
        { ...body, threadId: 't', time: index } as AgentEvent
      ]),
    from
  );
}

function proposed(callId: string): EventBody {
  return callProposed(callId, { args: { code: '1' } });
}

function call(state: IThreadViewState, id: string): ICallItem {
  return state.settled.items[id] as ICallItem;
}

function reviewed(...callIds: string[]): EventBody[] {
  return [
    STARTED,
    ...callIds.map(proposed),
    reviewOpened(callIds.map(id => codeCard(id)))
  ];
}

describe('the thread as a fold of events', () => {
  it('shows no line of an answer that was refused to the model', () => {
    const { settled } = fold([
      STARTED,
      { ...proposed('a'), tool: 'final_answer' } as EventBody,
      callFinished('a', {
        state: 'failed',
        text: 'Answered too early',
        result: 'Call it alone.'
      })
    ]);
    expect(settled.order).toEqual([]);
  });

  it('keeps the identity of items that an event is not about', () => {
    const before = fold([STARTED, proposed('a'), proposed('b')]);
    const after = fold([{ type: 'call-started', callId: 'b' }], before);
    expect(call(after, 'a')).toBe(call(before, 'a'));
    expect(call(after, 'b').state).toBe('running');
  });

  it('drops a message that holds no words', () => {
    const state = fold([
      STARTED,
      { type: 'text-delta', messageId: 'm1', delta: '\n' },
      { type: 'model-message', messageId: 'm1', text: '\n' }
    ]);
    expect(state.settled.order).toEqual([]);
  });

  it('takes back what a repeated model call had thought and said', () => {
    const error = { code: 'x', title: 'Busy.', text: '', retryable: true };
    const state = fold([
      STARTED,
      { type: 'reasoning-delta', messageId: 'm1', delta: 'Hm' },
      { type: 'text-delta', messageId: 'm1', delta: 'Hal' },
      { type: 'model-retry', messageId: 'm1', attempt: 1, wait: 500, error }
    ]);
    expect(state.settled.order).toEqual([]);
    expect(state.settled.retry).toMatchObject({ attempt: 1, wait: 500 });
    expect(
      fold([{ type: 'model-started', messageId: 'm2' }], state).settled.retry
    ).toBeNull();
  });

  it('leaves a queued message that is changed in its place', () => {
    const { queued } = fold([
      STARTED,
      { type: 'queued', messageId: 'q1', text: 'one' },
      { type: 'queued', messageId: 'q2', text: 'two' },
      { type: 'queued', messageId: 'q1', text: 'one, changed' }
    ]).settled;
    expect(queued.map(({ text }) => text)).toEqual(['one, changed', 'two']);
  });

  it('ends everything that still waits or runs when the run is stopped', () => {
    const state = fold([
      ...reviewed('a'),
      proposed('b'),
      { type: 'call-started', callId: 'b' },
      { type: 'turn-rule', on: true, effects: ['execute'] },
      { type: 'reasoning-delta', messageId: 'm2', delta: 'Hm' },
      { type: 'text-delta', messageId: 'm2', delta: 'Half a sent' },
      runEnded('stopped')
    ]);
    expect(state.settled).toMatchObject({ turnRule: null });
    expect(state.settled.items['thought-m2']).toMatchObject({ text: 'Hm' });
    expect(state.settled.run).toBeNull();
    expect(state.settled.pending).toEqual([]);
    expect(call(state, 'a')).toMatchObject({
      state: 'stopped',
      review: { status: 'closed' }
    });
    expect(call(state, 'b').state).toBe('stopped');
    expect(state.settled.items.m2).toMatchObject({ text: 'Half a sent' });
    const last = state.settled.order[state.settled.order.length - 1];
    expect(state.settled.items[last]).toMatchObject({
      kind: 'notice',
      code: 'stopped'
    });
  });

  it('lets only the newest error be retried, until the next run', () => {
    const error = { code: 'x', title: 'No.', text: '', retryable: true };
    const failed: EventBody = runEnded('failed', { error });
    const twice = fold([STARTED, failed, STARTED, failed]);
    const [first, second] = twice.settled.order;
    expect(twice.settled.retryable).toBe(second);
    expect(first).not.toBe(second);
    expect(fold([STARTED], twice).settled.retryable).toBeNull();
  });

  it('puts the final answer in the place of its call', () => {
    const state = fold([
      STARTED,
      proposed('f'),
      finalAnswer('Done.'),
      callFinished('f', { text: 'Answered' })
    ]);
    expect(state.settled.order).toEqual(['f']);
    expect(state.settled.items.f).toMatchObject({ kind: 'final' });
  });

  it('adds up the tokens of a thread, what was cached and what it cost', () => {
    const usage = { type: 'usage', input: 100, estimated: false } as const;
    const { settled } = fold([
      { ...usage, output: 10, cached: 90, cost: 0.25 },
      { ...usage, output: 20, estimated: true, cost: 0.5 }
    ]);
    expect(settled.usage).toEqual({
      input: 100,
      output: 20,
      total: 230,
      cached: 90,
      cost: 0.75,
      estimated: true
    });
  });

  it('is the same whether it was streamed or read from the display log', () => {
    const streamed = fold([
      STARTED,
      userMessage('u1', 'Hi'),
      { type: 'model-started', messageId: 'm1' },
      { type: 'text-delta', messageId: 'm1', delta: 'Hel' },
      { type: 'model-message', messageId: 'm1', text: 'Hello' }
    ]);
    const read = fold([
      STARTED,
      userMessage('u1', 'Hi'),
      { type: 'model-message', messageId: 'm1', text: 'Hello' }
    ]);
    expect(streamed.settled).toEqual(read.settled);
  });

  it('counts an event that is told twice once', () => {
    const state = fold([userMessage('u1', 'Hi'), userMessage('u1', 'Hi')]);
    expect(state.settled.order).toEqual(['u1']);
  });

  it('takes thinking from the whole message, as the display log has it', () => {
    const { settled } = fold([
      STARTED,
      {
        type: 'model-message',
        messageId: 'm1',
        text: 'The first.',
        reasoning: 'Two ways.'
      }
    ]);
    expect(settled.order).toEqual(['thought-m1', 'm1']);
  });

  it('keeps the end of what a command prints, and forgets it when it is done', () => {
    const printing = fold([
      STARTED,
      proposed('a'),
      { type: 'call-started', callId: 'a' },
      { type: 'call-progress', callId: 'a', output: 'x'.repeat(19_999) },
      { type: 'call-progress', callId: 'a', output: '\nthe end' },
      { type: 'call-progress', callId: 'a', text: 'still running' }
    ]);
    const { output, text } = printing.live.progress.a;
    expect(output).toHaveLength(20_000);
    expect(output?.endsWith('\nthe end')).toBe(true);
    expect(text).toBe('still running');
    const done = fold([callFinished('a', { text: 'Ran' })], printing);
    expect(done.live.progress).toEqual({});
  });
});

const oneByOne = (events: AgentEvent[]) =>
  events.reduce((state, event) => foldEvents(state, [event]), EMPTY_THREAD);

const ERROR = { code: 'x', title: 'Busy.', text: '', retryable: true };
const MIXED: EventBody[] = [
  ...turn(1),
  ...turn(2).slice(0, 2),
  { type: 'text-delta', messageId: 'm', delta: 'Hal' },
  { type: 'model-retry', messageId: 'm', attempt: 1, wait: 1, error: ERROR },
  { type: 'model-message', messageId: 'm2', text: 'Hello', reasoning: 'Hm' },
  reviewOpened([codeCard('a'), codeCard('b')]),
  reviewDecided('a'),
  runEnded('stopped', { runId: 'r2', changed: true }),
  { type: 'undone', runId: 'r2', text: 'Undone: 1 cell' }
];

describe('a whole display log folded at once', () => {
  it('is what its events one by one end in', () => {
    const log = logOf('t', ...MIXED);
    expect(foldEvents(EMPTY_THREAD, log)).toEqual(oneByOne(log));
  });

  it('is copied by what is told afterwards, and never changed', () => {
    const state = foldEvents(EMPTY_THREAD, logOf('t', ...MIXED));
    const before = JSON.stringify(state);
    const after = foldEvents(state, logOf('t', userMessage('new', 'x')));
    expect(after.settled.items.new).toBeDefined();
    expect(JSON.stringify(state)).toBe(before);
  });

  it('takes nothing from the empty thread that others begin with', () => {
    foldEvents(EMPTY_THREAD, logOf('t', ...turns(3)));
    expect(EMPTY_THREAD.settled.order).toEqual([]);
    expect(EMPTY_THREAD.settled.items).toEqual({});
  });
});

describe('the end of a turn', () => {
  const ended = (change: Partial<EventBody & { type: 'run-finished' }>) =>
    foldEvents(
      EMPTY_THREAD,
      logOf('t', ...turn(1).slice(0, -1), runEnded('answered', change))
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
