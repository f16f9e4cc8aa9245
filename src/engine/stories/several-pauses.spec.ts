import {
  Annotation,
  MemorySaver,
  StateGraph,
  type BaseCheckpointSaver
} from '@langchain/langgraph/web';

import {
  ENGLISH,
  type AgentEvent,
  type InterruptAnswer,
  type InterruptPayload
} from '../../contract';
import { IndexedDBSaver } from '../../storage';
import {
  databaseName,
  type ThreadDatabase
} from '../../storage/database/thread-database';
import { openTab } from '../../storage/stories/two-tabs';
import type { AgentGraph } from '../run/middleware-chain';
import {
  askPerson,
  type Answers,
  type IGraphInterrupt
} from '../interrupts/ask-person';
import { Cards } from '../interrupts/cards';
import { EventLog, type IThreadContext } from '../thread/thread-context';
import { readGraphPosition } from '../run/graph-position';
import { graphConfig } from '../run/graph-config';
import { readStreamPart } from '../run/stream-run';
import { runOf } from './run-of';

const AT = { threadId: 'thread', branch: '' };

const State = Annotation.Root({
  said: Annotation<string[]>({
    reducer: (before, more) => [...before, ...more],
    default: () => []
  })
});

/** Three nodes that ask at the same time, one of them in a graph of its own. */
function askingGraph(
  checkpointer: BaseCheckpointSaver = new MemorySaver()
): AgentGraph {
  const ask =
    (name: string) =>
    async (_: unknown, config: { configurable?: unknown }) => {
      const answer = askPerson(config.configurable, {
        kind: 'confirm',
        title: name
      });
      return { said: [`${name}: ${JSON.stringify(answer)}`] };
    };
  const inner = new StateGraph(State)
    .addNode('inside', ask('inside'))
    .addEdge('__start__', 'inside')
    .compile();
  const graph = new StateGraph(State)
    .addNode('left', ask('left'))
    .addNode('right', ask('right'))
    .addNode('below', inner)
    .addEdge('__start__', 'left')
    .addEdge('__start__', 'right')
    .addEdge('__start__', 'below')
    .compile({ checkpointer });
  return { graph } as unknown as AgentGraph;
}

async function pausesOf(
  { graph }: AgentGraph,
  input: unknown,
  answers: Answers = new Map()
): Promise<IGraphInterrupt[]> {
  const stream = await graph.stream(input as never, {
    configurable: { ...graphConfig(AT).configurable, answers },
    streamMode: ['updates'],
    durability: 'sync'
  });
  const pauses: IGraphInterrupt[] = [];
  for await (const part of stream as AsyncIterable<[string, unknown]>) {
    pauses.push(...readStreamPart(part, '').pauses);
  }
  return pauses;
}

/** The cards of a thread whose graph this is. */
function cardsOf(
  graph: AgentGraph | null,
  { journal } = runOf().run.options
): { cards: Cards; events: AgentEvent[]; log: EventLog } {
  const events: AgentEvent[] = [];
  const { run } = runOf({ journal });
  const log = new EventLog({
    threadId: AT.threadId,
    journal,
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
        await cards.show(
          graph ? await pausesOf(graph, null, log.open.answers) : []
        );
      }
    },
    stop: async () => cards.close(),
    failed: error => {
      throw error;
    }
  });
  return { cards, events, log };
}

const idOf = (log: EventLog, title: string): string =>
  [...log.open.questions.values()].find(each => each.title === title)!
    .interrupt_id;

/** From last to first, since the order must not matter. */
const ANSWERS: Record<string, InterruptAnswer> = {
  inside: { cancelled: true },
  right: { confirmed: false },
  left: { confirmed: true }
};

async function said({ graph }: AgentGraph): Promise<string[]> {
  const { values } = await graph.getState(graphConfig(AT));
  return [...(values as unknown as { said: string[] }).said].sort();
}

const SAID = [
  'inside: {"cancelled":true}',
  'left: {"confirmed":true}',
  'right: {"confirmed":false}'
];

describe('several pauses at once', () => {
  it('come back in the next page, each with its own answer, one page after the other', async () => {
    const name = databaseName(['several pauses']);
    const { options } = runOf().run;
    let database: ThreadDatabase | null = null;
    /** A later page has only what the earlier one has stored. */
    const nextPage = async (): Promise<AgentGraph> => {
      database?.close();
      database = await openTab(name);
      return askingGraph(new IndexedDBSaver(database));
    };
    const first = await nextPage();
    const asked = cardsOf(first, options);
    await asked.cards.show(await pausesOf(first, { said: [] }));
    await asked.log.settled();
    for (const [title, answer] of Object.entries(ANSWERS)) {
      const graph = await nextPage();
      const { cards, events, log } = cardsOf(graph, options);
      for (const event of await options.journal.shown(AT)) {
        log.open.note(event);
      }
      await cards.show((await readGraphPosition(graph, AT)).pauses);
      expect(events).toEqual([]);
      await cards.answer(idOf(log, title), answer);
      await log.settled();
    }
    const last = await nextPage();
    expect(await readGraphPosition(last, AT)).toMatchObject({
      at: 'end',
      pauses: []
    });
    expect(await said(last)).toEqual(SAID);
    database!.close();
  });

  it('are closed without an answer by a stop, once', async () => {
    const graph = askingGraph();
    const { cards, events, log } = cardsOf(graph);
    await cards.show(await pausesOf(graph, { said: [] }));
    await cards.answer(idOf(log, 'left'), { confirmed: true });
    cards.close();
    cards.close();
    expect(
      events.flatMap(event =>
        event.type === 'interrupt-closed' ? event.by : []
      )
    ).toEqual(['person', 'stop', 'stop']);
    expect(log.open.waiting).toEqual([]);
  });
});

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
    const { cards, events, log } = cardsOf(null);
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
