import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';

import {
  type AgentEvent,
  type EventBody,
  DEMO_CHOICE,
  ENGLISH
} from '../../../contract';
import { createEngine, IndexedDBSaver } from '../../../engine';
import { agentStore } from '../../../storage/agent-store';
import { openThreadStore } from '../../../storage/open-thread-store';
import { FakeNotebook, printed } from '../../../testing/fake-notebook';
import {
  FakeChannels,
  FakeLocks,
  FakeTabRequests
} from '../../../testing/fake-channels';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { ScriptedModel, type Script } from '../../../testing/scripted-model';
import { until } from '../../../testing/until';
import { EngineAgent } from '../../tabs/engine-agent';
import { SharedAgent } from '../../tabs/shared-agent';
import type { TabMessage } from '../../tabs/tab-channel';

const T = 'thread-1';
const CELL = { name: 'jupyter_cell', args: { code: 'x = 1' } };

type EventOf<K extends EventBody['type']> = Extract<AgentEvent, { type: K }>;

/** What the tabs share: a browser, a notebook and its kernel. */
class Browser {
  readonly locks = new FakeLocks();
  readonly channels = new FakeChannels<TabMessage>();
  readonly requests = new FakeTabRequests();
  readonly ran: string[] = [];
  readonly notebook = new FakeNotebook({ path: 'a.ipynb' });
  /** What the kernel waits for before it answers. */
  busy: Promise<void> = Promise.resolve();

  constructor() {
    globalThis.indexedDB = new IDBFactory();
    this.notebook.onRun = async source => {
      this.ran.push(source);
      await this.busy;
      return printed('1');
    };
  }

  async tab(name: string, script: Script): Promise<Tab> {
    const store = await openThreadStore({
      owner: ['server', 'ada'],
      trans: ENGLISH,
      onProblem: sentence => {
        throw new Error(sentence);
      }
    });
    const { threads, database } = store;
    const { journal, images } = agentStore(store, ENGLISH);
    const model = new ScriptedModel(script);
    let isLoaded = false;
    const engine = new EngineAgent(async () => {
      isLoaded = true;
      return createEngine({
        workspace: new FakeWorkspace({ notebook: this.notebook }),
        trans: ENGLISH,
        journal,
        imageStore: images,
        threads,
        checkpointer: new IndexedDBSaver(database, ENGLISH),
        model: () => ({ choice: DEMO_CHOICE, key: undefined, disclosed: true }),
        providers: async () => [
          {
            id: DEMO_CHOICE.provider,
            info: () => {
              throw new Error('No form asks for it here.');
            },
            label: () => 'Scripted',
            abilities: () => ({
              images: false,
              contextWindow: null,
              tools: true,
              parallelCalls: true
            }),
            host: () => '',
            images: 'after-answers',
            create: async () => model as never
          }
        ]
      });
    }, ENGLISH);
    const channel = this.channels.open();
    const agent = new SharedAgent({
      engine,
      threads,
      journal,
      lock: this.locks.forTab(name),
      requests: this.requests,
      channel,
      trans: ENGLISH,
      front: () => 'a.ipynb',
      refresh: async () => undefined
    });
    return new Tab(agent, model, () => isLoaded);
  }
}

class Tab {
  readonly events: AgentEvent[] = [];

  constructor(
    readonly agent: SharedAgent,
    readonly model: ScriptedModel,
    readonly isLoaded: () => boolean
  ) {
    agent.subscribe(event => this.events.push(event));
  }

  of<K extends EventBody['type']>(type: K): EventOf<K>[] {
    return this.events.filter(event => event.type === type) as EventOf<K>[];
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

  async until(type: EventBody['type'], count = 1): Promise<void> {
    await until(
      () => this.events.filter(event => event.type === type).length >= count,
      type
    );
  }
}

describe('two tabs with an engine each', () => {
  const { BroadcastChannel } = globalThis;
  let browser: Browser;

  beforeEach(() => {
    // Node's own would keep the process alive; the tabs here use a fake.
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    browser = new Browser();
  });

  afterEach(() => {
    globalThis.BroadcastChannel = BroadcastChannel;
  });

  it('show one run, and a decision in the tab that watches counts once', async () => {
    const one = await browser.tab('one', [
      { calls: [CELL] },
      { text: 'Done.' }
    ]);
    const two = await browser.tab('two', []);
    await one.say('m1');
    await two.until('review-opened');
    const [card] = two.of('review-opened');
    await Promise.all([two.approve(card), one.approve(card)]);
    await two.until('run-finished');
    expect(browser.ran).toEqual(['x = 1']);
    expect(two.isLoaded()).toBe(false);
    expect(two.of('model-message').at(-1)).toMatchObject({ text: 'Done.' });
    expect(await two.agent.history(T)).toEqual(await one.agent.history(T));
  });

  it('hand over a card that waits: it is decided in the other tab, and runs once', async () => {
    const one = await browser.tab('one', [{ calls: [CELL] }]);
    const two = await browser.tab('two', [{ text: 'Done in two.' }]);
    await one.say('m1');
    await two.until('review-opened');
    await two.agent.send({ type: 'take-over', threadId: T });
    expect(browser.locks.holder(T)).toBe('two');
    expect(await two.agent.getInterruptStatus(T)).toMatchObject({
      state: 'waiting'
    });
    expect(one.of('run-finished')).toEqual([]);
    expect(one.of('driver').at(-1)).toMatchObject({ here: false });
    await two.approve(two.of('review-opened')[0]);
    await one.until('run-finished');
    expect(browser.ran).toEqual(['x = 1']);
    expect(one.of('model-message').at(-1)).toMatchObject({
      text: 'Done in two.'
    });
  });

  it('do not hand over what the kernel works on', async () => {
    const one = await browser.tab('one', [
      { calls: [CELL] },
      { text: 'Done.' }
    ]);
    const two = await browser.tab('two', []);
    let release = (): void => undefined;
    browser.busy = new Promise(resolve => (release = resolve));
    await one.say('m1');
    await two.until('review-opened');
    const running = two.approve(two.of('review-opened')[0]);
    await two.until('call-started');
    await until(() => browser.ran.length > 0);
    await two.agent.send({ type: 'take-over', threadId: T });
    expect(two.of('driver').at(-1)?.held).toMatch(/running code/);
    expect(browser.locks.holder(T)).toBe('one');
    release();
    await running;
    await two.until('run-finished');
    expect(browser.ran).toEqual(['x = 1']);
  });

  it('work on an idle conversation in turns, each with what the other did', async () => {
    const one = await browser.tab('one', [
      { text: 'One.' },
      { text: 'Three.' }
    ]);
    const two = await browser.tab('two', [{ text: 'Two.' }]);
    await one.say('m1');
    await two.say('m2');
    await one.say('m3');
    const texts = one.model.requests
      .at(-1)!
      .filter(({ type }) => type !== 'system')
      .map(({ text }) => text.split('\n')[0]);
    expect(texts).toEqual([
      'Message m1',
      'One.',
      'Message m2',
      'Two.',
      'Message m3'
    ]);
  });

  it('go on after the tab that drove it has crashed at a card', async () => {
    const one = await browser.tab('one', [{ calls: [CELL] }]);
    const two = await browser.tab('two', [{ text: 'Done.' }]);
    await one.say('m1');
    await two.until('review-opened');
    browser.locks.drop('one');
    [...browser.channels.all][0].close();
    await two.until('driver', 2);
    expect(two.of('driver').at(-1)).toMatchObject({ here: false, free: true });
    await two.approve(two.of('review-opened')[0]);
    await two.until('run-finished');
    expect(browser.ran).toEqual(['x = 1']);
    expect(two.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
  });
});
