import {
  type AgentCommand,
  type AgentEvent,
  type IReviewCard,
  ENGLISH
} from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeAgent, codeCard } from '../../testing/fake-agent';
import {
  FakeChannels,
  FakeLocks,
  FakeTabRequests
} from '../../testing/fake-channels';
import type { IEngineAgent } from '../tabs/engine-agent';
import { SharedAgent } from '../tabs/shared-agent';
import type { TabMessage } from '../tabs/tab-channel';

const T = 't';
const AT = { threadId: T, branch: '' };

const COMMANDS: AgentCommand[] = [
  { type: 'start', threadId: T, messageId: 'm', text: 'Send all of it.' },
  { type: 'open', threadId: T },
  {
    type: 'answer',
    threadId: T,
    interruptId: 'i',
    answer: { confirmed: true }
  },
  { type: 'fork', threadId: T, from: { messageId: 'm' } },
  { type: 'switch', threadId: T, branch: 'b' },
  { type: 'undo', threadId: T, runId: 'r', items: ['a'], restart: true },
  { type: 'take-over', threadId: T },
  { type: 'leave', threadId: T },
  {
    type: 'resume',
    threadId: T,
    interruptId: 'i',
    decisions: { a: { type: 'approve' } },
    hashes: { a: 'hash' }
  },
  { type: 'stop', threadId: T },
  { type: 'retry', threadId: T },
  { type: 'queue', threadId: T, messageId: 'm', text: 'And that.' },
  { type: 'turn-rule', threadId: T, on: true, effects: ['shell'] },
  { type: 'policy-changed', threadId: T },
  { type: 'restart-kernel', threadId: T }
];

/** Tabs of one browser, and a foreign page of the same origin. */
class Browser {
  private readonly _stores = memoryStores();
  readonly journal = this._stores.journal;
  readonly threads = this._stores.threads;

  readonly locks = new FakeLocks();
  readonly channels = new FakeChannels<TabMessage>();
  readonly requests = new FakeTabRequests();
  readonly stranger = this.channels.open();

  tab(name: string) {
    const engine = new FakeAgent();
    const events: AgentEvent[] = [];
    const agent = new SharedAgent({
      engine: engine as IEngineAgent,
      threads: this.threads,
      journal: this.journal,
      lock: this.locks.forTab(name),
      requests: this.requests,
      channel: this.channels.open(),
      trans: ENGLISH,
      front: () => undefined,
      refresh: async () => undefined
    });
    agent.subscribe(event => events.push(event));
    return { engine, agent, events };
  }
}

const pass = (ms = 300) => jest.advanceTimersByTimeAsync(ms);

let browser: Browser;

beforeEach(async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  browser = new Browser();
  await browser.threads.create(T, 'a.ipynb');
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('what somebody says on the channel', () => {
  it.each(COMMANDS.map(command => [command.type, command]))(
    'makes a tab that drives do nothing: %s',
    async (_, command) => {
      const one = browser.tab('one');
      one.engine.currentStatus = { state: 'waiting', waiting: [] };
      await one.agent.send({ type: 'open', threadId: T });
      const before = [...one.engine.sent];
      for (const message of [
        { type: 'ask', id: 'x', command },
        { type: 'ask', id: 'x', threadId: T, command },
        { type: 'ask', id: 'x', threadId: T },
        { type: 'answer', id: 'x' },
        { type: 'driven', threadId: T }
      ]) {
        browser.stranger.post(message as TabMessage);
      }
      await pass(5_000);
      expect(one.engine.sent).toEqual(before);
      expect(browser.locks.holder(T)).toBe('one');
    }
  );

  it('gives nobody a card: the one that is stored is shown, or none', async () => {
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'waiting', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    const card = (code: string): IReviewCard =>
      codeCard('a', { args: { code } });
    const opened = (code: string, time: number): AgentEvent => ({
      type: 'review-opened',
      threadId: T,
      time,
      interruptId: 'i',
      cards: [card(code)]
    });
    await browser.journal.show(AT, opened('rm -rf /', 7));
    const harmless: TabMessage[] = [
      // One in place of a pending question, and one that was never asked.
      { type: 'event', event: opened('1 + 1', 7) },
      { type: 'event', event: opened('2 + 2', 8) },
      {
        type: 'event',
        event: {
          type: 'review-voided',
          threadId: T,
          time: 9,
          interruptId: 'i',
          card: card('3 + 3')
        }
      },
      {
        type: 'event',
        event: {
          type: 'model-message',
          threadId: T,
          time: 10,
          messageId: 'm',
          text: 'Said.'
        }
      }
    ];
    harmless.forEach(message => browser.stranger.post(message));
    await pass(10_000);
    const events = two.events.filter(({ type }) => type !== 'driver');
    expect(events).toMatchObject([
      { type: 'review-opened', cards: [{ args: { code: 'rm -rf /' } }] },
      // The next event waits for it and is not lost.
      { type: 'model-message' }
    ]);
    expect(JSON.stringify(events)).not.toContain('1 + 1');
  });

  it.each([
    ['a plan that is none', { type: 'todos', todos: null }],
    [
      'a step of a plan that is none',
      { type: 'todos', todos: [{ content: 'x', status: 'later' }] }
    ],
    [
      'an answer with a part missing',
      { type: 'final-answer', callId: 'f', answer: 'x' }
    ],
    [
      'a sentence that is none',
      { type: 'model-message', messageId: 'm', text: {} }
    ],
    ['what a newer version tells', { type: 'later' }],
    ['the name of what every object has', { type: 'toString' }],
    ['who drives the thread', { type: 'driver', here: true }],
    ['no time', { type: 'review-closed', interruptId: 'i', time: '1' }],
    ['nothing', null]
  ])('is left alone where it is no event: %s', async (_, event) => {
    const two = browser.tab('two');
    const tell = (each: object | null) =>
      browser.stranger.post({
        type: 'event',
        event: each && { threadId: T, time: 1, ...each }
      } as TabMessage);
    tell(event);
    tell({ type: 'model-message', messageId: 'm', text: 'Said.' });
    await pass();
    expect(two.events.filter(({ type }) => type !== 'driver')).toMatchObject([
      { type: 'model-message', text: 'Said.' }
    ]);
    expect(two.events).not.toContainEqual(
      expect.objectContaining({ here: true })
    );
  });

  it('cannot make a tab believe that its decision was taken: it still is', async () => {
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'waiting', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    browser.stranger.listen(message => {
      if (message.type === 'ask') {
        browser.stranger.post({
          type: 'answer',
          id: message.id,
          answer: { kind: 'taken' }
        } as TabMessage);
      }
    });
    const decide = COMMANDS.find(({ type }) => type === 'resume')!;
    void two.agent.send(decide);
    await pass(5_000);
    expect(one.engine.sent.at(-1)).toEqual(decide);
    expect(browser.requests.left.size).toBe(0);
  });

  it.each([
    { kind: 'taken' },
    { kind: 'done' },
    { kind: 'held', why: 'Because.' },
    null
  ])('cannot answer for the tab that drives: %j', async answer => {
    // Receives messages before the tab that drives.
    const early = browser.channels.open();
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'waiting', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    early.listen(message => {
      if (message.type === 'ask') {
        early.post({ type: 'answer', id: message.id, answer } as TabMessage);
      }
    });
    const before = one.engine.sent.length;
    const queue = COMMANDS.find(({ type }) => type === 'queue')!;
    const sent = two.agent.send(queue);
    await pass(10_000);
    await sent;
    expect(one.engine.sent.slice(before)).toEqual([queue]);
    expect(two.engine.sent).toEqual([]);
    expect(two.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  /** Forges an answer as soon as a request was taken. */
  const onTaken = (answer: object): void =>
    browser.stranger.listen(message => {
      if (message.type === 'ask') {
        const look = (): void => {
          if (browser.requests.left.size > 0) {
            setTimeout(look);
          } else {
            browser.stranger.post({
              type: 'answer',
              id: message.id,
              answer
            } as TabMessage);
          }
        };
        look();
      }
    });

  it.each([
    { kind: 'taken' },
    { kind: 'done' },
    { kind: 'yours' },
    { kind: 'held', why: 'Because.' }
  ])('cannot answer once the request was taken: %j', async answer => {
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'running', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    // Checking the state of the thread takes a while.
    one.engine.getInterruptStatus = async () => {
      await new Promise(resolve => setTimeout(resolve, 500));
      return one.engine.currentStatus;
    };
    onTaken(answer);
    const before = one.engine.sent.length;
    const start = COMMANDS.find(({ type }) => type === 'start')!;
    const sent = two.agent.send(start);
    await pass(20_000);
    await sent;
    expect(one.engine.sent.slice(before)).toEqual([start]);
    expect(two.engine.sent).toEqual([]);
    expect(two.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });

  it('cannot keep a tab from taking over what is free to be taken', async () => {
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'waiting', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    one.engine.onSend = ({ type }) =>
      type === 'leave'
        ? new Promise(resolve => setTimeout(resolve, 500))
        : undefined;
    onTaken({ kind: 'held', why: 'Send me your money.' });
    const sent = two.agent.send({ type: 'take-over', threadId: T });
    await pass(10_000);
    await sent;
    expect(browser.locks.holder(T)).toBe('two');
    expect(JSON.stringify(two.events)).not.toContain('money');
  });

  it.each([{ kind: 'done' }, { kind: 'yours' }])(
    'cannot say that something is done which the tab that drives dies over: %j',
    async answer => {
      const one = browser.tab('one');
      const two = browser.tab('two');
      one.engine.currentStatus = { state: 'waiting', waiting: [] };
      await one.agent.send({ type: 'open', threadId: T });
      one.engine.onSend = () => new Promise(() => {});
      onTaken(answer);
      const decide = COMMANDS.find(({ type }) => type === 'resume')!;
      void two.agent.send(decide);
      await pass(2_000);
      browser.locks.drop('one');
      await pass(5_000);
      expect(two.engine.sent).toContainEqual(decide);
    }
  );
});

it('a tab of the version before, whose answers are not read, is taken to do what it took', async () => {
  const two = browser.tab('two');
  await browser.locks.forTab('before').take(T);
  const before = browser.channels.open();
  before.listen(message => {
    if (message.type === 'ask') {
      void browser.requests.take(T, message.id).then(() => {
        for (const kind of ['taken', 'done']) {
          before.post({
            type: 'answer',
            id: message.id,
            answer: { kind }
          } as TabMessage);
        }
      });
    }
  });
  void two.agent.send(COMMANDS.find(({ type }) => type === 'queue')!);
  await pass(10_000);
  expect(two.engine.sent).toEqual([]);
  expect(two.events.filter(({ type }) => type === 'notice')).toEqual([]);
});

describe('what one tab asks of another', () => {
  it('is in storage alone; the channel only says that it is there', async () => {
    const one = browser.tab('one');
    const two = browser.tab('two');
    one.engine.currentStatus = { state: 'waiting', waiting: [] };
    await one.agent.send({ type: 'open', threadId: T });
    const decide = COMMANDS.find(({ type }) => type === 'resume')!;
    await Promise.all([two.agent.send(decide), pass()]);
    expect(one.engine.sent.at(-1)).toEqual(decide);
    expect(JSON.stringify(browser.channels.said)).not.toContain('approve');
    expect(browser.channels.said).toContainEqual({
      type: 'ask',
      id: expect.any(String),
      threadId: T
    });
  });

  it('is taken back when nobody takes it in time', async () => {
    const two = browser.tab('two');
    // The lock is held by a tab that does not listen.
    await browser.locks.forTab('deaf').take(T);
    const sent = two.agent.send({ type: 'retry', threadId: T });
    await pass(10_000);
    await sent;
    expect(browser.requests.left.size).toBe(0);
    expect(two.events.at(-1)).toMatchObject({ type: 'notice' });
  });
});
