import 'fake-indexeddb/auto';

import { HumanMessage } from '@langchain/core/messages';
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';

import type { AgentEvent, IEffectRecord } from '../../contract';
import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import type { ThreadDatabase } from '../database/thread-database';
import { DurableJournal } from '../durable-journal';
import { idbOf, freshBrowser, openTab } from './two-tabs';

/** Random numbers from 0 to 1 that are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Makes writes of rows fail now and then, with an error event, as in a browser
 * whose storage is full.
 *
 * @param chance from 0 to 1, asked for each row.
 */
function fullAtRandom(next: () => number, chance: () => number): void {
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method];
    jest.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value,
      key?
    ) {
      const isKept = this.name === 'fences' || this.name === 'threads';
      if (isKept || next() >= chance()) {
        return real.call(this, value, key);
      }
      // The way the fake runs a request.
      return Reflect.get(this.transaction, '_execRequestAsync').call(
        this.transaction,
        {
          source: this,
          operation: () => {
            throw new DOMException('full', 'QuotaExceededError');
          }
        }
      );
    });
  }
}

const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);
const CALLS = ['a', 'b', 'c'];
const at = { threadId: 't', branch: '' };

const config = (id?: string) => ({
  configurable: {
    thread_id: 't',
    checkpoint_ns: '',
    ...(id && { checkpoint_id: id })
  }
});

const rejection = (callId: string, message: string) => ({
  callId,
  decision: { type: 'reject' as const, message },
  hash: 'h',
  by: 'person',
  time: 1
});

const intent = (callId: string, tool: string, time: number) => ({
  callId,
  runId: 'r',
  tool,
  notebook: 'n',
  hash: 'h',
  time
});

const effect = (kind: 'run' | 'insert', cellId: string): IEffectRecord =>
  ({ time: 1, kind, cellId, before: null, after: null }) as never;

const answer = (messageId: string, text: string): AgentEvent => ({
  threadId: 't',
  time: 1,
  type: 'user-message',
  messageId,
  text
});

const idsOf = (events: readonly AgentEvent[]) =>
  events.map(event => (event.type === 'user-message' ? event.messageId : ''));

/** A tab with what it knows of the thread. */
class Tab {
  readonly saver: IndexedDBSaver;
  readonly journal: DurableJournal;
  messages: HumanMessage[] = [];
  current: string | undefined;

  constructor(readonly database: ThreadDatabase) {
    this.saver = new IndexedDBSaver(database);
    this.journal = new DurableJournal(database);
  }

  /** Begins to drive the thread, as with the lock. */
  async take(): Promise<void> {
    const db = idbOf(this.database);
    const fence = ((await db.get('fences', 't')) ?? 0) + 1;
    await db.put('fences', fence, 't');
    this.database.setFence('t', fence);
    await this.proceed();
  }

  /** Goes on from what is stored, as the engine does. */
  async proceed(): Promise<void> {
    const tuple = await this.saver.getTuple(config());
    this.messages = (tuple?.checkpoint.channel_values.messages ??
      []) as HumanMessage[];
    this.current = tuple?.checkpoint.id;
  }

  async put(number: number, text: string): Promise<void> {
    const id = String(number).padStart(6, '0');
    const message = new HumanMessage({ id: `m${id}`, content: text + id });
    const messages = [...this.messages, message];
    const versions = { messages: number };
    await this.saver.put(
      config(this.current),
      {
        ...emptyCheckpoint(),
        id,
        channel_values: { messages },
        channel_versions: versions
      },
      { source: 'loop', step: 0, parents: {} },
      versions
    );
    this.current = id;
    this.messages = messages;
  }

  /** What this tab has at hand is what a new page reads. */
  async knowsWhatIsStored(): Promise<void> {
    const fresh = new DurableJournal(this.database);
    for (const id of CALLS) {
      expect(await this.journal.call(at, id)).toEqual(await fresh.call(at, id));
    }
    const read = await new IndexedDBSaver(this.database).getTuple(config());
    expect(plain(await this.saver.getTuple(config()))).toBe(plain(read));
  }
}

function plain(tuple: Awaited<ReturnType<IndexedDBSaver['getTuple']>>): string {
  return JSON.stringify(
    tuple && {
      id: tuple.checkpoint.id,
      parent: tuple.parentConfig?.configurable?.checkpoint_id,
      values: tuple.checkpoint.channel_values,
      versions: tuple.checkpoint.channel_versions,
      writes: tuple.pendingWrites?.map(each => JSON.stringify(each)).sort()
    }
  );
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

beforeEach(freshBrowser);

describe('a tab whose writes fail now and then', () => {
  it.each(SEEDS)('knows what is stored of calls, seed %i', async seed => {
    const next = random(seed * 7919);
    const tab = new Tab(await openTab());
    await tab.take();
    let chance = 0;
    fullAtRandom(next, () => chance);
    const { journal } = tab;
    const shown: string[] = [];
    const work: Promise<unknown>[] = [];
    const long = () => 'y'.repeat(900 + Math.floor(next() * 3) * 200);
    const act = (step: number): Promise<unknown> => {
      const callId = CALLS[Math.floor(next() * 3)];
      const kind = next();
      if (kind < 0.2) {
        return journal.decide(at, rejection(callId, long()));
      }
      if (kind < 0.3) {
        return journal.intend(
          at,
          intent(callId, long(), step),
          rejection(callId, 'p')
        );
      }
      if (kind < 0.5) {
        const record = effect(next() < 0.5 ? 'run' : 'insert', long());
        return journal.effect(at, callId, record, next() < 0.3);
      }
      if (kind < 0.58) {
        const outcome = { callId, state: 'done' as const, text: long() };
        return journal.finish(at, { ...outcome, time: step });
      }
      if (kind < 0.68) {
        return journal.choose(at, callId, next() < 0.5 ? 'run' : 'skip');
      }
      if (kind < 0.85) {
        return journal.call(at, callId);
      }
      const id = `e${step}`;
      return journal.show(at, answer(id, long())).then(() => shown.push(id));
    };
    for (let step = 0; step < 60; step++) {
      chance = next() < 0.15 ? 0.4 : 0;
      work.push(act(step).catch(() => undefined));
      if (next() < 0.5) {
        await pause(next() * 3);
      }
      if (next() < 0.2) {
        chance = 0;
        await Promise.all(work);
        await tab.knowsWhatIsStored();
      }
    }
    chance = 0;
    await Promise.all(work);
    await tab.knowsWhatIsStored();
    expect(idsOf(await journal.shown(at))).toEqual(shown);
  });

  it.each(SEEDS)('knows what is stored of checkpoints, seed %i', async seed => {
    const next = random(seed * 104_729);
    const tab = new Tab(await openTab());
    await tab.take();
    let chance = 0;
    fullAtRandom(next, () => chance);
    const { saver, journal } = tab;
    const act = async (step: number): Promise<void> => {
      const kind = next();
      if (kind < 0.5) {
        await tab.put(step + 1, 'z'.repeat(next() * 2000));
      } else if (kind < 0.8 && tab.current) {
        const count = 1 + Math.floor(next() * 3);
        await Promise.all(
          Array.from({ length: count }, (_, index) =>
            saver.putWrites(
              config(tab.current),
              [
                ['messages', [tab.messages[0], index]],
                ['__interrupt__', `i${step}`]
              ],
              `task${Math.floor(next() * 3)}`
            )
          )
        );
      } else {
        await journal.decide(at, rejection(`c${step}`, 'p'));
      }
    };
    for (let step = 0; step < 50; step++) {
      chance = next() < 0.08 ? 0.3 : 0;
      try {
        await act(step);
      } catch {
        chance = 0;
        await tab.proceed();
      }
      if (next() < 0.2) {
        chance = 0;
        await tab.knowsWhatIsStored();
      }
    }
  });
});

it.each(SEEDS)(
  'two tabs that take a thread from each other decide each call once, and lose nothing that was told to be kept, seed %i',
  async seed => {
    const next = random(seed * 15_485_863);
    let chance = 0;
    fullAtRandom(next, () => chance);
    const tabs = [new Tab(await openTab()), new Tab(await openTab())];
    await tabs[0].take();
    const decided: string[] = [];
    const shown: string[] = [];
    const work: Promise<unknown>[] = [];
    let number = 0;
    const act = async (tab: Tab, step: number): Promise<void> => {
      const kind = next();
      const callId = CALLS[Math.floor(next() * 3)];
      if (kind < 0.35) {
        await tab.put(++number, 'z'.repeat(next() * 2000));
      } else if (kind < 0.5 && tab.current) {
        const write = ['messages', tab.messages.at(-1)] as [string, unknown];
        await tab.saver.putWrites(
          config(tab.current),
          [write],
          `task${number}`
        );
      } else if (kind < 0.65) {
        const done = tab.journal.decide(at, rejection(callId, `p${step}`));
        work.push(
          done.then(isOurs => {
            if (isOurs) {
              decided.push(callId);
            }
          })
        );
      } else if (kind < 0.75) {
        work.push(
          tab.journal.intend(
            at,
            intent(callId, 'x', step),
            rejection(callId, 'p')
          ),
          tab.journal.effect(at, callId, effect('run', 'x'))
        );
      } else if (kind < 0.9) {
        const id = `e${step}`;
        const event = answer(id, 'q'.repeat(1200));
        work.push(tab.journal.show(at, event).then(() => shown.push(id)));
      } else {
        await tab.journal.call(at, callId);
      }
    };
    for (let step = 0; step < 60; step++) {
      chance = next() < 0.05 ? 0.2 : 0;
      const tab = tabs[Math.floor(next() * 2)];
      const isDriven = tab.database.fence('t') !== undefined;
      if (!isDriven || next() < 0.12) {
        chance = 0;
        await tab.take();
        await tab.knowsWhatIsStored();
      }
      try {
        await act(tab, step);
      } catch {
        // It was full, or the other tab had the thread.
        chance = 0;
        await tab.take();
      }
      work.forEach(each => each.catch(() => undefined));
      if (next() < 0.4) {
        await pause(next() * 2);
      }
    }
    chance = 0;
    await Promise.allSettled(work);
    await tabs[1].take();
    await tabs[1].knowsWhatIsStored();
    expect(decided).toHaveLength(new Set(decided).size);
    const stored = idsOf(await tabs[1].journal.shown(at));
    expect(stored.sort()).toEqual(shown.sort());
    const page = new IndexedDBSaver(tabs[0].database);
    for await (const { checkpoint } of page.list(config())) {
      const messages = checkpoint.channel_values.messages as HumanMessage[];
      expect(String(messages.at(-1)?.content)).toMatch(
        new RegExp(`${checkpoint.id}$`)
      );
    }
  }
);
