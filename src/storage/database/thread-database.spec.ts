import { isFencedError } from '../../contract';
import type { ThreadDatabase } from './thread-database';
import { idbOf, freshBrowser, openTab } from '../stories/two-tabs';

let database: ThreadDatabase;
let opened: jest.SpyInstance;

const KEY: [string, string, string] = ['t', '', 'count'];

beforeEach(async () => {
  freshBrowser();
  database = await openTab();
  opened = jest.spyOn(IDBDatabase.prototype, 'transaction');
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Stores a fact of a thread. */
const keep = (name: string, thread = 't', strict = false): Promise<string> =>
  database.write(
    thread,
    ['facts'],
    tx => {
      tx.put('facts', [thread, '', name], name);
      return name;
    },
    strict
  );

const stored = async (): Promise<string[]> => idbOf(database).getAll('facts');

describe('writes of a thread', () => {
  it('see what those before them wrote', async () => {
    const count = (): Promise<number> =>
      database.write('t', ['facts'], async tx => {
        const next = Number((await tx.get('facts', KEY)) ?? '0') + 1;
        tx.put('facts', KEY, String(next));
        return next;
      });
    expect(await Promise.all([count(), count(), count(), count()])).toEqual([
      1, 2, 3, 4
    ]);
  });

  it('are strict where that is asked for', async () => {
    await keep('a', 't', true);
    await keep('b');
    expect(opened.mock.calls.map(([, , how]) => how?.durability)).toEqual([
      'strict',
      'relaxed'
    ]);
  });

  it('are all or nothing, and do not fail with one that does', async () => {
    const failing = database.write('t', ['facts'], tx => {
      tx.put('facts', KEY, 'lost');
      throw new Error('It does not fit.');
    });
    const written = [keep('a'), keep('b')];
    await expect(failing).rejects.toThrow('It does not fit.');
    expect(await Promise.all(written)).toEqual(['a', 'b']);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('are refused once another tab has the thread, and those of others are not', async () => {
    database.setFence('t', 1);
    await idbOf(database).put('fences', 2, 't');
    const all = await Promise.allSettled([
      keep('a'),
      keep('b', 'other'),
      keep('c')
    ]);
    expect(
      all.map(each => each.status === 'rejected' && isFencedError(each.reason))
    ).toEqual([true, false, true]);
    expect(await stored()).toEqual(['b']);
  });
});
