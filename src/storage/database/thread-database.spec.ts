import { isFencedError } from '../../contract';
import { MemoryRows } from './memory-rows';
import { keysUnder } from './rows';
import { ThreadDatabase } from './thread-database';
import { freshBrowser, openTab } from '../stories/two-tabs';

let database: ThreadDatabase;

const KEY: [string, string, string] = ['t', '', 'count'];

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

const stored = (thread?: string): Promise<unknown[]> =>
  database.read(['facts'], async tx => {
    const rows = await tx.list('facts', thread ? keysUnder(thread) : undefined);
    return rows.map(({ value }) => value);
  });

describe.each([
  ['IndexedDB', () => openTab()],
  ['memory', async () => new ThreadDatabase(new MemoryRows())]
])('writes of a thread in %s', (_, open) => {
  beforeEach(async () => {
    freshBrowser();
    database = await open();
  });

  it('carry the events that came before them, which are stored alone if the write fails', async () => {
    const log = () =>
      database.read(['events'], async tx =>
        (await tx.list('events', keysUnder('t'))).map(
          ({ value }) => value?.type === 'summary' && value.text
        )
      );
    const add = (text: string): Promise<void> =>
      database.addEvent(
        { threadId: 't', branch: '' },
        { threadId: 't', time: 0, type: 'summary', text, messages: 0 }
      );
    const events = [add('first'), add('second')];
    const seen = database.write('t', ['facts'], async tx =>
      (await tx.list('events', keysUnder('t'))).map(({ key }) => key[2])
    );
    expect(await seen).toEqual([0, 1]);
    const third = add('third');
    await expect(
      database.write('t', ['facts'], () => {
        throw new Error('It does not fit.');
      })
    ).rejects.toThrow('It does not fit.');
    await Promise.all([...events, third, add('fourth')]);
    expect(await log()).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('are read in the order of their keys, and a range of them', async () => {
    for (const [thread, name] of ['ca', 'ab', 'b', 'aa', 'bz']) {
      await keep(name ?? '', thread);
    }
    expect(await stored()).toEqual(['a', 'b', '', 'z', 'a']);
    expect(await stored('b')).toEqual(['', 'z']);
    const keys = [1, 2, 10, 'x', []].map(part => ['t', part]);
    await database.rows.transact('write', ['messages'], tx =>
      [...keys].reverse().forEach(key => tx.put('messages', key as never, '{}'))
    );
    const found = (lower: number, upper: number, limit?: number) =>
      database.read(['messages'], tx =>
        tx.list('messages', { lower: ['t', lower], upper: ['t', upper] }, limit)
      );
    const all = await database.read(['messages'], tx => tx.list('messages'));
    expect(all.map(({ key }) => key)).toEqual(keys);
    expect((await found(2, 10)).map(({ key }) => key[1])).toEqual([2, 10]);
    expect((await found(1, 10, 1)).map(({ key }) => key[1])).toEqual([1]);
    const last = await database.read(['messages'], tx =>
      tx.last('messages', { lower: ['t'], upper: ['t', 'w'] })
    );
    expect(last?.key).toEqual(['t', 10]);
    await database.rows.transact('write', ['messages'], tx =>
      tx.delete('messages', { lower: ['t', 2], upper: ['t', 'x'] })
    );
    expect(
      (
        await database.rows.salvage('messages', keysUnder('t'), () => undefined)
      ).map(({ key }) => key[1])
    ).toEqual([1, []]);
  });

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

  it('are all or nothing, and do not fail with one that does', async () => {
    const failing = database.write('t', ['facts'], tx => {
      tx.put('facts', KEY, 'lost');
      tx.delete('facts', keysUnder('t'));
      throw new Error('It does not fit.');
    });
    const written = [keep('a'), keep('b')];
    await expect(failing).rejects.toThrow('It does not fit.');
    expect(await Promise.all(written)).toEqual(['a', 'b']);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('are refused once another tab has the thread, and those of others are not', async () => {
    database.setFence('t', 1);
    await database.rows.transact('write', ['fences'], tx =>
      tx.put('fences', 't', 2)
    );
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
