import 'fake-indexeddb/auto';

import type { AgentCommand } from '../contract';
import { ThreadDatabase } from './database/thread-database';
import { deleteThread } from './threads/delete-thread';
import { TabRequests } from './tab-requests';

const STOP: AgentCommand = { type: 'stop', threadId: 't' };

let database: ThreadDatabase;
let requests: TabRequests;

beforeEach(async () => {
  database = await ThreadDatabase.open(`requests ${Math.random()}`, {
    onReplaced: () => undefined
  });
  requests = new TabRequests(database);
});

afterEach(() => {
  jest.restoreAllMocks();
  database.close();
});

it('a request is had by one tab, once', async () => {
  await requests.put('a', STOP);
  const other = new TabRequests(database);
  const taken = await Promise.all([
    requests.take('t', 'a'),
    other.take('t', 'a')
  ]);
  expect(taken.filter(Boolean)).toEqual([STOP]);
  expect(await requests.take('t', 'a')).toBeUndefined();
});

it('a request is left until somebody takes it', async () => {
  await requests.put('a', STOP);
  expect(await requests.isLeft('t', 'a')).toBe(true);
  expect(await requests.isLeft('u', 'a')).toBe(false);
  await requests.take('t', 'a');
  expect(await requests.isLeft('t', 'a')).toBe(false);
});

it('a request is not had under another thread or name, nor one that was never made', async () => {
  await requests.put('a', STOP);
  expect(await requests.take('u', 'a')).toBeUndefined();
  expect(await requests.take('t', 'b')).toBeUndefined();
  expect(await requests.take('t', 'a')).toEqual(STOP);
});

it('a request of a tab that is long gone is not done, and is cleared away', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(0);
  await requests.put('a', STOP);
  await requests.put('b', STOP);
  now.mockReturnValue(60_000);
  expect(await requests.take('t', 'a')).toBeUndefined();
  await requests.put('c', STOP);
  expect(await database.db.getAllKeys('asks')).toEqual([['t', 'c']]);
});

it('requests go with their thread', async () => {
  await requests.put('a', STOP);
  await deleteThread(database, 't', () => true);
  expect(await requests.take('t', 'a')).toBeUndefined();
});
