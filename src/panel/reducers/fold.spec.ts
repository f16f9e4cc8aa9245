import type { AgentEvent, EventBody } from '../../contract';
import { codeCard } from '../../testing/fake-agent';
import { logOf, turn, turns } from '../stories/long-thread';
import type { ICallItem } from '../state/thread-items';
import { foldEvents } from './fold';
import {
  EMPTY_THREAD,
  type IThreadViewState
} from '../state/thread-view-state';

const NOTEBOOK = { path: 'a.ipynb', name: 'a.ipynb', kernel: 'Python 3' };
const MODEL = { id: 'demo', label: 'Demo', contextWindow: 1000 };
const STARTED: EventBody = {
  type: 'run-started',
  runId: 'r1',
  notebook: NOTEBOOK,
  model: MODEL
};

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
  return {
    type: 'call-proposed',
    callId,
    messageId: 'm1',
    tool: 'jupyter_cell',
    args: { code: '1' },
    text: 'Adding a cell'
  };
}

function call(state: IThreadViewState, id: string): ICallItem {
  return state.settled.items[id] as ICallItem;
}

function reviewed(...callIds: string[]): EventBody[] {
  return [
    STARTED,
    ...callIds.map(proposed),
    {
      type: 'review-opened',
      interruptId: 'i1',
      cards: callIds.map(id => codeCard(id))
    }
  ];
}

describe('the thread as a fold of events', () => {
  it('shows no line of an answer that was refused to the model', () => {
    const { settled } = fold([
      STARTED,
      { ...proposed('a'), tool: 'final_answer' } as EventBody,
      {
        type: 'call-finished',
        callId: 'a',
        state: 'failed',
        text: 'Answered too early',
        result: 'Call it alone.',
        images: 0
      }
    ]);
    expect(settled.order).toEqual([]);
  });

  it('streams a message into one item and settles it', () => {
    const streaming = fold([
      STARTED,
      { type: 'model-started', messageId: 'm1' },
      { type: 'text-delta', messageId: 'm1', delta: 'Hel' },
      { type: 'text-delta', messageId: 'm1', delta: 'lo' }
    ]);
    expect(streaming.settled.order).toEqual(['m1']);
    expect(streaming.settled.items.m1).toMatchObject({ text: null });
    expect(streaming.live.text).toBe('Hello');

    const whole = fold(
      [{ type: 'model-message', messageId: 'm1', text: 'Hello.' }],
      streaming
    );
    expect(whole.settled.items.m1).toMatchObject({ text: 'Hello.' });
    expect(whole.live).toMatchObject({ messageId: null, text: '' });
  });

  it('touches nothing settled for a token, however long the thread is', () => {
    const long = fold([
      STARTED,
      ...Array.from({ length: 200 }, (_, index): EventBody => ({
        type: 'user-message',
        messageId: `u${index}`,
        text: 'x'
      })),
      { type: 'text-delta', messageId: 'm1', delta: 'a' }
    ]);
    const next = fold(
      [{ type: 'text-delta', messageId: 'm1', delta: 'b' }],
      long
    );
    expect(next.settled).toBe(long.settled);
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

  it('takes back what a repeated model call had said', () => {
    const error = { code: 'x', title: 'Busy.', text: '', retryable: true };
    const state = fold([
      STARTED,
      { type: 'text-delta', messageId: 'm1', delta: 'Hal' },
      { type: 'model-retry', messageId: 'm1', attempt: 1, wait: 500, error }
    ]);
    expect(state.settled.order).toEqual([]);
    expect(state.settled.retry).toMatchObject({ attempt: 1, wait: 500 });
    expect(
      fold([{ type: 'model-started', messageId: 'm2' }], state).settled.retry
    ).toBeNull();
  });

  it('follows a call through all its states', () => {
    const running = fold([
      STARTED,
      proposed('a'),
      { type: 'call-started', callId: 'a' },
      { type: 'call-progress', callId: 'a', text: 'waits for input' }
    ]);
    expect(call(running, 'a').state).toBe('running');
    expect(running.live.progress.a).toEqual({ text: 'waits for input' });
    const done = fold(
      [
        {
          type: 'call-finished',
          callId: 'a',
          state: 'failed',
          text: 'Cell ⟦c1⟧ failed',
          result: 'KeyError',
          ms: 120,
          images: 1
        }
      ],
      running
    );
    expect(call(done, 'a')).toMatchObject({
      state: 'failed',
      text: 'Cell ⟦c1⟧ failed',
      ms: 120,
      images: 1
    });
    expect(done.live.progress).toEqual({});
  });

  it('keeps a card at the place of its call, through its decision', () => {
    const open = fold(reviewed('a', 'b'));
    expect(open.settled.order).toEqual(['a', 'b']);
    expect(open.settled.pending).toEqual(['a', 'b']);
    const decided = fold(
      [
        {
          type: 'review-decided',
          interruptId: 'i1',
          callId: 'b',
          decision: { type: 'reject', message: 'no' },
          by: 'person'
        }
      ],
      open
    );
    expect(decided.settled.pending).toEqual(['a']);
    expect(call(decided, 'b').review).toMatchObject({
      status: 'decided',
      decision: { type: 'reject', message: 'no' }
    });
    expect(decided.settled.order).toEqual(['a', 'b']);
  });

  it('brings a void card back with its new body', () => {
    const state = fold([
      ...reviewed('a'),
      {
        type: 'review-decided',
        interruptId: 'i1',
        callId: 'a',
        decision: { type: 'approve' },
        by: 'person'
      },
      {
        type: 'review-voided',
        interruptId: 'i2',
        card: codeCard('a', { hash: 'new', voided: 'The cell changed.' })
      }
    ]);
    expect(state.settled.pending).toEqual(['a']);
    expect(call(state, 'a').review).toMatchObject({
      interruptId: 'i2',
      status: 'pending',
      decision: null,
      card: { hash: 'new', voided: 'The cell changed.' }
    });
  });

  it('shows a queued message until it is delivered or taken back', () => {
    const queued = fold([
      STARTED,
      { type: 'queued', messageId: 'q1', text: 'one' },
      { type: 'queued', messageId: 'q2', text: 'two' },
      { type: 'queued', messageId: 'q1', text: 'one, changed' }
    ]);
    expect(queued.settled.queued.map(({ text }) => text)).toEqual([
      'one, changed',
      'two'
    ]);
    const rest = fold(
      [
        { type: 'queued', messageId: 'q2', text: null },
        { type: 'user-message', messageId: 'q1', text: 'one, changed' }
      ],
      queued
    );
    expect(rest.settled.queued).toEqual([]);
    expect(rest.settled.order).toEqual(['q1']);
  });

  it('ends everything that still waits or runs when the run is stopped', () => {
    const state = fold([
      ...reviewed('a'),
      proposed('b'),
      { type: 'call-started', callId: 'b' },
      { type: 'text-delta', messageId: 'm2', delta: 'Half a sent' },
      { type: 'run-finished', runId: 'r1', outcome: 'stopped' }
    ]);
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
    const failed: EventBody = {
      type: 'run-finished',
      runId: 'r1',
      outcome: 'failed',
      error
    };
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
      { type: 'final-answer', callId: 'f', answer: 'Done.', nextItems: [] },
      {
        type: 'call-finished',
        callId: 'f',
        state: 'done',
        text: 'Answered',
        result: '',
        images: 0
      }
    ]);
    expect(state.settled.order).toEqual(['f']);
    expect(state.settled.items.f).toMatchObject({ kind: 'final' });
  });

  it('adds up the tokens of a thread', () => {
    const { usage } = fold([
      { type: 'usage', input: 100, output: 10, estimated: false },
      { type: 'usage', input: 200, output: 20, estimated: true }
    ]).settled;
    expect(usage).toEqual({
      input: 200,
      output: 20,
      total: 330,
      cached: 0,
      cost: null,
      estimated: true
    });
  });

  it('is the same whether it was streamed or read from the display log', () => {
    const streamed = fold([
      STARTED,
      { type: 'user-message', messageId: 'u1', text: 'Hi' },
      { type: 'model-started', messageId: 'm1' },
      { type: 'text-delta', messageId: 'm1', delta: 'Hel' },
      { type: 'model-message', messageId: 'm1', text: 'Hello' }
    ]);
    const read = fold([
      STARTED,
      { type: 'user-message', messageId: 'u1', text: 'Hi' },
      { type: 'model-message', messageId: 'm1', text: 'Hello' }
    ]);
    expect(streamed.settled).toEqual(read.settled);
  });

  it('counts an event that is told twice once', () => {
    const state = fold([
      { type: 'user-message', messageId: 'u1', text: 'Hi' },
      { type: 'user-message', messageId: 'u1', text: 'Hi' }
    ]);
    expect(state.settled.order).toEqual(['u1']);
  });

  it('offers a restart for the last kernel that would not stop, until it is restarted', () => {
    const stuck = fold([
      STARTED,
      { type: 'notice', code: 'kernel-stuck', text: 'It does not stop.' }
    ]);
    expect(stuck.settled.restartable).toBe(stuck.settled.order[0]);
    expect(
      fold(
        [{ type: 'notice', code: 'kernel-restarted', text: 'Restarted.' }],
        stuck
      ).settled.restartable
    ).toBeNull();
  });

  it('keeps what was thought aloud apart from what was said, before it', () => {
    const thinking = fold([
      STARTED,
      { type: 'model-started', messageId: 'm1' },
      { type: 'reasoning-delta', messageId: 'm1', delta: 'Two ' },
      { type: 'reasoning-delta', messageId: 'm1', delta: 'ways.' }
    ]);
    expect(thinking.settled.order).toEqual(['thought-m1']);
    expect(thinking.live).toMatchObject({ reasoning: 'Two ways.', text: '' });

    const message = fold(
      [
        { type: 'text-delta', messageId: 'm1', delta: 'The first.' },
        { type: 'model-message', messageId: 'm1', text: 'The first.' }
      ],
      thinking
    );
    expect(message.settled.order).toEqual(['thought-m1', 'm1']);
    expect(message.settled.items['thought-m1']).toMatchObject({
      kind: 'reasoning',
      text: 'Two ways.'
    });
    expect(message.live.reasoning).toBe('');
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

  it('drops what was thought when the call to the model is repeated', () => {
    const { settled } = fold([
      STARTED,
      { type: 'reasoning-delta', messageId: 'm1', delta: 'Hm' },
      {
        type: 'model-retry',
        messageId: 'm1',
        attempt: 1,
        wait: 0,
        error: { code: 'x', title: 'X.', text: '', retryable: true }
      }
    ]);
    expect(settled.order).toEqual([]);
  });

  it('keeps what was thought when the run is stopped', () => {
    const { settled } = fold([
      STARTED,
      { type: 'reasoning-delta', messageId: 'm1', delta: 'Hm' },
      { type: 'run-finished', runId: 'r1', outcome: 'stopped' }
    ]);
    expect(settled.items['thought-m1']).toMatchObject({ text: 'Hm' });
  });

  it('keeps everything that was summarised, with a line where it was', () => {
    const { settled } = fold([
      { type: 'user-message', messageId: 'u1', text: 'Hi' },
      {
        type: 'summary',
        text: 'Summary of the conversation so far',
        messages: 9
      },
      { type: 'user-message', messageId: 'u2', text: 'And?' }
    ]);
    expect(settled.order.map(id => settled.items[id].kind)).toEqual([
      'user',
      'summary',
      'user'
    ]);
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
    const done = fold(
      [
        {
          type: 'call-finished',
          callId: 'a',
          state: 'done',
          text: 'Ran',
          result: '',
          images: 0
        }
      ],
      printing
    );
    expect(done.live.progress).toEqual({});
  });

  it('adds up what was cached and what it cost, where that is told', () => {
    const { usage } = fold([
      { type: 'usage', input: 100, output: 1, estimated: false, cached: 90 },
      { type: 'usage', input: 100, output: 1, estimated: false, cost: 0.25 },
      { type: 'usage', input: 100, output: 1, estimated: false, cost: 0.5 }
    ]).settled;
    expect(usage).toMatchObject({ cached: 90, cost: 0.75 });
  });

  it('knows what the rule for this turn lets through, until the run ends', () => {
    const on = fold([
      STARTED,
      { type: 'turn-rule', on: true, effects: ['execute'] }
    ]);
    expect(on.settled.turnEffects).toEqual(['execute']);
    const over = fold(
      [{ type: 'run-finished', runId: 'r1', outcome: 'answered' }],
      on
    );
    expect(over.settled).toMatchObject({ turnRule: false, turnEffects: [] });
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
    expect(foldEvents(EMPTY_THREAD, log)).toEqual(oneByOne(log));
  });

  it('is copied by what is told afterwards, and never changed', () => {
    const state = foldEvents(EMPTY_THREAD, logOf('t', ...MIXED));
    const before = JSON.stringify(state);
    const after = foldEvents(state, [
      {
        type: 'user-message',
        messageId: 'new',
        text: 'x',
        threadId: 't',
        time: 1
      }
    ]);
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
