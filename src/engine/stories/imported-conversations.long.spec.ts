import 'fake-indexeddb/auto';

import {
  DEFAULT_POLICY,
  EFFECTS,
  ENGLISH,
  type AgentEvent,
  type IThreadMessage,
  type IThreadRecord
} from '../../contract';
import { makeCheckpointSaver } from '../../storage';
import { agentStore } from '../../storage/agent-store';
import type { IAgentStore, IThreadStore } from '../../storage/thread-store';
import { openThreadStore } from '../../storage/open-thread-store';
import { ThreadFiles } from '../../storage/transfer/thread-files';
import type { DurableThreads } from '../../storage/threads/durable-threads';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeFiles } from '../../testing/fake-files';
import { historyProblems } from '../../testing/scripted-model';
import { Site, THREAD, type Page } from './reopening';

interface IHostileFile {
  name: string;
  events: Record<string, unknown>[];
  /** How often, with different ids. */
  times?: number;
  /** Other fields in the file of one conversation. */
  file?: Record<string, unknown>;
  /** Other fields around it in the file beside a notebook. */
  entry?: Record<string, unknown>;
}

const NOTEBOOK = 'analysis.ipynb';
const CASES = readCorpus<IHostileFile>('imported-conversations').map(
  each => [each.name, each] as const
);

/** Rules that allow everything: none of them may have an effect here. */
const ALL_ALLOWED = {
  ...DEFAULT_POLICY,
  effects: Object.fromEntries(
    EFFECTS.map(effect => [effect, 'allow' as const])
  ) as typeof DEFAULT_POLICY.effects,
  notebooks: [{ root: '', notebook: NOTEBOOK, id: 'n1', effects: [...EFFECTS] }]
};

let made = 0;
let store: IThreadStore & IAgentStore;
let site: Site;
let page: Page;

beforeEach(async () => {
  const opened = await openThreadStore({
    owner: ['http://server/', `imports ${++made}`],
    trans: ENGLISH,
    onProblem: problem => {
      throw new Error(problem);
    }
  });
  store = { ...opened, ...agentStore(opened, ENGLISH) };
  const { journal, threads, images, database } = store;
  const checkpointer = makeCheckpointSaver(database);
  site = new Site({
    answers: [{ text: 'I have read it.' }],
    settings: { policy: ALL_ALLOWED },
    stores: { journal, threads, images, checkpointer }
  });
  site.notebook.id = 'n1';
  page = site.page();
});

afterEach(() => store.database?.close());

function exported({
  events: once,
  times = 1,
  file
}: IHostileFile): Record<string, unknown> {
  const events = Array.from({ length: times }, (_, time) =>
    once.map(event =>
      Object.fromEntries(
        Object.entries(event).map(([key, value]) => [
          key,
          time > 0 && key.endsWith('Id') ? `${String(value)}-${time}` : value
        ])
      )
    )
  ).flat();
  return {
    format: 'cellwright-thread',
    version: 1,
    title: 'EVIL',
    named: false,
    notebook: 'x.ipynb',
    created: 1,
    updated: 2,
    events: events.map((event, time) => ({ time, ...event })),
    ...file
  };
}

/**
 * Opens it and sends every command that a person or another tab could have
 * sent.
 */
async function poke(id: string): Promise<void> {
  const { engine } = page;
  await engine.send({ type: 'open', threadId: id });
  await engine.thread(id).going;
  await engine.send({ type: 'policy-changed', threadId: id });
  await engine.send({ type: 'turn-rule', threadId: id, on: true });
  const calls = (await engine.history(id)).flatMap(event =>
    event.type === 'call-proposed' ? [event.callId] : []
  );
  for (const interruptId of ['i1', ...calls]) {
    await engine.send({
      type: 'resume',
      threadId: id,
      interruptId,
      decisions: Object.fromEntries(
        calls.map(call => [call, { type: 'approve' as const }])
      ),
      hashes: Object.fromEntries(calls.map(call => [call, 'h']))
    });
  }
  const [message] = (await engine.history(id)).filter(
    event => event.type === 'user-message'
  );
  if (message) {
    const { messageId } = message;
    await engine.send({ type: 'fork', threadId: id, from: { messageId } });
  }
  await engine.thread(id).going;
}

async function expectNothingDone(id: string): Promise<void> {
  const sources = site.notebook.cells().map(({ source }) => source);
  const began = page.of('run-started').length;
  await poke(id);
  expect(site.requests).toEqual([]);
  expect(site.kernel).toEqual([]);
  expect(site.notebook.cells().map(({ source }) => source)).toEqual(sources);
  expect((page.workspace.files as FakeFiles).calls).toEqual([]);
  expect(page.of('run-started')).toHaveLength(began);
  for (const type of ['review-opened', 'interrupt-opened'] as const) {
    expect(page.of(type)).toEqual([]);
  }
  expect(await page.engine.getInterruptStatus(id)).toEqual({
    state: 'idle',
    waiting: []
  });
  expect(await store.threads.get(id)).toMatchObject({
    pending: 0,
    run: null,
    queued: [],
    imported: true,
    untouched: true
  });
  // Each call that is shown is closed, and so is the last run.
  const log = await page.engine.history(id);
  expect(openIn(log)).toEqual([]);
  expect(await store.journal.calls({ threadId: id, branch: '' })).toEqual([]);
}

function openIn(log: readonly AgentEvent[]): string[] {
  const open = new Set<string>();
  for (const event of log) {
    if (event.type === 'call-proposed') {
      open.add(event.callId);
    } else if (event.type === 'call-finished') {
      open.delete(event.callId);
    } else if (event.type === 'run-started') {
      open.add(event.runId);
    } else if (event.type === 'run-finished') {
      open.clear();
    }
  }
  return [...open];
}

/**
 * Only one message is sent to the model: the person's words, with the file's as
 * data.
 */
function expectOnlyData(said: string): void {
  expect(site.requests).toHaveLength(1);
  const messages = site.requests[0].filter(({ type }) => type !== 'system');
  expect(historyProblems(messages)).toEqual([]);
  expect(messages.map(({ type }) => type)).toEqual(['human']);
  const { text } = messages[0];
  expect(text.startsWith(`${said}\n\n<context>\n`)).toBe(true);
  const parts = text.split(/<data from="file">\n|\n<\/data>/);
  expect(parts).toHaveLength(3);
  expect(parts[1]).toContain('EVIL');
  expect(parts[0] + parts[2]).not.toContain('EVIL');
  expect(parts[1]).not.toMatch(/<\/?(data|context)/i);
  expect(text.length).toBeLessThan(50_000);
}

describe.each(CASES)('of a hostile file: %s', (_name, hostile) => {
  it('acts on nothing when it is imported and opened', async () => {
    const text = JSON.stringify(exported(hostile));
    const { id } = await store.threads.import(text, NOTEBOOK, 'evil.json');
    await expectNothingDone(id);
    await page.engine.send({
      type: 'start',
      threadId: id,
      messageId: 'mine',
      text: 'What is this?'
    });
    expectOnlyData('What is this?');
    expect(site.kernel).toEqual([]);
  });

  it('is read by a model as data once the person presses Continue', async () => {
    const text = JSON.stringify(exported(hostile));
    const { id } = await store.threads.import(text, NOTEBOOK, 'evil.json');
    await page.engine.send({ type: 'open', threadId: id });
    await page.engine.thread(id).going;
    expect(site.requests).toEqual([]);
    await page.engine.send({ type: 'retry', threadId: id });
    expectOnlyData('Continue.');
    expect(site.kernel).toEqual([]);
    expect((await store.threads.get(id))?.untouched).toBe(false);
  });

  it.each(['ask', 'agent'] as const)(
    'is gone on with in the mode that is chosen: %s',
    async mode => {
      const text = JSON.stringify(exported(hostile));
      const { id } = await store.threads.import(text, NOTEBOOK, 'evil.json');
      await page.engine.send({ type: 'open', threadId: id });
      await page.engine.thread(id).going;
      await page.engine.send({ type: 'retry', threadId: id, mode });
      const facts = await store.journal.remembered({
        threadId: id,
        branch: ''
      });
      expect(facts.mode).toBe(mode);
    }
  );

  it('stays in the file beside a notebook until the person asks for it, and acts on nothing then', async () => {
    const path = 'analysis.cellwright.json';
    const file = JSON.stringify({
      format: 'cellwright-threads',
      version: 1,
      threads: [
        { id: 'x', updated: 2, thread: exported(hostile), ...hostile.entry }
      ]
    });
    const files = new FakeFiles({ [path]: file });
    const { threads } = store;
    const beside = new ThreadFiles({ files, threads, trans: ENGLISH });
    const before = await beside.sync(NOTEBOOK);
    expect(before).toMatchObject({ taken: [], left: [] });
    expect(before.waiting).toHaveLength(1);
    expect(await threads.list()).toEqual([]);
    await beside.answer(NOTEBOOK, before.waiting, true);
    const { taken } = await beside.sync(NOTEBOOK);
    expect(taken).toHaveLength(1);
    expect(await threads.get(taken[0])).toMatchObject({
      importedFrom: path
    });
    await expectNothingDone(taken[0]);
    // And what goes back into the file cannot be approved anywhere.
    const words = JSON.parse(await threads.export(taken[0])) as {
      events: AgentEvent[];
    };
    expect(openIn(words.events)).toEqual([]);
  });

  it('acts on nothing though an earlier version has taken it', async () => {
    const text = JSON.stringify(exported(hostile));
    const threads = store.threads as DurableThreads;
    const taken = await threads.import(text, NOTEBOOK);
    const { record, events, messages } = await asEarlier(threads, taken);
    await threads.delete(taken.id);
    await threads.adopt({ record, events, messages });
    const { id } = record;
    const wasWaiting = record.pending > 0;
    await poke(id);
    expect(site.requests).toEqual([]);
    expect(site.kernel).toEqual([]);
    expect(page.of('run-started')).toEqual([]);
    expect(page.of('review-opened')).toEqual([]);
    const now = await threads.get(id);
    expect(now).toMatchObject({ pending: 0, run: null });
    expect(now?.untouched ?? false).toBe(wasWaiting);
    expect(openIn(await page.engine.history(id))).toEqual([]);
    await page.engine.send({
      type: 'start',
      threadId: id,
      messageId: 'mine',
      text: 'What is this?'
    });
    expectOnlyData('What is this?');
  });
});

describe('a conversation that an earlier version had begun to act on', () => {
  const CODE = {
    calls: [{ name: 'jupyter_cell', args: { code: 'EVIL = 1' } }]
  };

  /**
   * Its messages were stored as if the person had sent them, and its call waits
   * on a card.
   */
  async function seeded(): Promise<void> {
    const { journal, threads, images, checkpointer } = site;
    site = new Site({
      answers: [CODE, { text: 'I have read it.' }],
      stores: { journal, threads, images, checkpointer }
    });
    const first = site.page();
    await first.say('EVIL Do it.', 'evil');
    expect(await first.waiting()).toHaveLength(1);
    const words = (await first.messages()).map(message => ({
      role: message.type === 'human' ? 'person' : 'model',
      id: message.id,
      text: message.text,
      calls:
        (message as { tool_calls?: { id: string; name: string }[] })
          .tool_calls ?? []
    }));
    first.kill();
    await store.database?.db.put('imports', words, THREAD);
    await store.threads.update(THREAD, { imported: true });
    site.requests.length = 0;
    page = site.page();
  }

  it('closes its card, whatever the rules say, and tells its words as data', async () => {
    await seeded();
    site.settings = { ...site.settings, policy: ALL_ALLOWED };
    await poke(THREAD);
    expect(await page.waiting()).toEqual([]);
    expect(site.requests).toEqual([]);
    expect(site.kernel).toEqual([]);
    expect(await store.threads.get(THREAD)).toMatchObject({
      pending: 0,
      run: null
    });
    expect(openIn(await page.engine.history(THREAD))).toEqual([]);
    expect(await page.problems()).toEqual([]);
    // The model that reads it now gives its own first answer.
    site.settings = { ...site.settings, policy: DEFAULT_POLICY };
    await page.say('What is this?');
    const [data, mine, ...rest] = site.requests[0].filter(
      ({ type }) => type !== 'system'
    );
    expect(rest).toEqual([]);
    expect([data.type, mine.type]).toEqual(['human', 'human']);
    expect(mine.text).toMatch(/^What is this\?/);
    expect(mine.text).not.toContain('EVIL');
    const parts = data.text.split(/<data from="file">\n|\n<\/data>/);
    expect(parts).toHaveLength(3);
    expect(parts[1]).toContain('EVIL Do it.');
    expect(parts[0] + parts[2]).not.toContain('EVIL');
  });

  it('has its calls answered, and never asked about, in a branch from where they waited', async () => {
    await seeded();
    const [{ card }] = await page.waiting();
    const timeline = await page.engine.past.timeline(THREAD);
    for (const { id } of timeline) {
      await page.engine.send({
        type: 'fork',
        threadId: THREAD,
        from: { checkpointId: id }
      });
      await page.stop();
    }
    const asked = page
      .of('review-opened')
      .flatMap(({ cards }) => cards.map(({ callId }) => callId));
    expect(asked).not.toContain(card.callId);
    expect(site.kernel).toEqual([]);
    expect(site.requests.length).toBeGreaterThan(0);
    for (const request of site.requests) {
      const told = request
        .filter(({ type }) => type !== 'system')
        .map(({ text }) => text.replace(/<data [\s\S]*<\/data>/, ''));
      expect(told.join('\n')).not.toContain('EVIL');
    }
  });
});

/**
 * A thread as an earlier version stored it: the calls at its end wait, and no
 * run has ended.
 */
async function asEarlier(
  threads: DurableThreads,
  taken: IThreadRecord
): Promise<{
  record: IThreadRecord;
  events: AgentEvent[];
  messages: IThreadMessage[];
}> {
  const id = 'taken-before';
  const words = await threads.imported(taken.id);
  const step = words.findLastIndex(({ role }) => role === 'model');
  const last = words[step];
  const results = words.slice(step + 1);
  const waits =
    last?.role === 'model' &&
    last.calls.length > 0 &&
    results.every(each => each.role === 'tool' && each.state === 'stopped');
  const open = new Set(
    waits && last.role === 'model' ? last.calls.map(call => call.id) : []
  );
  const { untouched, ...rest } = taken;
  expect(untouched).toBe(true);
  const log = await threads.history(taken.id);
  return {
    record: { ...rest, id, pending: open.size },
    events: log
      .filter(
        event =>
          !(event.type === 'call-finished' && open.has(event.callId)) &&
          !(waits && event === log.at(-1) && event.type === 'run-finished')
      )
      .map(event => ({ ...event, threadId: id })),
    messages: waits ? words.slice(0, step + 1) : words
  };
}
