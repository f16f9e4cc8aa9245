import 'fake-indexeddb/auto';

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { openDB } from 'idb';

import {
  type AgentEvent,
  type IModelChoice,
  DEFAULT_SETTINGS,
  DEMO_CHOICE,
  ENGLISH,
  auditJsonLines,
  auditMarkdown
} from '../../../contract';
import { createEngine, IndexedDBSaver } from '../../../engine';
import * as models from '../../../models';
import { KeyVault } from '../../../storage/key-vault';
import { openThreadStore } from '../../../storage/open-thread-store';
import { ThreadFiles } from '../../../storage/transfer/thread-files';
import { FakeFiles } from '../../../testing/fake-files';
import { FakeNotebook } from '../../../testing/fake-notebook';
import { FakeWorkspace } from '../../../testing/fake-workspace';
import { until } from '../../../testing/until';
import { ModelService } from '../../models/model-service';
import { RememberedKeys } from '../../keys/remembered-keys';
import { SettingsStore } from '../../settings/settings-store';

const KEY = 'sk-proj-do-not-write-me-down-0123456789';

/** A server that repeats the key in its error, as careless servers do. */
function carelessServer(status: number): Promise<Server> {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    response.writeHead(status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*'
    });
    response.end(
      JSON.stringify({ error: { message: `Bad key: ${authorization}` } })
    );
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** Everything in a value, with bytes as text. */
function text(value: unknown): string {
  if (value instanceof ArrayBuffer) {
    return Buffer.from(value).toString('latin1');
  }
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer).toString('latin1');
  }
  if (value instanceof Error) {
    return [value.message, value.stack, text(value.cause)].join('\n');
  }
  if (value instanceof Map || value instanceof Set) {
    return text([...value]);
  }
  return value && typeof value === 'object'
    ? Object.entries(value)
        .map(([name, each]) => `${name}: ${text(each)}`)
        .join('\n')
    : String(value);
}

describe.each([401, 500])('a key, with a server that answers %i', status => {
  const printed: unknown[] = [];
  const stored: Record<string, unknown> = {};
  let server: Server;
  let choice: IModelChoice;
  let service: ModelService;
  let events: AgentEvent[];
  let log: AgentEvent[];
  /** Everything that the person can export, by name. */
  let written: Record<string, string>;

  beforeAll(async () => {
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      jest
        .spyOn(console, name)
        .mockImplementation((...args) => void printed.push(...args));
    }
    server = await carelessServer(status);
    const { port } = server.address() as AddressInfo;
    choice = {
      ...DEMO_CHOICE,
      provider: 'openai',
      model: 'gpt-5-mini',
      baseUrl: `http://127.0.0.1:${port}/v1`
    };
    const settings = {
      user: stored,
      schema: {},
      changed: { connect: () => true },
      set: async (name: string, value: unknown) => {
        stored[name] = value;
      }
    };
    const loaded = async () =>
      settings as unknown as ISettingRegistry.ISettings;
    const keys = new RememberedKeys(
      {
        remembering: { ok: true },
        open: async () =>
          new KeyVault({
            owner: ['http://localhost/', 'ada'],
            trans: ENGLISH,
            onForgotten: sentence => printed.push(sentence)
          })
      },
      error => printed.push(error)
    );
    service = new ModelService({
      store: await SettingsStore.open(
        { load: loaded, reload: loaded, path: '' },
        ENGLISH
      ),
      keys,
      trans: ENGLISH,
      loadProviders: async () => models.providers,
      loadModels: async () => models
    });
    await service.choose(choice);
    service.setKey(choice, KEY, true);
    await service.acknowledge();
    await until(() => service.remembers(choice));

    const store = await openThreadStore({
      owner: ['http://localhost/', `user of ${status}`],
      trans: ENGLISH,
      onProblem: sentence => printed.push(sentence)
    });
    const { threads, journal, images, database, onDamaged } = store;
    expect(threads.keeping).toEqual({ ok: true });
    const engine = createEngine({
      workspace: new FakeWorkspace({ notebook: new FakeNotebook() }),
      trans: ENGLISH,
      threads,
      journal,
      imageStore: images,
      checkpointer: new IndexedDBSaver(database, ENGLISH, onDamaged),
      model: () => ({ choice, key: keys.get(choice), disclosed: true }),
      settings: () => ({ ...DEFAULT_SETTINGS, debug: true })
    });
    events = [];
    engine.subscribe(event => events.push(event));
    await engine.send({
      type: 'start',
      threadId: 't',
      messageId: 'm',
      text: 'hello'
    });
    log = await engine.history('t');
    const audit = await engine.past.audit('t');
    const files = new FakeFiles({ 'analysis.ipynb': '{}' });
    const beside = new ThreadFiles({ files, threads, trans: ENGLISH });
    await beside.sync('analysis.ipynb');
    written = {
      'the exported conversation': await threads.export('t'),
      'the exported log': auditJsonLines(audit),
      'the exported log in words': auditMarkdown(audit, ENGLISH),
      'the file beside the notebook': String(
        files.text('analysis.cellwright.json')
      )
    };
  });

  afterAll(() => {
    server.close();
  });

  it('has been used: the run met the server', () => {
    expect(service.hasKey).toBe(true);
    expect(service.remembers(choice)).toBe(true);
    expect(events.some(({ type }) => type === 'debug')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'run-finished',
      outcome: 'failed'
    });
  });

  it('is in none of the settings', () => {
    expect(stored.model).toBeDefined();
    expect(text(stored)).not.toContain(KEY);
  });

  it('is not in the service that others can reach', () => {
    expect(text(service)).not.toContain(KEY);
    expect(JSON.stringify(service)).not.toContain(KEY);
  });

  it('is in no event, no error, no debug entry and not in the log', () => {
    expect(text(events)).not.toContain(KEY);
    expect(text(log)).not.toContain(KEY);
  });

  it('is in nothing that leaves the browser as a file', () => {
    const { 'the exported log': lines, ...texts } = written;
    for (const each of Object.values(texts)) {
      expect(each).toContain('hello');
    }
    expect(lines).toContain('"kind"');
    expect(text(written)).not.toContain(KEY);
  });

  it('is in no error of a list or a test, and not in their sentences', async () => {
    const faults = await Promise.all([
      service.list(choice).catch((error: unknown) => error),
      service
        .test(choice, new AbortController().signal)
        .catch((error: unknown) => error)
    ]);
    for (const fault of faults) {
      expect(models.modelFault(fault)).toBeDefined();
      expect(text(fault)).not.toContain(KEY);
      expect(text(service.explain(fault))).not.toContain(KEY);
    }
  });

  it('is in no database in clear', async () => {
    const databases = await indexedDB.databases();
    expect(databases.map(({ name }) => name)).toContain('cellwright-keys');
    for (const { name } of databases) {
      const db = await openDB(name!);
      for (const store of db.objectStoreNames) {
        const held = [await db.getAllKeys(store), await db.getAll(store)];
        expect(text(held)).not.toContain(KEY);
      }
      db.close();
    }
  });

  it('is in nothing that was printed', () => {
    expect(text(printed)).not.toContain(KEY);
  });
});
