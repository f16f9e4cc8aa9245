import {
  Annotation,
  MemorySaver,
  StateGraph,
  type BaseCheckpointSaver
} from '@langchain/langgraph/web';

import { ENGLISH, type EventBody, type InterruptAnswer } from '../../contract';
import { IndexedDBSaver } from '../../storage';
import {
  databaseName,
  type ThreadDatabase
} from '../../storage/database/thread-database';
import { openTab } from '../../storage/stories/two-tabs';
import type { AgentGraph } from '../run/middleware-chain';
import { askPerson, type Answers } from '../graph-interrupts/ask-person';
import type { PendingQuestion } from '../interrupts/pending-question';
import { PendingInterrupts, pendingOf } from '../interrupts/pending-interrupts';
import { readGraphPosition } from '../run/graph-position';
import { graphConfig } from '../run-context/graph-config';
import { readStreamPart } from '../run/stream-run';
import type { IGraphInterrupt } from '../graph-interrupts/ask-person';
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

function pendingsOf(pauses: IGraphInterrupt[]): {
  pendings: PendingInterrupts;
  events: EventBody[];
  questions: PendingQuestion[];
} {
  const events: EventBody[] = [];
  const pendings = new PendingInterrupts(body => events.push(body));
  const { run } = runOf();
  const questions = pauses.map(
    pause =>
      pendingOf(pause, run, {
        onStop: () => undefined,
        trans: ENGLISH,
        onTimeout: () => undefined,
        onReviewTimeout: () => undefined
      }) as PendingQuestion
  );
  questions.forEach(each => pendings.add(each));
  return { pendings, events, questions };
}

describe('several pauses at once', () => {
  it('are all told, and each gets its own answer', async () => {
    const graph = askingGraph();
    const pauses = await pausesOf(graph, { said: [] });
    const { pendings, events, questions } = pendingsOf(pauses);
    expect(events.map(({ type }) => type)).toEqual([
      'interrupt-opened',
      'interrupt-opened',
      'interrupt-opened'
    ]);
    expect(pendings.count).toBe(3);
    // From last to first, since the order must not matter.
    const answers: Record<string, InterruptAnswer> = {
      left: { confirmed: true },
      right: { confirmed: false },
      inside: { cancelled: true }
    };
    for (const question of [...questions].reverse()) {
      expect(pendings.takeAnswered()).toBeNull();
      expect(question.answer(answers[question.pending.title])).toBeNull();
    }
    pendings.tellClosed();
    const answered = pendings.takeAnswered()!;
    expect(answered).toHaveLength(3);
    expect(pendings.takeAnswered()).toBeNull();
    const given = new Map(
      (answered as PendingQuestion[]).map(each => [
        each.interruptId,
        each.given!
      ])
    );
    expect(await pausesOf(graph, null, given)).toEqual([]);
    const { values } = await graph.graph.getState(graphConfig(AT));
    expect([...(values as unknown as { said: string[] }).said].sort()).toEqual([
      'inside: {"cancelled":true}',
      'left: {"confirmed":true}',
      'right: {"confirmed":false}'
    ]);
  });

  it('are found again by what is stored', async () => {
    const graph = askingGraph();
    const pauses = await pausesOf(graph, { said: [] });
    const status = await readGraphPosition(graph, AT);
    expect(status.at).toBe('pause');
    expect(status.pauses.map(({ id }) => id).sort()).toEqual(
      pauses.map(({ id }) => id).sort()
    );
  });

  it('come back in the next page, each with its own answer, one page after the other', async () => {
    const name = databaseName(['several pauses']);
    const answers: Record<string, InterruptAnswer> = {
      inside: { cancelled: true },
      right: { confirmed: false },
      left: { confirmed: true }
    };
    let database: ThreadDatabase | null = null;
    /** A later page has only what the earlier one has stored. */
    const nextPage = async (): Promise<AgentGraph> => {
      database?.close();
      database = await openTab(name);
      return askingGraph(new IndexedDBSaver(database));
    };
    const asked = await pausesOf(await nextPage(), { said: [] });
    const idOf = Object.fromEntries(
      pendingsOf(asked).questions.map(({ interruptId, pending }) => [
        pending.title,
        interruptId
      ])
    );
    const open = new Set(Object.keys(answers));
    // As the log of the thread has them.
    const given = new Map<string, InterruptAnswer>();
    for (const [title, answer] of Object.entries(answers)) {
      const graph = await nextPage();
      const status = await readGraphPosition(graph, AT);
      expect(status.at).toBe('pause');
      const { questions } = pendingsOf(status.pauses);
      // Until the step is done, LangGraph also shows pauses that were answered
      // before. A thread resumes with all answers at once and never meets that.
      expect(
        Object.fromEntries(
          questions
            .filter(({ pending }) => open.has(pending.title))
            .map(({ interruptId, pending }) => [pending.title, interruptId])
        )
      ).toEqual(Object.fromEntries([...open].map(left => [left, idOf[left]])));
      const question = questions.find(each => each.pending.title === title)!;
      expect(question.answer(answer)).toBeNull();
      given.set(question.interruptId, question.given!);
      await pausesOf(graph, null, given);
      open.delete(title);
    }
    const last = await nextPage();
    expect(await readGraphPosition(last, AT)).toMatchObject({
      at: 'end',
      pauses: []
    });
    const { values } = await last.graph.getState(graphConfig(AT));
    expect([...(values as unknown as { said: string[] }).said].sort()).toEqual([
      'inside: {"cancelled":true}',
      'left: {"confirmed":true}',
      'right: {"confirmed":false}'
    ]);
    database!.close();
  });

  it('are closed without an answer by a stop, once', async () => {
    const { pendings, events, questions } = pendingsOf(
      await pausesOf(askingGraph(), { said: [] })
    );
    questions[0].answer({ confirmed: true });
    pendings.cancel();
    pendings.cancel();
    expect(
      events
        .filter(event => event.type === 'interrupt-closed')
        .map(({ by }) => by)
    ).toEqual(['person', 'stop', 'stop']);
    expect(pendings.waiting).toEqual([]);
  });
});
