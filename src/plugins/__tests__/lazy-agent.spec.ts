import type { AgentCommand, AgentEvent, IAgent } from '../../contract';
import { ENGLISH } from '../../contract';
import { LazyAgent } from '../lazy-agent';

const TURN_RULE = { type: 'turn-rule' as const, effects: [] };

class FakeEngine implements IAgent {
  readonly got: AgentCommand[] = [];
  private readonly listeners = new Set<(event: AgentEvent) => void>();

  async send(command: AgentCommand): Promise<void> {
    this.got.push(command);
    this.listeners.forEach(listener =>
      listener({ ...TURN_RULE, on: true, threadId: 't', time: 0 })
    );
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async history(): Promise<AgentEvent[]> {
    return [{ ...TURN_RULE, on: false, threadId: 't', time: 0 }];
  }
}

const START: AgentCommand = {
  type: 'start',
  threadId: 't',
  messageId: 'm',
  text: 'hello'
};

describe('LazyAgent', () => {
  let engine: FakeEngine;
  let load: jest.Mock<Promise<IAgent>, []>;
  let agent: LazyAgent;
  let events: AgentEvent[];

  beforeEach(() => {
    engine = new FakeEngine();
    load = jest.fn(async () => engine);
    agent = new LazyAgent(load, ENGLISH);
    events = [];
    agent.subscribe(event => events.push(event));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => jest.restoreAllMocks());

  it('loads nothing until it is sent something', async () => {
    expect(await agent.history('t')).toEqual([]);
    await agent.send({ type: 'stop', threadId: 't' });
    expect(load).not.toHaveBeenCalled();
  });

  it('loads once, keeps the order, and passes events on', async () => {
    const second: AgentCommand = { type: 'turn-rule', threadId: 't', on: true };
    await Promise.all([agent.send(START), agent.send(second)]);
    expect(load).toHaveBeenCalledTimes(1);
    expect(engine.got).toEqual([START, second]);
    expect(events.map(({ type }) => type)).toEqual(['turn-rule', 'turn-rule']);
    expect(await agent.history('t')).toHaveLength(1);
  });

  it('says in the thread that the engine did not arrive, and Retry sends the message', async () => {
    load.mockRejectedValueOnce(new Error('network'));
    await agent.send(START);
    expect(events).toMatchObject([
      { type: 'user-message', messageId: 'm', text: 'hello' },
      {
        type: 'run-finished',
        outcome: 'failed',
        error: { code: 'not-loaded', retryable: true }
      }
    ]);
    await agent.send({ type: 'retry', threadId: 't' });
    expect(engine.got).toEqual([START]);
    await agent.send({ type: 'retry', threadId: 't' });
    expect(engine.got[1]).toEqual({ type: 'retry', threadId: 't' });
  });
});
