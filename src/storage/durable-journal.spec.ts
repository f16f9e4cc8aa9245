import {
  isFencedError,
  type AgentEvent,
  type IEffectRecord
} from '../contract';
import type { ThreadDatabase } from './database/thread-database';
import { DurableJournal } from './durable-journal';
import { newThread } from './threads/new-thread';
import {
  idbOf,
  freshBrowser,
  fullFor,
  openTab,
  unreadable
} from './stories/two-tabs';

const at = { threadId: 't', branch: '' };
const fork = { threadId: 't', branch: 'b' };
const LONG_CODE = 'x = 1\n'.repeat(500);

const decision = (hash: string, callId = 'call') => ({
  callId,
  decision: { type: 'approve' as const },
  hash,
  by: 'person',
  time: 1
});

const intent = (callId = 'call', runId = 'run') => ({
  callId,
  runId,
  tool: 'insert_cell',
  notebook: 'a.ipynb',
  hash: 'h',
  time: 1
});

const run: IEffectRecord = {
  time: 2,
  kind: 'run',
  cellId: 'c',
  before: null,
  hash: 'h',
  msgId: 'm',
  kernelId: 'k',
  process: null
};

const insert: IEffectRecord = {
  time: 1,
  kind: 'insert',
  cellId: 'c',
  after: null,
  hash: 'h'
};

const message = (text: string): AgentEvent => ({
  threadId: 't',
  time: 1,
  type: 'user-message',
  messageId: text,
  text
});

const texts = (events: AgentEvent[]) =>
  events.map(event => (event.type === 'user-message' ? event.text : ''));

describe('DurableJournal', () => {
  let database: ThreadDatabase;
  let journal: DurableJournal;
  let damaged: string[];

  const journalOf = (tab: ThreadDatabase) =>
    new DurableJournal(tab, {
      onDamaged: (threadId, error) => damaged.push(`${threadId}: ${error}`)
    });

  const begin = (callId = 'call', runId = 'run') =>
    journal.intend(at, intent(callId, runId), decision('h', callId));

  beforeEach(async () => {
    freshBrowser();
    damaged = [];
    database = await openTab();
    journal = journalOf(database);
  });

  afterEach(() => {
    expect(damaged).toEqual([]);
  });

  describe('decisions', () => {
    it('counts one of two that two tabs make at once', async () => {
      const other = journalOf(await openTab());
      const records = [1, 2, 3].map(time => ({ ...decision('h'), time }));
      const counted = await Promise.all([
        journal.decide(at, records[0]),
        other.decide(at, records[1]),
        journal.decide(at, records[2])
      ]);
      expect(counted.filter(Boolean)).toHaveLength(1);
      const stored = (await other.call(at, 'call'))?.decision;
      expect(stored).toEqual(records[counted.indexOf(true)]);
    });

    it.each([
      ['the person’s first on the same content', {}, {}, false],
      ['the one on what is there now', {}, { hash: 'two' }, true],
      [
        'the person’s rejection, on other content too',
        { decision: { type: 'reject' } },
        { hash: 'two' },
        false
      ],
      ['the person’s, and not a rule’s', { by: 'notebook' }, {}, true],
      ['the person’s, and no rule’s after it', {}, { by: 'notebook' }, false]
    ])(
      'counts %s, also where the call begins',
      async (_, first, second, isNew) => {
        const [one, two] = [first, second].map((change, at) => ({
          ...decision('one'),
          time: at,
          ...change
        }));
        await journal.decide(at, one);
        expect(await journal.decide(at, two)).toBe(isNew);
        const { intent: begun } = await journal.intend(at, intent(), two);
        expect(begun).toEqual(isNew ? intent() : undefined);
        expect((await journal.call(at, 'call'))?.decision).toEqual(
          isNew ? two : one
        );
      }
    );

    it.each([
      ['a decision', (on: DurableJournal) => on.decide(at, decision('h', 'x'))],
      ['a run', (on: DurableJournal) => on.effect(at, 'call', run)],
      [
        'a command',
        (on: DurableJournal) =>
          on.effect(at, 'call', { time: 1, kind: 'shell', hash: 'h' })
      ],
      [
        'no inserted cell',
        (on: DurableJournal) => on.effect(at, 'call', insert),
        'relaxed'
      ]
    ])(
      'are written with strict durability: %s',
      async (_, act, durability = 'strict') => {
        await begin();
        const opened = jest.spyOn(IDBDatabase.prototype, 'transaction');
        await act(journal);
        expect(opened.mock.calls.map(call => call[2]?.durability)).toEqual([
          durability
        ]);
      }
    );
  });

  describe('calls', () => {
    it('tell who begins one again what was done of it', async () => {
      expect(await begin()).toEqual({
        callId: 'call',
        attempt: 0,
        decision: decision('h'),
        intent: intent(),
        effects: []
      });
      await journal.effect(at, 'call', insert);
      await journal.effect(at, 'call', run);
      const again = await journalOf(await openTab()).intend(
        at,
        { ...intent(), runId: 'another' },
        { ...decision('h'), time: 2 }
      );
      expect(again.decision).toEqual(decision('h'));
      expect(again.intent).toEqual(intent());
      expect(again.effects).toEqual([insert, run]);
    });

    it('keep one note of what was told of again, and all that stands before', async () => {
      await begin();
      await journal.effect(at, 'call', insert);
      await journal.effect(at, 'call', run);
      await journal.effect(at, 'call', { ...run, msgId: 'again' }, true);
      const stored = [insert, { ...run, msgId: 'again' }];
      expect((await journal.call(at, 'call'))?.effects).toEqual(stored);
      const other = journalOf(await openTab());
      expect((await other.call(at, 'call'))?.effects).toEqual(stored);
      // An effect of an earlier attempt is not the last one of this attempt.
      await other.choose(at, 'call', 'run');
      await other.effect(at, 'call', run, true);
      expect((await other.call(at, 'call'))?.effects).toEqual([insert, run]);
    });

    it('keep no effect of a call that has not begun', async () => {
      await journal.decide(at, decision('h'));
      await expect(journal.effect(at, 'call', insert)).rejects.toThrow(
        'only for a call that has begun'
      );
      expect((await journal.call(at, 'call'))?.effects).toEqual([]);
    });

    describe('of a thread that this tab drives', () => {
      const code = { ...run, source: LONG_CODE };
      const outcome = {
        callId: 'call',
        state: 'done' as const,
        text: 'Done.',
        time: 3
      };

      beforeEach(() => database.setFence('t', 1));

      it('are there whole for another page', async () => {
        await begin();
        await journal.effect(at, 'call', insert);
        await journal.effect(at, 'call', code);
        await journal.finish(at, outcome);
        const whole = {
          callId: 'call',
          attempt: 0,
          decision: decision('h'),
          intent: intent(),
          effects: [insert, code],
          outcome
        };
        const other = journalOf(await openTab());
        expect(await other.call(at, 'call')).toEqual(whole);
        expect(await other.calls(at)).toEqual([whole]);
      });
    });

    it('begin a new attempt on “run it”, once, with what stands in the notebook', async () => {
      await begin();
      await journal.effect(at, 'call', insert);
      await journal.effect(at, 'call', run);
      const other = journalOf(await openTab());
      const counted = await Promise.all([
        journal.choose(at, 'call', 'run'),
        other.choose(at, 'call', 'run')
      ]);
      expect(counted).toEqual([true, false]);
      expect(await other.call(at, 'call')).toMatchObject({
        attempt: 1,
        intent: intent(),
        effects: [insert]
      });
    });

    it('take one answer where it is unclear', async () => {
      await begin();
      expect(await journal.choose(at, 'call', 'skip')).toBe(false);
      await journal.effect(at, 'call', run);
      expect(await journal.choose(at, 'call', 'skip')).toBe(true);
      expect(await journal.choose(at, 'call', 'run')).toBe(false);
      expect((await journal.call(at, 'call'))?.attempt).toBe(0);
    });

    it('come in the order they were begun, not decided, each once', async () => {
      for (const callId of ['a', 'b', 'c']) {
        await journal.decide(at, decision('h', callId));
      }
      await begin('c', 'one');
      await begin('a', 'one');
      await begin('z', 'two');
      await journal.effect(at, 'c', run);
      await journal.choose(at, 'c', 'run');
      await begin('c', 'one');
      const ids = async (runId?: string) =>
        (await journal.calls(at, runId)).map(
          ({ callId, attempt }) => `${callId}${attempt}`
        );
      expect(await ids()).toEqual(['c1', 'a0', 'z0']);
      expect(await ids('one')).toEqual(['c1', 'a0']);
      expect(await journal.calls(fork)).toEqual([]);
    });

    it('keep their decision once they have begun on it, and their first outcome', async () => {
      const outcome = (text: string) => ({
        callId: 'call',
        state: 'done' as const,
        text,
        time: 1
      });
      await journal.decide(at, decision('one'));
      await journal.intend(at, intent(), decision('one'));
      expect(await journal.decide(at, decision('other'))).toBe(false);
      await journal.finish(at, outcome('first'));
      await journal.finish(at, outcome('second'));
      expect(await journal.call(at, 'call')).toMatchObject({
        decision: { hash: 'one' },
        outcome: { text: 'first' }
      });
    });

    it('does not guess of one whose record cannot be read: it may have run', async () => {
      await begin('whole');
      const rubbish = { record: 'rubbish' };
      await idbOf(database).put('calls', rubbish, ['t', '', 'x']);
      await expect(journal.call(at, 'x')).rejects.toThrow(/cannot be read/);
      await expect(journal.decide(at, decision('h', 'x'))).rejects.toThrow(
        /cannot be read/
      );
      expect((await journal.calls(at)).map(({ callId }) => callId)).toEqual([
        'whole'
      ]);
      expect(damaged).toHaveLength(3);
      damaged = [];
    });
  });

  describe('the display log', () => {
    it('has the order of the calls, across branches, ticks and pages', async () => {
      const shown = ['1', '2', '3'].map(text =>
        journal.show(at, message(text))
      );
      const other = journal.show(fork, message('b'));
      await Promise.all([...shown, other]);
      const later = journal.show(at, message('4'));
      await Promise.resolve();
      await Promise.all([later, journal.show(at, message('5'))]);
      const next = journalOf(await openTab());
      await next.show(at, message('6'));
      await journal.show(at, message('7'));
      expect(texts(await next.shown(at))).toEqual([...'1234567']);
      expect(texts(await next.shown(fork))).toEqual(['b']);
    });

    it('has all that this tab was told to show, also right after a decision', async () => {
      await journal.decide(at, decision('one'));
      const shown = journal.show(at, message('1'));
      expect(texts(await journal.shown(at))).toEqual(['1']);
      fullFor('events');
      const lost = journal.show(at, message('lost'));
      lost.catch(() => undefined);
      expect(texts(await journal.shown(at))).toEqual(['1']);
      await expect(lost).rejects.toThrow();
      await shown;
    });

    it('begins with what the parent had shown up to the fork, at any depth', async () => {
      const line = (id: string, parent: string | null, events: number) => ({
        id,
        parent,
        events,
        checkpointId: null,
        created: 1
      });
      await idbOf(database).put(
        'threads',
        {
          ...newThread('t', 'a.ipynb', 1),
          branches: [line('', null, 0), line('b', '', 2), line('c', 'b', 3)]
        },
        't'
      );
      for (const [branch, text] of [
        ['', '1'],
        ['', '2'],
        ['', '3'],
        ['b', 'b1'],
        ['b', 'b2'],
        ['c', 'c1']
      ]) {
        await journal.show({ threadId: 't', branch }, message(text));
      }
      const of = async (branch: string) =>
        texts(await journal.shown({ threadId: 't', branch }));
      expect(await of('')).toEqual(['1', '2', '3']);
      expect(await of('b')).toEqual(['1', '2', 'b1', 'b2']);
      expect(await of('c')).toEqual(['1', '2', 'b1', 'c1']);
    });

    it('leaves out what cannot be read, says so, and shows the rest', async () => {
      for (const text of ['1', '2', '3']) {
        await journal.show(at, message(text));
      }
      await idbOf(database).put('events', 'rubbish' as never, ['t', '', 0]);
      expect(texts(await journal.shown(at))).toEqual(['2', '3']);
      expect(damaged).toHaveLength(1);
      damaged = [];
    });

    it('shows the rest where the browser itself cannot read a record', async () => {
      for (const text of ['1', '2', '3']) {
        await journal.show(at, message(text));
      }
      unreadable('events', key => Array.isArray(key) && key[2] === 1);
      expect(texts(await journal.shown(at))).toEqual(['1', '3']);
      expect(damaged).toHaveLength(1);
      damaged = [];
    });
  });

  it('remembers facts by branch', async () => {
    await journal.remember(at, { epoch: '1', 'seen:a': 'h' });
    await journal.remember(at, { epoch: '2' });
    await journal.remember(fork, { epoch: '9' });
    await journal.remember(at, {});
    expect(await journal.remembered(at)).toEqual({
      epoch: '2',
      'seen:a': 'h'
    });
  });

  describe('where another tab has the thread', () => {
    const writes: [string, (on: DurableJournal) => Promise<unknown>][] = [
      ['decide', on => on.decide(at, decision('h'))],
      ['intend', on => on.intend(at, intent(), decision('h'))],
      ['effect', on => on.effect(at, 'old', run)],
      [
        'finish',
        on => on.finish(at, { callId: 'old', state: 'done', text: '', time: 1 })
      ],
      ['choose', on => on.choose(at, 'old', 'run')],
      ['show', on => on.show(at, message('x'))],
      ['show in a branch', on => on.show(fork, message('x'))],
      ['remember', on => on.remember(at, { epoch: 'x' })]
    ];

    it.each(writes)('writes nothing: %s', async (_, write) => {
      await journal.decide(at, decision('h', 'decided'));
      await begin('old');
      await journal.effect(at, 'old', run);
      const tab = await openTab();
      database.setFence('t', 1);
      tab.setFence('t', 2);
      await idbOf(tab).put('fences', 2, 't');
      const everything = async () =>
        Promise.all(
          [...idbOf(tab).objectStoreNames].map(async name => [
            name,
            await idbOf(tab).getAllKeys(name),
            await idbOf(tab).getAll(name)
          ])
        );
      const before = await everything();
      const refused: unknown = await write(journal).catch(error => error);
      expect(isFencedError(refused)).toBe(true);
      expect(await everything()).toEqual(before);
      await expect(write(journalOf(tab))).resolves.not.toThrow();
      expect(await everything()).not.toEqual(before);
    });
  });
});
