import {
  AIMessage,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import {
  Annotation,
  END,
  MessagesAnnotation,
  START,
  StateGraph
} from '@langchain/langgraph/web';

import {
  ENGLISH,
  graphThreadId,
  hashText,
  planFileKey,
  type IBranchRecord,
  type ICheckpointInfo,
  type IEffectRecord,
  type IJournal,
  type IThreadRecord
} from '../../contract';
import { IndexedDBSaver } from '../../storage';
import { memoryStores } from '../../storage/stories/memory-stores';
import type { IScriptedStep } from '../../testing/scripted-model';
import { ThreadHistory } from './thread-history';
import { momentsOf } from './timeline';
import { Harness, THREAD } from '../stories/harness';

const T = 't';

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  todos: Annotation<{ content: string; status: string }[]>()
});

/** What the model says at each request. */
type Step = { message: AIMessage; update?: Partial<typeof State.State> };

/**
 * A small agent with the same parts as ours: a model, a hook after it, tools.
 */
function agentOf(saver: IndexedDBSaver, steps: Step[]) {
  let request = 0;
  return new StateGraph(State)
    .addNode('model', () => {
      const { message, update } = steps[request++];
      return { messages: [message], ...update };
    })
    .addNode('hook', () => ({}))
    .addNode('tools', state => ({
      messages: (state.messages.at(-1) as AIMessage).tool_calls!.map(
        ({ id }) =>
          new ToolMessage({
            id: `result-${id}`,
            tool_call_id: id!,
            content: `result of ${id}`
          })
      )
    }))
    .addEdge(START, 'model')
    .addEdge('model', 'hook')
    .addConditionalEdges('hook', state =>
      (state.messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : END
    )
    .addEdge('tools', 'model')
    .compile({ checkpointer: saver });
}

const calling = (id: string, ...callIds: string[]): AIMessage =>
  new AIMessage({
    id,
    content: '',
    tool_calls: callIds.map(callId => ({
      id: callId,
      name: 'jupyter_cell',
      args: { code: callId }
    }))
  });

const saying = (id: string, content: string): AIMessage =>
  new AIMessage({ id, content });

const person = (id: string, content: string): HumanMessage =>
  new HumanMessage({ id, content });

describe('the past of a thread', () => {
  let saver: IndexedDBSaver;
  let journal: IJournal;
  let branches: IBranchRecord[];
  let branch: string;
  let past: ThreadHistory;

  const first: IBranchRecord = {
    id: '',
    parent: null,
    events: 0,
    checkpointId: null,
    created: 0
  };

  beforeEach(() => {
    const stores = memoryStores();
    saver = new IndexedDBSaver(stores.database);
    journal = stores.journal;
    branches = [first];
    branch = '';
    past = new ThreadHistory({
      images: memoryStores().images,
      saver,
      journal,
      trans: ENGLISH,
      threads: {
        get: async () => ({ branch, branches }) as IThreadRecord
      },
      previewUndo: async (threadId, runId) => ({
        runId: `${threadId}/${runId}`,
        items: [],
        remains: [],
        restart: false
      })
    });
  });

  it('gives a file of a plan as the line that is continued left it', async () => {
    const stored = (of: string) => past.planFile(T, of, 'results.json');
    const keep = (at: string, of: string, text: string) =>
      journal.remember(
        { threadId: T, branch: at },
        {
          [planFileKey(of, 'results.json')]: text
        }
      );
    await keep('', 'p1', 'first');
    await keep('', 'p2', 'before the fork');
    await keep('b', 'p2', 'after it');
    await keep('c', 'p3', 'elsewhere');
    const fork = { parent: '', events: 0, checkpointId: 'x', created: 1 };
    branches = [first, { ...fork, id: 'b' }, { ...fork, id: 'c' }];
    expect(await stored('p2')).toBe('before the fork');
    branch = 'b';
    expect(await stored('p2')).toBe('after it');
    expect(await stored('p1')).toBe('first');
    expect(await stored('p3')).toBeUndefined();
    expect(await past.planFile(T, 'p1', 'results.md')).toBeUndefined();
  });

  async function run(
    agent: ReturnType<typeof agentOf>,
    messages: BaseMessage[] | null,
    at = ''
  ): Promise<void> {
    const stream = await agent.stream(messages && { messages }, {
      configurable: { thread_id: graphThreadId({ threadId: T, branch: at }) },
      durability: 'sync'
    });
    for await (const _ of stream) {
      // Runs to the end.
    }
  }

  const propose = (callId: string, text: string, at = '') =>
    journal.show(
      { threadId: T, branch: at },
      {
        threadId: T,
        time: Date.now(),
        type: 'call-proposed',
        callId,
        messageId: 'm',
        tool: 'jupyter_cell',
        args: {},
        text
      }
    );

  const effect = async (
    callId: string,
    time: number,
    record: Omit<Extract<IEffectRecord, { kind: 'insert' }>, 'time'> | object,
    at = ''
  ): Promise<void> => {
    const place = { threadId: T, branch: at };
    const mark = { callId, hash: '', time };
    await journal.intend(
      place,
      { ...mark, runId: 'run', tool: 'jupyter_cell', notebook: 'a.ipynb' },
      { ...mark, decision: { type: 'approve' }, by: 'person' }
    );
    await journal.effect(place, callId, { ...record, time } as IEffectRecord);
  };

  const inserted = (cellId: string, hash: string) => ({
    kind: 'insert',
    cellId,
    after: null,
    hash
  });

  const titles = (infos: ICheckpointInfo[]): string[] =>
    infos.map(({ title }) => title);

  async function talk(): Promise<ICheckpointInfo[]> {
    await propose('c1', 'Adding ⟦one⟧');
    await propose('c2', 'Running ⟦one⟧');
    const agent = agentOf(saver, [
      {
        message: calling('a1', 'c1', 'c2'),
        update: { todos: [{ content: 'Plot', status: 'pending' }] }
      },
      {
        message: saying('a2', 'There are 344 penguins.'),
        update: { todos: [{ content: 'Plot', status: 'completed' }] }
      },
      { message: saying('a3', 'You are welcome.') }
    ]);
    await run(agent, [
      person('p1', 'Count them\n\n<context>\nsecret facts\n</context>')
    ]);
    // Gives each moment a time of its own.
    await new Promise(resolve => setTimeout(resolve, 5));
    await run(agent, [person('p2', 'Thanks')]);
    return past.timeline(T);
  }

  describe('the timeline', () => {
    it('has one moment for each message, answer and step, and no other', async () => {
      const timeline = await talk();
      expect(titles(timeline)).toEqual([
        'You: “Count them”',
        'Adding ⟦one⟧, and 1 more',
        'Adding ⟦one⟧, and 1 more',
        'Answered: “There are 344 penguins.”',
        'You: “Thanks”',
        'Answered: “You are welcome.”'
      ]);
      expect(timeline.map(({ messages }) => messages)).toEqual([
        1, 2, 4, 5, 6, 7
      ]);
      expect(timeline.map(({ messageId }) => messageId)).toEqual([
        'p1',
        undefined,
        undefined,
        undefined,
        'p2',
        undefined
      ]);
      const times = timeline.map(({ time }) => time);
      expect([...times].sort((a, b) => a - b)).toEqual(times);
    });

    it('one can go on from a message, a proposal and results, not from an answer', async () => {
      const timeline = await talk();
      expect(timeline.map(({ forkable }) => forkable)).toEqual([
        true,
        true,
        true,
        false,
        true,
        false
      ]);
      const moments = await momentsOf(saver, { threadId: T, branch: '' });
      expect(moments.at(-1)?.goesOn).toBe(false);
    });

    it('forgets moments that are no longer kept', async () => {
      await talk();
      await saver.deleteThread(T);
      expect(await past.timeline(T)).toEqual([]);
      await run(agentOf(saver, [{ message: saying('n', 'New.') }]), [
        person('p', 'Again')
      ]);
      expect(titles(await past.timeline(T))).toEqual([
        'You: “Again”',
        'Answered: “New.”'
      ]);
    });

    it('tells an answer as it is read, without marks and addresses', async () => {
      await run(
        agentOf(saver, [
          {
            message: saying(
              'n',
              '## Found\n\n**penguins.csv** has `344` rows [1](#cell=3e66605d-1111-2222-3333-444455556666), see [the docs](https://example.org/a) and 2 * 3 * 4 in __init__.'
            )
          }
        ]),
        [person('p', 'Look at **this** ![x](attachment:a.png)')]
      );
      expect(titles(await past.timeline(T))).toEqual([
        'You: “Look at this x”',
        'Answered: “Found penguins.csv has 344 rows ⟦3e66605d-1111-2222-3333-444455556666⟧, see the docs and 2 * 3 * 4 in __init__.”'
      ]);
    });

    it('folds that the plan was written anew into what happened with it', async () => {
      const plan = { id: 'w', name: 'write_todos', args: { todos: [] } };
      const add = { id: 'c', name: 'jupyter_cell', args: { code: '1' } };
      await run(
        agentOf(saver, [
          {
            message: new AIMessage({
              id: 'a1',
              content: '',
              tool_calls: [plan, add]
            })
          },
          {
            message: new AIMessage({
              id: 'a2',
              content: '',
              tool_calls: [{ ...plan, id: 'w2' }]
            })
          },
          { message: saying('a3', 'Done.') }
        ]),
        [person('p', 'Go')]
      );
      expect(titles(await past.timeline(T))).toEqual([
        'You: “Go”',
        'jupyter_cell',
        'Results',
        'Answered: “Done.”'
      ]);
    });

    it('is empty where nothing was said', async () => {
      expect(await past.timeline('other')).toEqual([]);
    });
  });

  describe('a moment', () => {
    it('holds the conversation in words, and the plan', async () => {
      const timeline = await talk();
      const view = await past.checkpoint(T, timeline[2].id);
      expect(view).toMatchObject(timeline[2]);
      expect(view.conversation).toEqual([
        { role: 'person', id: 'p1', text: 'Count them' },
        { role: 'model', id: 'a1', text: 'Adding ⟦one⟧\nRunning ⟦one⟧' },
        { role: 'tool', id: 'result-c1', text: 'result of c1' },
        { role: 'tool', id: 'result-c2', text: 'result of c2' }
      ]);
      expect(view.todos).toEqual([{ content: 'Plot', status: 'pending' }]);
    });

    it('that is gone is said so', async () => {
      await talk();
      await expect(past.checkpoint(T, 'gone')).rejects.toThrow(
        'This point in the conversation is no longer stored.'
      );
    });
  });

  describe('two moments', () => {
    it('the same one differs in nothing', async () => {
      const timeline = await talk();
      const { id } = timeline[1];
      expect(await past.compare(T, id, id)).toEqual([]);
    });

    it('differ in what was said and in the plan, field by field', async () => {
      const timeline = await talk();
      const difference = await past.compare(T, timeline[2].id, timeline[3].id);
      expect(difference).toEqual([
        {
          field: 'conversation',
          lines: [
            { change: 'added', text: 'Cellwright: There are 344 penguins.' }
          ]
        },
        {
          field: 'todos',
          lines: [{ change: 'changed', text: 'Plot: to do → done' }]
        }
      ]);
    });

    it('differ in cells by what the effects between them did', async () => {
      const timeline = await talk();
      const [from, to] = [timeline[0], timeline[5]];
      const before = { id: 'old', type: 'code', source: 'x', metadata: {} };
      await effect('c0', from.time - 5, inserted('kept', 'k'));
      await effect('c1', to.time, inserted('new', 'n'));
      await effect('c2', to.time, {
        kind: 'source',
        cellId: 'old',
        before,
        hash: 'o'
      });
      await effect('c3', to.time, {
        kind: 'delete',
        cellId: 'gone',
        before: { ...before, id: 'gone' },
        behind: null
      });
      await effect('c4', to.time + 5, inserted('later', 'l'));
      const views = await Promise.all(
        [from, to].map(({ id }) => past.checkpoint(T, id))
      );
      expect(views[0].cells).toEqual({
        kept: 'k',
        old: hashText('x'),
        gone: hashText('x')
      });
      expect(views[1].cells).toEqual({ kept: 'k', new: 'n', old: 'o' });
      const cells = (await past.compare(T, from.id, to.id)).find(
        ({ field }) => field === 'cells'
      );
      expect(cells?.lines).toEqual([
        { change: 'added', text: '⟦new⟧' },
        { change: 'changed', text: '⟦old⟧' },
        { change: 'removed', text: '⟦gone⟧' }
      ]);
    });
  });

  describe('branches', () => {
    /** Begins another branch with a copy of a checkpoint. */
    async function fork(from: ICheckpointInfo, id: string): Promise<void> {
      await saver.fork({ threadId: T, branch: from.branch }, from.id, {
        threadId: T,
        branch: id
      });
      const shown = await journal.shown({ threadId: T, branch: from.branch });
      for (const event of shown) {
        await journal.show({ threadId: T, branch: id }, event);
      }
      branches.push({
        id,
        parent: from.branch,
        events: shown.length,
        checkpointId: from.id,
        created: Date.now()
      });
    }

    it('a fork shows what came before it, then its own; the other is as it was', async () => {
      const before = await talk();
      await fork(before[2], 'b1');
      branch = 'b1';
      await run(
        agentOf(saver, [{ message: saying('b-a2', 'There are three kinds.') }]),
        null,
        'b1'
      );
      const timeline = await past.timeline(T);
      expect(titles(timeline)).toEqual([
        ...titles(before.slice(0, 3)),
        'Answered: “There are three kinds.”'
      ]);
      expect(timeline.map(each => each.branch)).toEqual(['', '', '', 'b1']);
      // Compares a moment of one branch with a moment of another.
      const [conversation] = await past.compare(
        T,
        before[3].id,
        timeline[3].id
      );
      expect(conversation.lines).toEqual([
        { change: 'added', text: 'Cellwright: There are three kinds.' },
        { change: 'removed', text: 'Cellwright: There are 344 penguins.' }
      ]);
      branch = '';
      expect(await past.timeline(T)).toEqual(before);
    });

    it('effects of the other branch after the fork are not those of this one', async () => {
      const before = await talk();
      await fork(before[2], 'b1');
      branch = 'b1';
      await effect('c1', before[2].time, inserted('shared', 's'));
      await effect('c9', before[5].time + 1, inserted('theirs', 't'));
      await new Promise(resolve => setTimeout(resolve, 10));
      await run(
        agentOf(saver, [{ message: saying('b-a2', 'No.') }]),
        null,
        'b1'
      );
      const last = (await past.timeline(T)).at(-1)!;
      expect((await past.checkpoint(T, last.id)).cells).toEqual({
        shared: 's'
      });
    });

    it('a branch that begins with nothing shows nothing of the other', async () => {
      const before = await talk();
      await fork(before[0], 'b1');
      await saver.deleteThread(graphThreadId({ threadId: T, branch: 'b1' }));
      Object.assign(branches.at(-1)!, { checkpointId: null, events: 0 });
      branch = 'b1';
      expect(await past.timeline(T)).toEqual([]);
    });

    it('a message that was taken out at the fork is in neither moment', async () => {
      const before = await talk();
      await fork(before[4], 'b1');
      branch = 'b1';
      await agentOf(saver, []).updateState(
        { configurable: { thread_id: `${T}#b1` } },
        { messages: [new RemoveMessage({ id: 'p2' })] },
        'tools'
      );
      await run(
        agentOf(saver, [{ message: saying('b-a3', 'Goodbye.') }]),
        [person('b-p2', 'Bye')],
        'b1'
      );
      expect(titles(await past.timeline(T))).toEqual([
        ...titles(before.slice(0, 4)),
        'You: “Bye”',
        'Answered: “Goodbye.”'
      ]);
    });

    it('a branch of a branch shows all three, each up to the next', async () => {
      const before = await talk();
      await fork(before[2], 'b1');
      branch = 'b1';
      await run(
        agentOf(saver, [{ message: saying('b-a2', 'Three.') }]),
        null,
        'b1'
      );
      const middle = await past.timeline(T);
      await fork(middle[3], 'b2');
      branch = 'b2';
      await run(
        agentOf(saver, [{ message: saying('c-a3', 'Indeed.') }]),
        [person('c-p', 'Sure?')],
        'b2'
      );
      const timeline = await past.timeline(T);
      expect(timeline.map(each => [each.branch, each.title])).toEqual([
        ...middle.map(each => [each.branch, each.title]),
        ['b2', 'You: “Sure?”'],
        ['b2', 'Answered: “Indeed.”']
      ]);
    });

    it('the audit has each event once, of every branch', async () => {
      const before = await talk();
      await fork(before[2], 'b1');
      await propose('c3', 'Adding ⟦two⟧', 'b1');
      const audit = await past.audit(T);
      expect(
        audit.filter(({ kind }) => kind === 'proposal').map(({ text }) => text)
      ).toEqual(['Adding ⟦one⟧', 'Running ⟦one⟧', 'Adding ⟦two⟧']);
      expect(audit.filter(({ kind }) => kind === 'branch')).toEqual([
        expect.objectContaining({
          detail: { branch: 'b1', from: '', checkpointId: before[2].id }
        })
      ]);
    });
  });
});

describe('the timeline of the agent itself', () => {
  async function talked(text: string, script: IScriptedStep[]) {
    const { database, images } = memoryStores();
    const saver = new IndexedDBSaver(database);
    const harness = new Harness({ checkpointer: saver, script });
    await harness.say(text);
    const past = new ThreadHistory({
      images,
      saver,
      journal: {
        shown: () => harness.engine.history(THREAD),
        calls: async () => []
      } as never,
      trans: ENGLISH,
      previewUndo: async () => null
    });
    return { harness, past };
  }

  it('reads LangChain’s checkpoints: message, proposal, result, answer', async () => {
    const { harness, past } = await talked('What is in it?', [
      { calls: [{ name: 'read_notebook', args: {} }] },
      { text: 'It is empty.' }
    ]);
    const timeline = await past.timeline(THREAD);
    const [message, proposed, results, answer] = timeline;
    expect(timeline).toHaveLength(4);
    expect(message.title).toBe('You: “What is in it?”');
    expect(message.messageId).toBe('message-1');
    expect(proposed.title).toBe(harness.last('call-proposed').text);
    expect(results.title).toBe(harness.last('call-finished').text);
    expect(answer.title).toBe('Answered: “It is empty.”');
    const { conversation } = await past.checkpoint(THREAD, results.id);
    // As a sentence, like the line of the call, and not as the model reads it.
    expect(conversation.at(-1)).toMatchObject({
      role: 'tool',
      text: results.title
    });
    expect(
      [message, proposed, results].map(({ forkable }) => forkable)
    ).toEqual([true, true, true]);
  });

  it('has one moment for an answer that a call gives, with its words', async () => {
    const { past } = await talked('What is it?', [
      { calls: [{ name: 'final_answer', args: { answer: 'Forty-two.' } }] }
    ]);
    const timeline = await past.timeline(THREAD);
    expect(timeline.map(({ title }) => title)).toEqual([
      'You: “What is it?”',
      'Answered: “Forty-two.”'
    ]);
    expect(timeline[1].forkable).toBe(false);
    const { conversation } = await past.checkpoint(THREAD, timeline[1].id);
    expect(conversation.map(({ role, text }) => [role, text])).toEqual([
      ['person', 'What is it?'],
      ['model', 'Forty-two.']
    ]);
  });
});
