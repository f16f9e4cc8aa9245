import { HumanMessage } from '@langchain/core/messages';
import { emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint';

import { ENGLISH } from '../../src/contract';
import { IndexedDBSaver } from '../../src/storage/checkpoints/indexed-db-saver';
import {
  databaseName,
  type ThreadDatabase
} from '../../src/storage/database/thread-database';
import { openThreadStore } from '../../src/storage/open-thread-store';
import { idbOf, openTab } from './tab';

/** What happened to a thread when something went wrong. */
export interface IFaultResult {
  /** Name and message of the error. */
  error?: { name: string; message: string };
  /** How many messages the thread has now. */
  messages: number;
  /** Rows, before and after. */
  rows?: [before: number, after: number];
}

/** Stores a thread with this many messages. */
export async function keepThread(
  name: string,
  messages: number
): Promise<void> {
  await using(name, saver => put(saver, people(messages)));
}

/** Reads it as the next page load would. */
export function readThread(name: string): Promise<number> {
  return using(name, async saver => count(saver));
}

/**
 * A step of this many characters, in a thread of ten messages.
 * @param refuse the row at which to report that storage is full, as a browser
 * does; if not given, the browser itself must report it.
 */
export async function overfill(
  name: string,
  characters: number,
  refuse?: number
): Promise<IFaultResult> {
  return using(name, async (saver, database) => {
    const messages = people(10);
    await put(saver, messages);
    const before = await rows(database);
    const real = IDBObjectStore.prototype.put;
    if (refuse !== undefined) {
      let left = refuse;
      IDBObjectStore.prototype.put = function (value, key) {
        if (left-- > 0) {
          return real.call(this, value, key);
        }
        throw new DOMException('No space.', 'QuotaExceededError');
      };
    }
    let error: IFaultResult['error'];
    try {
      const large = new HumanMessage({
        id: 'large',
        content: noise(characters)
      });
      await put(saver, [...messages, large]);
    } catch (thrown) {
      error = describeError(thrown);
    } finally {
      IDBObjectStore.prototype.put = real;
    }
    const after = await rows(database);
    return { error, messages: await count(saver), rows: [before, after] };
  });
}

/** Replaces a stored record by something invalid. */
export async function damage(name: string): Promise<IFaultResult> {
  return using(name, async (saver, database) => {
    await put(saver, people(20));
    const [key] = await idbOf(database).getAllKeys('messages');
    await idbOf(database).put('messages', '"torn"', key);
    const error = await new IndexedDBSaver(database)
      .getTuple(thread)
      .then(() => undefined, describeError);
    return { error, messages: 0 };
  });
}

/**
 * How a thread is marked in the next page load after its newest checkpoint was
 * damaged.
 */
export async function damageThread(owner: string): Promise<string | undefined> {
  const options = {
    owner: [owner],
    trans: ENGLISH,
    onProblem: () => undefined
  };
  const store = await openThreadStore(options);
  const saver = new IndexedDBSaver(store.database, ENGLISH, store.onDamaged);
  await store.threads.create('t', 'a.ipynb');
  await put(saver, people(3));
  const db = idbOf(store.database);
  const [key] = await db.getAllKeys('checkpoints');
  await db.put('checkpoints', {} as never, key);
  const marked = new Promise<void>(resolve => store.threads.onChange(resolve));
  await count(saver).catch(() => 0);
  await marked;
  db.close();
  const next = await openThreadStore(options);
  const record = await next.threads.get('t');
  next.database.close();
  return record?.damaged;
}

export interface IOpenResult {
  /** Why nothing is stored; empty if it is. */
  why: string;
  took: number;
  /** Whether a conversation, its journal and its checkpoints work. */
  works: boolean;
}

/**
 * Opens it while another tab holds another version open and does not release
 * it.
 */
export async function openBlocked(owner: string): Promise<IOpenResult> {
  const name = databaseName([owner]);
  const older = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  // As if a later version of ours opened it.
  const real = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (asked, version) {
    return real.call(this, asked, (version ?? 1) + 1);
  };
  try {
    return await openAs(owner);
  } finally {
    IDBFactory.prototype.open = real;
    older.close();
  }
}

/** As in a private window that provides no storage. */
export async function openPrivate(owner: string): Promise<IOpenResult> {
  const real = IDBFactory.prototype.open;
  IDBFactory.prototype.open = () => {
    throw new DOMException('Not here.', 'SecurityError');
  };
  try {
    return await openAs(owner);
  } finally {
    IDBFactory.prototype.open = real;
  }
}

export async function openAs(owner: string): Promise<IOpenResult> {
  const begun = performance.now();
  const store = await openThreadStore({
    owner: [owner],
    trans: ENGLISH,
    onProblem: () => undefined
  });
  const took = performance.now() - begun;
  const saver = new IndexedDBSaver(store.database);
  await store.threads.create('t', 'a.ipynb');
  await put(saver, people(3));
  const hold = await store.lock.take('t');
  const works =
    (await store.threads.list()).length === 1 &&
    (await count(saver)) === 3 &&
    hold !== null;
  await hold?.release();
  store.database.close();
  const { keeping } = store.threads;
  return { why: keeping.ok ? '' : keeping.why, took, works };
}

/**
 * How many checkpoints are read for a thread that grew to this many messages.
 */
export function countHistory(name: string, messages: number): Promise<number> {
  return using(name, async (saver, database) => {
    const all = people(messages);
    for (let length = 1; length <= messages; length++) {
      await put(saver, all.slice(0, length));
    }
    const anew = new IndexedDBSaver(database);
    let checkpoints = 0;
    for await (const _ of anew.list(thread)) {
      checkpoints++;
    }
    return checkpoints;
  });
}

const thread = { configurable: { thread_id: 't', checkpoint_ns: '' } };
let version = 0;

async function put(
  saver: IndexedDBSaver,
  messages: HumanMessage[]
): Promise<void> {
  const versions = { messages: ++version };
  await saver.put(
    thread,
    {
      ...emptyCheckpoint(),
      id: uuid6(version),
      channel_values: { messages },
      channel_versions: versions
    },
    { source: 'loop', step: version, parents: {} },
    versions
  );
}

async function count(saver: IndexedDBSaver): Promise<number> {
  const tuple = await saver.getTuple(thread);
  const messages = tuple?.checkpoint.channel_values.messages;
  return Array.isArray(messages) ? messages.length : 0;
}

async function rows(database: ThreadDatabase): Promise<number> {
  const counts = await Promise.all(
    [...idbOf(database).objectStoreNames].map(store =>
      idbOf(database).count(store)
    )
  );
  return counts.reduce((sum, each) => sum + each);
}

async function using<T>(
  name: string,
  act: (saver: IndexedDBSaver, database: ThreadDatabase) => Promise<T>
): Promise<T> {
  const database = await openTab(databaseName([name]));
  try {
    return await act(new IndexedDBSaver(database), database);
  } finally {
    database.close();
  }
}

function people(length: number): HumanMessage[] {
  return Array.from(
    { length },
    (_, at) => new HumanMessage({ id: `m${at}`, content: `Message ${at}.` })
  );
}

/** Text that compression does not make smaller. */
function noise(characters: number): string {
  const bytes = new Uint16Array(characters);
  for (let at = 0; at < characters; at += 32_768) {
    crypto.getRandomValues(bytes.subarray(at, at + 32_768));
  }
  return Array.from(bytes, code =>
    String.fromCharCode(0x4e00 + (code % 0x4e00))
  ).join('');
}

function describeError(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: '', message: String(error) };
}
