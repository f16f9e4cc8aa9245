import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';

import {
  type AgentCommand,
  type AgentEvent,
  type EventBody,
  DEMO_CHOICE,
  ENGLISH
} from '../../../contract';
import { createEngine, IndexedDBSaver } from '../../../engine';
import { scriptedProvider } from '../../../engine/stories/harness';
import { openThreadStore } from '../../../storage/open-thread-store';
import { ThreadLock } from '../../../storage/threads/thread-lock';
import { FakeChannels } from '../../../testing/fake-channels';
import { FakeLocks } from '../../../testing/fake-locks';
import { FakeNotebook, printed } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { ScriptedModel, type Script } from '../../../testing/scripted-model';
import { until } from '../../../testing/until';
import { Agent } from '../../agent/agent';

const T = 'thread-1';
const CELL = { name: 'jupyter_cell', args: { code: 'x = 1' } };

type EventOf<K extends EventBody['type']> = Extract<AgentEvent, { type: K }>;

/** What the tabs share: a browser, a notebook and its kernel. */
class Browser {
  readonly channels = new FakeChannels();
  readonly ran: string[] = [];
  readonly notebook = new FakeNotebook({ path: 'a.ipynb' });
  /** What the kernel waits for before it answers. */
  busy: Promise<void> = Promise.resolve();

  constructor(private readonly _locks: FakeLocks | null) {
    globalThis.indexedDB = new IDBFactory();
    const { channels } = this;
    globalThis.BroadcastChannel = function () {
      return channels.open();
    } as never;
    this.notebook.onRun = async source => {
      this.ran.push(source);
      await this.busy;
      return printed('1');
    };
  }

  async tab(script: Script = []): Promise<Tab> {
    const store = await openThreadStore({
      owner: ['server', 'ada'],
      trans: ENGLISH,
      onProblem: sentence => {
        throw new Error(sentence);
      }
    });
    const channel = this.channels.all.at(-1)!;
    const { threads, journal, images, inbox, database, news } = store;
    const model = new ScriptedModel(script);
    const tab: Tab = new Tab(
      new Agent(
        async () => ({
          threads,
          news,
          inbox,
          lock: new ThreadLock(database, this._locks),
          front: () => 'a.ipynb',
          refresh: async () => {
            tab.refreshed += 1;
          },
          engine: async () => {
            tab.isLoaded = true;
            return createEngine({
              workspace: new FakeWorkspace({ notebook: this.notebook }),
              trans: ENGLISH,
              journal,
              imageStore: images,
              threads,
              checkpointer: new IndexedDBSaver(database, ENGLISH),
              model: () => ({
                choice: DEMO_CHOICE,
                key: undefined,
                disclosed: true
              }),
              providers: async () => [
                scriptedProvider({ create: async () => model as never })
              ]
            });
          }
        }),
        ENGLISH
      ),
      model,
      {
        // It neither hears nor does anything, and its locks are held.
        sleep: () => this.channels.close(channel),
        die: async () => {
          this.channels.close(channel);
          database.close();
          await this._locks?.request(
            `${database.rows.name} ${T}`,
            { steal: true },
            () => undefined
          );
        }
      }
    );
    return tab;
  }
}

class Tab {
  readonly events: AgentEvent[] = [];
  isLoaded = false;
  /** How often it has read its notebook's file again. */
  refreshed = 0;

  constructor(
    readonly agent: Agent,
    readonly model: ScriptedModel,
    readonly end: { sleep(): void; die(): Promise<void> }
  ) {
    agent.subscribe(event => this.events.push(event));
  }

  of<K extends EventBody['type']>(type: K): EventOf<K>[] {
    return this.events.filter(event => event.type === type) as EventOf<K>[];
  }

  /** Shows the thread, as a panel does when it is opened. */
  async show(): Promise<void> {
    this.events.push(...(await this.agent.history(T)));
    await this.agent.send({ type: 'open', threadId: T });
  }

  say(messageId: string): Promise<void> {
    return this.agent.send({
      type: 'start',
      threadId: T,
      messageId,
      text: `Message ${messageId}`
    });
  }

  approve(card: EventOf<'review-opened'>): Promise<void> {
    const [{ callId, hash }] = card.cards;
    return this.agent.send({
      type: 'resume',
      threadId: T,
      interruptId: card.interruptId,
      decisions: { [callId]: { type: 'approve' } },
      hashes: { [callId]: hash }
    });
  }

  /** Approves the last card, once it is there. */
  async approves(): Promise<void> {
    await this.until('review-opened');
    await this.approve(this.of('review-opened').at(-1)!);
  }

  async until(type: EventBody['type'], count = 1): Promise<void> {
    await until(() => this.of(type).length >= count, type);
  }

  /** What a model of this tab was last sent. */
  asked(): string[] {
    return this.model.requests
      .at(-1)!
      .filter(({ type }) => type !== 'system')
      .map(({ text }) => text.split('\n')[0]);
  }
}

describe.each([
  ['Web Locks', () => new FakeLocks()],
  ['plain http', () => null]
])('tabs of one browser with %s', (_, makeLocks) => {
  const { BroadcastChannel } = globalThis;
  let browser: Browser;

  beforeEach(() => {
    browser = new Browser(makeLocks());
  });

  afterEach(() => {
    globalThis.BroadcastChannel = BroadcastChannel;
  });

  /** One tab waits at a card, and another one shows it. */
  async function atACard(
    mine: Script = [{ text: 'Done.' }],
    theirs: Script = []
  ): Promise<[Tab, Tab]> {
    const one = await browser.tab([{ calls: [CELL] }, ...mine]);
    const two = await browser.tab(theirs);
    await one.say('m1');
    await two.show();
    return [one, two];
  }

  it('show one run, and a decision that is made in both counts once', async () => {
    const [one, two] = await atACard();
    await two.until('driver');
    const [card] = two.of('review-opened');
    await Promise.all([two.approve(card), one.approve(card)]);
    await two.until('run-finished');
    expect(browser.ran).toEqual(['x = 1']);
    // The one that came second is told.
    expect([...one.of('notice'), ...two.of('notice')]).toMatchObject([
      { code: 'duplicate-decision' },
      { code: 'duplicate-decision' }
    ]);
    expect(two.isLoaded).toBe(false);
    expect(two.of('model-message').at(-1)).toMatchObject({ text: 'Done.' });
    expect(two.refreshed).toBeGreaterThan(0);
    await until(() => two.of('driver').length === 2);
    expect(two.of('driver').map(({ here }) => here)).toEqual([false, true]);
    expect(one.of('driver')).toEqual([]);
    const stored = await one.agent.history(T);
    expect(await two.agent.history(T)).toEqual(stored);
    expect(two.events.filter(({ type }) => type !== 'driver')).toEqual(stored);
  });

  it('reach the run with what is said in one that only shows it', async () => {
    const [one, two] = await atACard();
    const messages: AgentCommand[] = [
      { type: 'start', threadId: T, messageId: 'm2', text: 'Message m2' },
      { type: 'queue', threadId: T, messageId: 'm3', text: 'Message m3' }
    ];
    for (const command of messages) {
      await two.agent.send(command);
    }
    expect(two.of('queued').map(({ messageId }) => messageId)).toEqual([
      'm2',
      'm3'
    ]);
    await one.approves();
    expect(one.asked().slice(-2)).toEqual(['Message m2', 'Message m3']);
    await two.until('run-finished');
    expect(two.isLoaded).toBe(false);
  });

  it.each(['the one that works', 'the other one'])(
    'stop a run from either: %s',
    async where => {
      const tabs = await atACard();
      const [one, two] = tabs;
      const from = where === 'the other one' ? two : one;
      await from.agent.send({ type: 'stop', threadId: T });
      await two.until('run-finished');
      for (const tab of tabs) {
        expect(tab.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
      }
      expect(browser.ran).toEqual([]);
    }
  );

  it('say that a run which is stopped while the model writes is over', async () => {
    const one = await browser.tab([{ text: 'One.' }, { hang: true }]);
    const two = await browser.tab();
    await one.say('m1');
    await two.agent.history(T);
    void one.say('m2');
    await until(() => one.model.requests.length > 1);
    await two.until('driver');
    await two.agent.send({ type: 'stop', threadId: T });
    await two.until('run-finished');
    await two.until('driver', 2);
    expect(two.of('driver').map(({ here }) => here)).toEqual([false, true]);
    expect(two.of('run-finished').at(-1)).toMatchObject({ outcome: 'stopped' });
    expect(two.isLoaded).toBe(false);
  });

  it('work on an idle conversation in turns, each with what the other did', async () => {
    const one = await browser.tab([{ text: 'One.' }, { text: 'Three.' }]);
    const two = await browser.tab([{ text: 'Two.' }]);
    await one.say('m1');
    await two.say('m2');
    await one.until('run-finished', 2);
    await one.say('m3');
    expect(one.asked()).toEqual([
      'Message m1',
      'One.',
      'Message m2',
      'Two.',
      'Message m3'
    ]);
    expect(one.of('model-message').map(({ text }) => text)).toEqual([
      'One.',
      'Two.',
      'Three.'
    ]);
  });

  it('go on after the one that worked has died at a card', async () => {
    const [one, two] = await atACard([], [{ text: 'Done.' }]);
    await one.end.die();
    await two.approves();
    expect(browser.ran).toEqual(['x = 1']);
    expect(two.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
  });

  it('go on without one that is asleep, which then does nothing more', async () => {
    const [one, two] = await atACard([], [{ text: 'Done in two.' }]);
    one.end.sleep();
    await two.approves();
    expect(browser.ran).toEqual(['x = 1']);
    const before = await two.agent.history(T);
    await one.approves();
    expect(browser.ran).toEqual(['x = 1']);
    expect(one.of('run-finished')).toEqual([]);
    expect(await two.agent.history(T)).toEqual(before);
  });

  it('undo once what is asked for in one that only shows it', async () => {
    const [one, two] = await atACard();
    await one.approves();
    await two.until('run-finished');
    const cells = browser.notebook.cells().length;
    const [{ runId }] = two.of('run-finished');
    const preview = await two.agent.past.previewUndo(T, runId);
    await two.agent.send({
      type: 'undo',
      threadId: T,
      runId,
      items: preview!.items.map(({ id }) => id)
    });
    expect(browser.notebook.cells().length).toBe(cells - 1);
    await one.until('undone');
    expect(one.of('undone')).toHaveLength(1);
  });

  it.each([
    ['a command', { type: 'stop', threadId: T }],
    ['an event', { type: 'event', event: { type: 'driver', here: false } }],
    ['nothing', null],
    ['a thread that is not there', 'made up'],
    ['the thread', T]
  ])(
    'do and show nothing because of what another page says: %s',
    async (_name, message) => {
      const [one, two] = await atACard();
      await two.until('driver');
      const before = [one.events.length, two.events.length];
      const page = browser.channels.open();
      for (let times = 0; times < 100; times++) {
        page.postMessage(message);
      }
      await until(async () => {
        const reads = two.refreshed;
        await new Promise(resolve => setTimeout(resolve, 10));
        return reads === two.refreshed;
      });
      expect([one.events.length, two.events.length]).toEqual(before);
      // However many messages there were.
      expect(two.refreshed).toBeLessThan(20);
      expect(two.isLoaded).toBe(false);
      await two.approves();
      expect(browser.ran).toEqual(['x = 1']);
    }
  );
});

it('a tab that dies while the model writes leaves an interrupted run to the others, which go on when somebody says so', async () => {
  const browser = new Browser(new FakeLocks());
  const one = await browser.tab([{ hang: true }]);
  const two = await browser.tab([{ text: 'Done.' }]);
  void one.say('m1');
  await until(() => one.model.requests.length > 0);
  await two.show();
  await two.until('driver');
  await one.end.die();
  await two.until('run-finished');
  expect(two.of('run-finished')).toMatchObject([{ outcome: 'interrupted' }]);
  expect(two.of('driver').map(({ here }) => here)).toEqual([false, true]);
  expect(two.model.requests).toEqual([]);
  await two.agent.send({ type: 'retry', threadId: T });
  expect(two.of('run-finished').at(-1)).toMatchObject({
    outcome: 'answered'
  });
});
