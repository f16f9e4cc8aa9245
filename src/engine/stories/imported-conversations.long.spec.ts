import 'fake-indexeddb/auto';

import {
  DEFAULT_POLICY,
  EFFECTS,
  ENGLISH,
  type AgentEvent
} from '../../contract';
import { ThreadFiles } from '../../storage/transfer/thread-files';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeFiles } from '../../testing/fake-files';
import { historyProblems } from '../../testing/scripted-model';
import { browserStores, type BrowserStores } from './browser-stores';
import { Site, type Page } from './reopening';

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

let created = 0;
let store: BrowserStores;
let site: Site;
let page: Page;

beforeEach(async () => {
  store = await browserStores(['http://server/', `imports ${++created}`]);
  site = new Site({
    answers: ['I have read it.'],
    settings: { policy: ALL_ALLOWED },
    stores: store
  });
  site.notebook.id = 'n1';
  page = site.page();
});

afterEach(() => store.database.close());

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
  expect(await page.engine.stateOf(id)).toBe('idle');
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
function expectOnlyData(words: string): void {
  expect(site.requests).toHaveLength(1);
  const messages = site.requests[0].filter(({ type }) => type !== 'system');
  expect(historyProblems(messages)).toEqual([]);
  expect(messages.map(({ type }) => type)).toEqual(['human']);
  const { text } = messages[0];
  expect(text.startsWith(`${words}\n\n<context>\n`)).toBe(true);
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
      expect(facts.mode).toBe(JSON.stringify(mode));
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
});
