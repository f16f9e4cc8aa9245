import { ENGLISH, type AgentCommand, type AgentEvent } from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeAgent } from '../../testing/fake-agent';
import { Agent, type IAgentParts } from './agent';

const T = 't';
const START: AgentCommand = {
  type: 'start',
  threadId: T,
  messageId: 'm',
  text: 'hello'
};
const RETRY: AgentCommand = { type: 'retry', threadId: T };
const DECIDE: AgentCommand = {
  type: 'resume',
  threadId: T,
  interruptId: 'i',
  decisions: {},
  hashes: {}
};

describe('the agent of a page', () => {
  let engine: FakeAgent;
  let stores: ReturnType<typeof memoryStores>;
  let front: string | undefined;
  let loadEngine: jest.Mock<Promise<never>, []>;
  let load: jest.Mock<Promise<IAgentParts>, []>;
  let agent: Agent;
  let events: AgentEvent[];

  beforeEach(() => {
    engine = new FakeAgent();
    stores = memoryStores();
    front = undefined;
    loadEngine = jest.fn(async () => engine as never);
    load = jest.fn(async () => ({
      ...stores,
      engine: loadEngine,
      front: () => front,
      refresh: async () => undefined
    }));
    agent = new Agent(load, ENGLISH);
    events = [];
    agent.subscribe(event => events.push(event));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('is loaded once, by the first command, keeps the order and passes events on', async () => {
    expect(load).not.toHaveBeenCalled();
    const second: AgentCommand = { type: 'turn-rule', threadId: T, on: true };
    await Promise.all([agent.send(START), agent.send(second)]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(loadEngine).toHaveBeenCalledTimes(1);
    expect(engine.sent).toEqual([START, second]);
    engine.tell(T, { type: 'turn-rule', on: true, effects: [] });
    expect(events.map(({ type }) => type)).toEqual(['turn-rule']);
  });

  it('works on the notebook in front, unless the message names one', async () => {
    front = 'a.ipynb';
    await agent.send(START);
    await agent.send({ ...START, notebook: 'named.ipynb' });
    expect(engine.commands('start').map(({ notebook }) => notebook)).toEqual([
      'a.ipynb',
      'named.ipynb'
    ]);
  });

  it('loads the engine for what only that can tell', async () => {
    engine.skillsKnown = [{ name: 'a', description: 'd', path: 'p' }];
    engine.past = {
      ...engine.past,
      previewUndo: async (threadId, runId) => ({
        runId: `${threadId} ${runId}`,
        items: [],
        remains: [],
        restart: false
      })
    };
    expect(await agent.skills()).toEqual(engine.skillsKnown);
    expect(await agent.past.previewUndo(T, 'r')).toMatchObject({
      runId: 't r'
    });
  });

  it('loads no engine for a word about a run where there is none', async () => {
    for (const type of ['stop', 'policy-changed', 'restart-kernel'] as const) {
      await agent.send({ type, threadId: T });
    }
    expect(loadEngine).not.toHaveBeenCalled();
  });

  it('tells what is stored without an engine', async () => {
    const { threads, journal } = stores;
    await threads.create(T, 'a.ipynb');
    const card: AgentEvent = {
      type: 'review-opened',
      interruptId: 'i',
      cards: [],
      threadId: T,
      time: 1
    };
    await journal.show({ threadId: T, branch: '' }, card);
    expect(await agent.history(T)).toEqual([card]);
    expect(loadEngine).not.toHaveBeenCalled();
  });

  it.each([
    ['itself', () => load],
    ['its engine', () => loadEngine]
  ])(
    'says in the thread that %s did not arrive, and Retry sends the message',
    async (_, part) => {
      part().mockRejectedValueOnce(new Error('404'));
      await agent.send(START);
      expect(events).toMatchObject([
        { type: 'user-message', messageId: 'm', text: 'hello' },
        {
          type: 'run-finished',
          outcome: 'failed',
          error: { code: 'not-loaded', retryable: true }
        }
      ]);
      await agent.send(RETRY);
      expect(engine.sent).toEqual([START]);
      await agent.send(RETRY);
      expect(engine.sent[1]).toEqual(RETRY);
    }
  );

  it('ends no run that waits because its engine did not arrive', async () => {
    loadEngine.mockRejectedValueOnce(new Error('404'));
    await agent.send(DECIDE);
    expect(events).toMatchObject([
      { type: 'notice', text: expect.stringMatching(/Check your connection/) }
    ]);
    await agent.send(DECIDE);
    expect(engine.sent).toEqual([DECIDE]);
  });

  it('never rejects: a store that fails is told in the thread', async () => {
    jest.spyOn(stores.threads, 'get').mockRejectedValue(new Error('disk'));
    await agent.send({ type: 'stop', threadId: T });
    expect(events).toMatchObject([{ type: 'notice', code: 'storage' }]);
  });
});
