import {
  type AgentCommand,
  type AgentEvent,
  type EventBody,
  type IInterruptStatus,
  type IRunRecord,
  type IThreadLock,
  ENGLISH
} from '../../contract';
import { memoryStores } from '../../storage/stories/memory-stores';
import { FakeAgent } from '../../testing/fake-agent';
import {
  FakeChannels,
  FakeLocks,
  FakeTabRequests
} from '../../testing/fake-channels';
import type { IEngineAgent } from './engine-agent';
import { SharedAgent } from './shared-agent';
import type { ITabChannel, TabMessage } from './tab-channel';

const T = 't';
const AT = { threadId: T, branch: '' };
const START: AgentCommand = {
  type: 'start',
  threadId: T,
  messageId: 'm1',
  text: 'hello'
};
const DECIDE: AgentCommand = {
  type: 'resume',
  threadId: T,
  interruptId: 'i1',
  decisions: { c1: { type: 'approve' } },
  hashes: { c1: 'h' }
};
const OPEN: AgentCommand = { type: 'open', threadId: T };
const TAKE_OVER: AgentCommand = { type: 'take-over', threadId: T };
const RUN = { runId: 'r1' } as IRunRecord;

const pass = (ms = 300) => jest.advanceTimersByTimeAsync(ms);

/** The engine of one tab, and the events its panel got. */
class Tab {
  readonly engine = new FakeAgent();

  readonly agent: SharedAgent;
  readonly lock: IThreadLock;
  readonly channel;
  readonly events: AgentEvent[] = [];
  readonly crash: () => void;
  front: string | undefined;
  /**
   * For each notebook that was reloaded, the commands that the engine got
   * before.
   */
  readonly refreshed: string[][] = [];
  do: ((command: AgentCommand) => void | Promise<void>) | null = null;
  constructor(
    page: Page,
    readonly name: string,
    channel?: ITabChannel | null
  ) {
    const { journal, threads } = page;
    this.lock = page.locks.forTab(name);
    this.engine.onSend = command => this.do?.(command);
    this.channel = page.channels.open();
    this.agent = new SharedAgent({
      engine: this.engine as IEngineAgent,
      threads,
      journal,
      lock: this.lock,
      requests: page.requests,
      channel: channel === undefined ? this.channel : channel,
      trans: ENGLISH,
      front: () => this.front,
      refresh: async path => {
        this.refreshed.push([path, ...this.sent]);
      }
    });
    this.agent.subscribe(event => this.events.push(event));
    this.crash = () => {
      this.channel.close();
      page.locks.drop(name);
    };
  }

  set status(state: IInterruptStatus['state']) {
    this.engine.currentStatus = { state, waiting: [] };
  }

  tell(body: EventBody): void {
    this.engine.tell(T, body);
  }

  get sent(): string[] {
    return this.engine.sent.map(({ type }) => type);
  }

  eventsOf(type: AgentEvent['type']): AgentEvent[] {
    return this.events.filter(event => event.type === type);
  }

  /** The last event about who drives the thread. */
  get driver(): unknown {
    const {
      threadId: _,
      time: __,
      ...driver
    } = this.eventsOf('driver').at(-1) ?? {
      threadId: '',
      time: 0
    };
    return driver;
  }
}

/** What the tabs of one browser share. */
class Page {
  private readonly _stores = memoryStores();
  readonly journal = this._stores.journal;
  readonly threads = this._stores.threads;

  readonly locks = new FakeLocks();
  readonly channels = new FakeChannels<TabMessage>();
  readonly requests = new FakeTabRequests();
  tab = (name: string, channel?: ITabChannel | null) =>
    new Tab(this, name, channel);
}

describe('what a page asks its own engine', () => {
  it('is which skills there are, other tabs or not', async () => {
    const tab = new Page().tab('one');
    tab.engine.skillsKnown = [{ name: 'a', description: 'd', path: 'p' }];
    expect(await tab.agent.skills()).toEqual(tab.engine.skillsKnown);
  });
});

describe('the agent of several tabs', () => {
  let page: Page;
  let one: Tab;
  let two: Tab;

  beforeEach(() => {
    jest.useFakeTimers();
    page = new Page();
    one = page.tab('one');
    two = page.tab('two');
  });

  afterEach(() => jest.useRealTimers());

  /** The first tab drives a thread whose run is waiting at a card. */
  const drivenByOne = async (): Promise<void> => {
    await page.threads.create(T, 'a.ipynb');
    await page.threads.update(T, { run: RUN, pending: 1 });
    one.status = 'waiting';
    await Promise.all([one.agent.send(OPEN), pass()]);
  };

  it('works in the tab where something is said first, and a new thread is not opened', async () => {
    await one.agent.send(START);
    expect(one.sent).toEqual(['start']);
    expect(page.locks.holder(T)).toBe('one');
    expect(one.eventsOf('driver')).toEqual([]);
  });

  it('brings a kept thread back first, and a decision waits until it is back', async () => {
    await page.threads.create(T, 'a.ipynb');
    await page.threads.update(T, { run: RUN });
    let opened = (): void => undefined;
    one.do = ({ type }) =>
      type === 'open'
        ? new Promise<void>(resolve => (opened = resolve))
        : undefined;
    void one.agent.send(OPEN);
    void one.agent.send(DECIDE);
    void one.agent.send({ type: 'stop', threadId: T });
    await pass();
    expect(one.sent).toEqual(['open', 'stop']);
    opened();
    await pass();
    expect(one.sent).toEqual(['open', 'stop', 'resume']);
  });

  it('does not let go of a thread because somebody says so', async () => {
    await one.agent.send(START);
    await one.agent.send({ type: 'leave', threadId: T });
    expect(one.sent).toEqual(['start']);
    expect(page.locks.holder(T)).toBe('one');
  });

  it('loads nothing for a word about a run where there is none', async () => {
    for (const type of ['stop', 'policy-changed', 'restart-kernel'] as const) {
      await one.agent.send({ type, threadId: T });
    }
    expect(one.sent).toEqual([]);
    expect(page.locks.holder(T)).toBeUndefined();
  });

  it('shows what goes on in the other tab, in order, and says that it is there', async () => {
    await drivenByOne();
    one.tell({ type: 'model-started', messageId: 'm' });
    for (const delta of ['Hel', 'lo', '!']) {
      one.tell({ type: 'text-delta', messageId: 'm', delta });
    }
    one.tell({ type: 'model-message', messageId: 'm', text: 'Hello!' });
    await pass();
    expect(two.driver).toEqual({ type: 'driver', here: false });
    expect(two.events.filter(({ type }) => type !== 'driver')).toMatchObject([
      { type: 'model-started' },
      { type: 'text-delta', delta: 'Hello!' },
      { type: 'model-message', text: 'Hello!' }
    ]);
    // In its own tab, events arrive one by one.
    expect(one.eventsOf('text-delta')).toHaveLength(3);
  });

  it('tells what streams within moments, although nothing else happens', async () => {
    await drivenByOne();
    one.tell({ type: 'text-delta', messageId: 'm', delta: 'Hello' });
    await pass();
    expect(two.eventsOf('text-delta')).toHaveLength(1);
  });

  it('follows no endless number of conversations that a page makes up, and says so once', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    const page_ = page.channels.open();
    const text = { type: 'text-delta', messageId: 'm', delta: 'x', time: 0 };
    for (let at = 0; at < 300; at++) {
      const threadId = `made up ${at}`;
      page_.post({ type: 'event', event: { ...text, threadId } as AgentEvent });
    }
    page_.post({ type: 'driven', threadId: 'one more' });
    page_.post({ type: 'event', event: { threadId: 'x' } as AgentEvent });
    page_.post({ type: 'event', event: { threadId: 'y' } as AgentEvent });
    await pass();
    expect(two.eventsOf('text-delta')).toHaveLength(200);
    // One warning in each tab for each of the two problems.
    expect(warned).toHaveBeenCalledTimes(4);
    warned.mockRestore();
    // Known threads are still followed.
    two.events.length = 0;
    page_.post({
      type: 'event',
      event: { ...text, threadId: 'made up 1' } as AgentEvent
    });
    await pass();
    expect(two.eventsOf('text-delta')).toHaveLength(1);
  });

  it('says nothing on the channel of what happens while there is no other tab', async () => {
    const alone = new Page();
    const tab = alone.tab('alone');
    await tab.agent.send(START);
    tab.tell({ type: 'turn-rule', on: true, effects: [] });
    expect(alone.channels.said.map(({ type }) => type)).toEqual([
      'hello',
      'driven'
    ]);
  });

  it('is told by a tab that was loaded anew, which knows of nobody', async () => {
    await drivenByOne();
    one.crash();
    await pass();
    const anew = page.tab('anew');
    await pass();
    await anew.agent.send(TAKE_OVER);
    two.events.length = 0;
    anew.tell({ type: 'turn-rule', on: true, effects: [] });
    await pass();
    expect(two.eventsOf('turn-rule')).toHaveLength(1);
  });

  it('hands a decision to the tab that drives, and is done when that is', async () => {
    await drivenByOne();
    let taken = (): void => undefined;
    one.do = () => new Promise<void>(resolve => (taken = resolve));
    let isDone = false;
    void two.agent.send(DECIDE).then(() => (isDone = true));
    await pass();
    expect(one.sent).toEqual(['open', 'resume']);
    expect(two.sent).toEqual([]);
    await pass(10_000);
    expect(isDone).toBe(false);
    taken();
    await pass();
    expect(isDone).toBe(true);
  });

  it('has the cells that were made in the other tab before it goes on here', async () => {
    await drivenByOne();
    expect(one.refreshed).toEqual([]);
    expect(two.refreshed).toEqual([]);
    await Promise.all([two.agent.send(TAKE_OVER), pass()]);
    expect(two.sent).toEqual(['open']);
    expect(two.refreshed).toEqual([['a.ipynb']]);
  });

  it('shows the cells that were made in the other tab once its run rests', async () => {
    await drivenByOne();
    one.tell({ type: 'call-started', callId: 'c1' });
    await pass();
    expect(two.refreshed).toEqual([]);
    one.tell({ type: 'run-finished', runId: 'r1', outcome: 'answered' });
    await pass();
    expect(two.refreshed).toEqual([['a.ipynb']]);
    expect(one.refreshed).toEqual([]);
  });

  it('shows them as soon as they are in the notebook’s file, and not before', async () => {
    await drivenByOne();
    one.tell({
      type: 'call-finished',
      callId: 'c1',
      state: 'done',
      text: 'Ran it',
      result: '',
      images: 0
    });
    await pass();
    expect(two.refreshed).toEqual([]);
    one.tell({ type: 'notebook-saved' });
    await pass();
    expect(two.refreshed).toEqual([['a.ipynb']]);
    expect(one.refreshed).toEqual([]);
  });

  it('counts a decision once that is made in both tabs', async () => {
    await drivenByOne();
    const counted: boolean[] = [];
    one.do = async command => {
      if (command.type === 'resume') {
        counted.push(
          await page.journal.decide(AT, {
            callId: 'c1',
            decision: command.decisions.c1,
            hash: 'h',
            by: 'person',
            time: 1
          })
        );
      }
    };
    void two.agent.send(DECIDE);
    void one.agent.send(DECIDE);
    await pass();
    expect(counted.sort()).toEqual([false, true]);
    expect(two.sent).toEqual([]);
  });

  it('gives an idle thread to the tab in which something is said', async () => {
    await page.threads.create(T, 'a.ipynb');
    await one.agent.send(START);
    one.status = 'idle';
    void two.agent.send({ ...START, messageId: 'm2' });
    await pass(500);
    expect(one.sent).toEqual(['open', 'start', 'leave']);
    expect(two.sent).toEqual(['open', 'start']);
    expect(page.locks.holder(T)).toBe('two');
    expect(one.driver).toEqual({ type: 'driver', here: false });
    // And back again: the first tab reloads what the second one did.
    void one.agent.send({ ...START, messageId: 'm3' });
    await pass(500);
    expect(one.sent.slice(3)).toEqual(['open', 'start']);
    expect(one.driver).toEqual({ type: 'driver', here: true });
  });

  it('keeps a thread that is at work: what is said elsewhere is done here', async () => {
    await drivenByOne();
    void two.agent.send(START);
    await pass(500);
    expect(one.sent).toEqual(['open', 'start']);
    expect(page.locks.holder(T)).toBe('one');
  });

  it('works on the notebook in front of the person who said it, wherever it runs', async () => {
    await drivenByOne();
    one.front = 'one.ipynb';
    two.front = 'two.ipynb';
    const message = two.agent.send(START);
    two.front = 'other.ipynb';
    await Promise.all([message, pass(500)]);
    void one.agent.send({ ...START, notebook: 'named.ipynb' });
    await pass();
    expect(one.engine.commands('start')).toMatchObject([
      { notebook: 'two.ipynb' },
      { notebook: 'named.ipynb' }
    ]);
  });

  describe('taken over', () => {
    const dispatch = async (): Promise<void> => {
      one.tell({ type: 'call-started', callId: 'c1' });
      await page.journal.decide(AT, {
        callId: 'c1',
        decision: { type: 'approve' },
        hash: 'h',
        by: 'person',
        time: 1
      });
      await page.journal.intend(AT, {
        callId: 'c1',
        runId: 'r1',
        tool: 'jupyter_cell',
        notebook: 'two.ipynb',
        hash: 'h',
        time: 1
      });
      await page.journal.effect(AT, 'c1', {
        kind: 'run',
        cellId: 'x',
        before: null,
        hash: 'h',
        msgId: 'q',
        kernelId: 'k',
        process: 'p',
        time: 1
      });
    };
    const finish = async (): Promise<void> => {
      await page.journal.finish(AT, {
        callId: 'c1',
        state: 'done',
        text: '',
        time: 2
      });
      one.tell({
        type: 'call-finished',
        callId: 'c1',
        state: 'done',
        text: '',
        result: '',
        images: 0
      });
    };

    it('lets go first, without an end of its run, and is opened in the other tab', async () => {
      await drivenByOne();
      one.do = ({ type }) => {
        if (type === 'leave') {
          expect(page.locks.holder(T)).toBe('one');
          one.tell({ type: 'run-finished', runId: 'r1', outcome: 'stopped' });
        }
      };
      void two.agent.send(TAKE_OVER);
      await pass(500);
      expect(one.sent).toEqual(['open', 'leave']);
      expect(two.sent).toEqual(['open']);
      expect(one.driver).toEqual({ type: 'driver', here: false });
      expect(two.driver).toEqual({ type: 'driver', here: true });
      // What it still emits after releasing the thread is dropped.
      expect([...one.events, ...two.events].map(({ type }) => type)).toEqual(
        expect.not.arrayContaining(['run-finished'])
      );
      two.tell({ type: 'turn-rule', on: true, effects: [] });
      await pass();
      expect(one.eventsOf('turn-rule')).toHaveLength(1);
      await pass(5_000);
      expect(one.driver).toEqual({ type: 'driver', here: false });
    });

    it('is not, between dispatched and outcome; then it can be', async () => {
      await drivenByOne();
      await dispatch();
      void two.agent.send(TAKE_OVER);
      await pass(500);
      expect(one.sent).toEqual(['open']);
      expect(page.locks.holder(T)).toBe('one');
      expect(two.driver).toEqual({
        type: 'driver',
        here: false,
        held: expect.stringMatching(/running code .* when it is done/)
      });
      await finish();
      await pass();
      expect(two.driver).toEqual({ type: 'driver', here: false });
      void two.agent.send(TAKE_OVER);
      await pass(500);
      expect(page.locks.holder(T)).toBe('two');
    });

    it('is, while a call has begun and nothing was sent', async () => {
      await drivenByOne();
      one.tell({ type: 'call-started', callId: 'c1' });
      void two.agent.send(TAKE_OVER);
      await pass(500);
      expect(page.locks.holder(T)).toBe('two');
    });

    it('is not, while something is taken back', async () => {
      await drivenByOne();
      one.do = ({ type }) =>
        type === 'undo' ? new Promise<void>(() => undefined) : undefined;
      void one.agent.send({
        type: 'undo',
        threadId: T,
        runId: 'r1',
        items: []
      });
      void two.agent.send(TAKE_OVER);
      await pass(500);
      expect(page.locks.holder(T)).toBe('one');
    });
  });

  describe('whose tab is gone', () => {
    it('is offered to the others, and nothing goes on by itself', async () => {
      await drivenByOne();
      await Promise.all([two.agent.send(OPEN), pass()]);
      one.crash();
      await pass();
      expect(two.driver).toEqual({ type: 'driver', here: false, free: true });
      expect(two.sent).toEqual([]);
      expect(page.locks.holder(T)).toBeUndefined();
      void two.agent.send(TAKE_OVER);
      await pass();
      expect(two.sent).toEqual(['open']);
      expect(two.driver).toEqual({ type: 'driver', here: true });
    });

    it('is no offer any more once a third tab has it', async () => {
      await drivenByOne();
      await Promise.all([two.agent.send(OPEN), pass()]);
      const three = page.tab('three');
      one.crash();
      await pass();
      await three.agent.send(OPEN);
      await pass();
      expect(two.driver).toEqual({ type: 'driver', here: false });
    });

    it('loses no decision that it had taken and not made durable', async () => {
      await drivenByOne();
      one.do = () => new Promise<void>(() => undefined);
      void two.agent.send(DECIDE);
      await pass();
      one.crash();
      await pass();
      expect(two.engine.sent).toEqual([OPEN, DECIDE]);
    });

    it('has done what its history shows: nothing is said or decided twice', async () => {
      await drivenByOne();
      one.do = command => {
        if (command.type === 'resume') {
          one.tell({
            type: 'review-decided',
            interruptId: 'i1',
            callId: 'c1',
            decision: { type: 'approve' },
            by: 'person'
          });
        } else {
          one.tell({ type: 'user-message', messageId: 'm1', text: 'hello' });
        }
        return new Promise<void>(() => undefined);
      };
      void two.agent.send(DECIDE);
      void two.agent.send(START);
      await pass();
      one.crash();
      await pass(4_000);
      expect(two.sent).toEqual([]);
    });

    it('is tried again where nobody tells that it is free', async () => {
      await drivenByOne();
      delete two.lock.freed;
      await Promise.all([two.agent.send(OPEN), pass()]);
      one.crash();
      await pass(3_500);
      expect(two.driver).toEqual({ type: 'driver', here: false, free: true });
    });
  });

  it('lets go of a thread of which a write was refused, and tells no other tab of it', async () => {
    await drivenByOne();
    one.tell({ type: 'driver', here: false });
    await pass();
    expect(one.sent).toEqual(['open', 'leave']);
    expect(page.locks.holder(T)).toBeUndefined();
    expect(two.eventsOf('driver')).toEqual([]);
  });

  it('says so when the other tab does not answer, and loses nothing of what was said', async () => {
    await drivenByOne();
    one.channel.close();
    void two.agent.send(DECIDE);
    await pass(3_500);
    expect(two.eventsOf('notice')).toMatchObject([
      { text: expect.stringMatching(/does not answer; nothing was done/) }
    ]);
    void two.agent.send(TAKE_OVER);
    await pass(3_500);
    expect(two.driver).toMatchObject({
      held: expect.stringMatching(/does not answer/)
    });
    page.locks.drop('one');
    void two.agent.send(DECIDE);
    await pass(500);
    expect(two.sent).toEqual(['open', 'resume']);
  });

  it('works alone where there is no channel, and is kept out where another tab drives', async () => {
    const alone = page.tab('alone', null);
    await alone.agent.send({ ...START, threadId: 'other' });
    expect(alone.sent).toEqual(['start']);
    await drivenByOne();
    void alone.agent.send(DECIDE);
    await pass(500);
    expect(alone.sent).toEqual(['start']);
    expect(alone.eventsOf('notice')).toHaveLength(1);
  });

  it('never rejects: a store that fails is told in the thread', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(page.threads, 'get').mockRejectedValue(new Error('disk'));
    await one.agent.send({ type: 'stop', threadId: T });
    expect(one.eventsOf('notice')).toMatchObject([{ code: 'storage' }]);
    jest.restoreAllMocks();
  });

  describe('where nothing is driven', () => {
    it('gives the history from the store, with what is still on its way there', async () => {
      await drivenByOne();
      const stored: EventBody[] = [
        { type: 'user-message', messageId: 'm1', text: 'a' },
        { type: 'model-message', messageId: 'm2', text: 'b' },
        { type: 'user-message', messageId: 'm3', text: 'c' }
      ];
      stored.forEach(body => one.tell(body));
      for (const event of one.engine.told.slice(0, 2)) {
        await page.journal.show(AT, event);
      }
      await pass();
      for (const { agent } of [one, two]) {
        expect(await agent.history(T)).toMatchObject(stored);
      }
    });

    it('does not tell again what the store had before the channel', async () => {
      await drivenByOne();
      one.tell({ type: 'user-message', messageId: 'm1', text: 'a' });
      await page.journal.show(AT, one.engine.told[0]);
      expect(await two.agent.history(T)).toHaveLength(1);
      await pass();
      expect(two.eventsOf('user-message')).toEqual([]);
    });

    it('tells from what is kept where a thread stands, without an engine', async () => {
      await page.threads.create(T, 'a.ipynb');
      const current = () => two.agent.getInterruptStatus(T);
      expect(await current()).toEqual({ state: 'idle', waiting: [] });
      await page.threads.update(T, { run: RUN });
      expect(await current()).toEqual({ state: 'interrupted', waiting: [] });
      await page.threads.update(T, { pending: 1 });
      await page.journal.show(AT, {
        type: 'review-opened',
        interruptId: 'i1',
        cards: [],
        node: 'tools',
        threadId: T,
        time: 1
      });
      expect(await current()).toEqual({
        state: 'waiting',
        waiting: [
          {
            interruptId: 'i1',
            kind: 'approval',
            node: 'tools',
            since: 1,
            resumed: 0
          }
        ]
      });
      expect(two.sent).toEqual([]);
      await page.threads.update(T, { pending: 0 });
      await Promise.all([one.agent.send(OPEN), pass()]);
      await Promise.all([two.agent.send(OPEN), pass()]);
      expect(await current()).toEqual({ state: 'running', waiting: [] });
    });
  });
});
