import {
  type AgentCommand,
  type AgentEvent,
  type IAgent,
  ENGLISH
} from '../../contract';
import { FakeAgent } from '../../testing/fake-agent';
import { EngineAgent } from '../tabs/engine-agent';
import { LazyAgent } from './lazy-agent';

const START: AgentCommand = {
  type: 'start',
  threadId: 't',
  messageId: 'm',
  text: 'hello'
};
const OPEN: AgentCommand = { type: 'open', threadId: 't' };
const RETRY: AgentCommand = { type: 'retry', threadId: 't' };
const DECIDE: AgentCommand = {
  type: 'resume',
  threadId: 't',
  interruptId: 'i',
  decisions: {},
  hashes: {}
};

describe.each([
  ['the agent', LazyAgent],
  ['its engine', EngineAgent]
])('%s, before it is there', (_, Lazy) => {
  let engine: FakeAgent;
  let load: jest.Mock<Promise<IAgent>, []>;
  let agent: LazyAgent | EngineAgent;
  let events: AgentEvent[];

  beforeEach(() => {
    engine = new FakeAgent();
    load = jest.fn(async () => engine);
    agent = new Lazy(load, ENGLISH);
    events = [];
    agent.subscribe(event => events.push(event));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => jest.restoreAllMocks());

  it('is loaded once, by the first command, keeps the order and passes events on', async () => {
    expect(load).not.toHaveBeenCalled();
    const second: AgentCommand = { type: 'turn-rule', threadId: 't', on: true };
    await Promise.all([agent.send(START), agent.send(second)]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(engine.sent).toEqual([START, second]);
    engine.tell('t', { type: 'turn-rule', on: true, effects: [] });
    expect(events.map(({ type }) => type)).toEqual(['turn-rule']);
  });

  it('tells the skills of the engine, which it loads for that', async () => {
    engine.skillsKnown = [{ name: 'a', description: 'd', path: 'p' }];
    expect(await agent.skills()).toEqual(engine.skillsKnown);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('answers what it is asked, once it is there', async () => {
    engine.currentStatus = { state: 'running', waiting: [] };
    engine.past = {
      ...engine.past,
      previewUndo: async (threadId, runId) => ({
        runId: `${threadId} ${runId}`,
        items: [],
        remains: [],
        restart: false
      })
    };
    expect(await agent.getInterruptStatus('t')).toEqual(engine.currentStatus);
    expect(await agent.past.previewUndo('t', 'r')).toMatchObject({
      runId: 't r'
    });
  });

  it('says that it did not arrive, and the next try loads it', async () => {
    load.mockRejectedValueOnce(new Error('network'));
    await agent.send(DECIDE);
    expect(events).toMatchObject([
      { type: 'notice', text: expect.stringMatching(/Check your connection/) }
    ]);
    await agent.send(DECIDE);
    expect(engine.sent).toEqual([DECIDE]);
  });
});

describe('the engine that did not arrive', () => {
  let engine: FakeAgent;
  let load: jest.Mock<Promise<IAgent>, []>;
  let agent: EngineAgent;
  let events: AgentEvent[];

  beforeEach(() => {
    engine = new FakeAgent();
    load = jest.fn(async () => engine).mockRejectedValueOnce(new Error('404'));
    agent = new EngineAgent(load, ENGLISH);
    events = [];
    agent.subscribe(event => events.push(event));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => jest.restoreAllMocks());

  it('is told in the thread, and Retry sends the message', async () => {
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
  });

  it('ends no run that waits: the thread is opened before what is said next', async () => {
    await agent.send(OPEN);
    expect(events.map(({ type }) => type)).toEqual(['notice']);
    await agent.send(DECIDE);
    await agent.send(DECIDE);
    expect(engine.sent).toEqual([OPEN, DECIDE, DECIDE]);
  });
});
