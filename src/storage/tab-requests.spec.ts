import type { AgentCommand } from '../contract';
import type { ThreadDatabase } from './database/thread-database';
import { deleteThread } from './threads/durable-threads';
import { TabRequests } from './tab-requests';
import { idbOf, openTab } from './stories/two-tabs';

const STOP: AgentCommand = { type: 'stop', threadId: 't' };

let database: ThreadDatabase;
let requests: TabRequests;

beforeEach(async () => {
  database = await openTab(`requests ${Math.random()}`);
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

it('an answer is read once, by the tab that knows what it asked, the newest alone', async () => {
  await requests.put('a', STOP);
  await requests.take('t', 'a');
  expect(await requests.readAnswer('t', 'a')).toBeUndefined();
  await requests.answer('t', 'a', { kind: 'taken' });
  await requests.answer('t', 'a', { kind: 'done' });
  expect(await requests.readAnswer('t', 'b')).toBeUndefined();
  expect(await requests.readAnswer('u', 'a')).toBeUndefined();
  expect(await requests.readAnswer('t', 'a')).toEqual({ kind: 'done' });
  expect(await requests.readAnswer('t', 'a')).toBeUndefined();
});

it('an answer is not where a request is looked for: a tab of the version before finds its own gone', async () => {
  await requests.put('a', STOP);
  await requests.take('t', 'a');
  await requests.answer('t', 'a', { kind: 'held', why: 'Because.' });
  expect(await idbOf(database).get('asks', ['t', 'a'])).toBeUndefined();
  for (const key of await idbOf(database).getAllKeys('asks')) {
    expect(await requests.take('t', key[1])).toBeUndefined();
  }
  expect(await requests.readAnswer('t', 'a')).toMatchObject({ kind: 'held' });
});

it('an answer that nobody reads is cleared away', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(0);
  await requests.answer('t', 'a', { kind: 'done' });
  now.mockReturnValue(60_000);
  await requests.put('c', STOP);
  expect(await idbOf(database).getAllKeys('asks')).toEqual([['t', 'c']]);
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
  expect(await idbOf(database).getAllKeys('asks')).toEqual([['t', 'c']]);
});

it('requests and answers go with their thread', async () => {
  await requests.put('a', STOP);
  await requests.answer('t', 'b', { kind: 'done' });
  await deleteThread(database, 't', () => true);
  expect(await idbOf(database).getAllKeys('asks')).toEqual([]);
});
