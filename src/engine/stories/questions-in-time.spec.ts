import {
  ENGLISH,
  type AgentEvent,
  type InterruptAnswer,
  type InterruptPayload
} from '../../contract';
import { Cards } from '../interrupts/cards';
import { EventLog, type IThreadContext } from '../thread/thread-context';
import { runOf } from './run-of';

const AT = { threadId: 'thread', branch: '' };

/** The cards of a thread. */
function cardsOfThread(): {
  cards: Cards;
  events: AgentEvent[];
  log: EventLog;
} {
  const events: AgentEvent[] = [];
  const { run } = runOf();
  const log = new EventLog({
    threadId: AT.threadId,
    journal: run.options.journal,
    trans: ENGLISH,
    emit: event => events.push(event),
    onFailure: () => undefined,
    onPending: () => undefined
  });
  const state = {
    log,
    parts: { ...run.options, tell: log.tell },
    record: { settled: async () => undefined },
    memoryStore: { keep: async () => undefined },
    questions: run.options.questions
  } as unknown as IThreadContext;
  const cards: Cards = new Cards(state, {
    run,
    reach: async () => undefined,
    goOn: async isDue => {
      while (isDue()) {
        cards.running();
        await cards.show([]);
      }
    },
    stop: async () => cards.close(),
    failed: error => {
      throw error;
    }
  });
  return { cards, events, log };
}

const DAY = 86_400_000;

describe('a question with a time of its own', () => {
  beforeEach(() =>
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate']
    })
  );
  afterEach(() => jest.useRealTimers());

  const ask = async (value: object, openedAgo?: number) => {
    const asked = {
      kind: 'confirm',
      interrupt_id: 'i',
      node_ref: 'n',
      step_id: 's',
      title: 'Go on',
      text: '',
      ...value
    } as InterruptPayload;
    const { cards, events, log } = cardsOfThread();
    if (openedAgo !== undefined) {
      const until = Date.now() - openedAgo + (asked.timeout ?? 0);
      const interrupt = { ...asked, until };
      const time = Date.now() - openedAgo;
      log.open.note({ type: 'interrupt-opened', interrupt, ...AT, time });
    }
    await cards.show([{ id: 'x', value: asked }]);
    const closed = () =>
      events.flatMap(event =>
        event.type === 'interrupt-closed' ? [[event.answer, event.by]] : []
      );
    return { cards, closed, events };
  };

  it('waits for ever where nothing else is said', async () => {
    const { closed } = await ask({});
    await jest.advanceTimersByTimeAsync(1_000 * DAY);
    expect(closed()).toEqual([]);
  });

  it.each<[string, object, InterruptAnswer]>([
    ['cancelled', { on_timeout: 'cancel' }, { cancelled: true }],
    [
      'answered by its default',
      { on_timeout: 'default', default: { confirmed: false } },
      { confirmed: false }
    ],
    [
      'cancelled where nothing says that the default counts',
      { default: { confirmed: true } },
      { cancelled: true }
    ]
  ])('is %s when its time is up, once', async (_, more, answer) => {
    const { closed } = await ask({ timeout: 60 * DAY, ...more });
    await jest.advanceTimersByTimeAsync(60 * DAY - 1);
    expect(closed()).toEqual([]);
    await jest.advanceTimersByTimeAsync(DAY);
    expect(closed()).toEqual([[answer, 'timeout']]);
  });

  it('whose time was up while the page was away is answered at once', async () => {
    const { closed } = await ask({ timeout: 500 }, 900);
    await jest.advanceTimersByTimeAsync(0);
    expect(closed()).toEqual([[{ cancelled: true }, 'timeout']]);
  });

  it('takes the first answer, of the person or of its time', async () => {
    const { cards, closed, events } = await ask({ timeout: 500 });
    await cards.answer('i', { confirmed: true });
    await cards.answer('i', { confirmed: false });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(closed()).toEqual([[{ confirmed: true }, 'person']]);
    expect(events.at(-1)).toMatchObject({ code: 'duplicate-decision' });
  });

  it('holds no timer once it is left', async () => {
    const { cards, closed } = await ask({ timeout: 500 });
    cards.leave();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(closed()).toEqual([]);
  });
});
