import { isFencedError } from '../../contract';
import type { ThreadDatabase } from './thread-database';
import { freshBrowser, openTab } from '../stories/two-tabs';

let database: ThreadDatabase;
let opened: jest.SpyInstance;
let lost: jest.Mock;

beforeEach(async () => {
  freshBrowser();
  database = await openTab();
  lost = jest.fn();
  opened = jest.spyOn(IDBDatabase.prototype, 'transaction');
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Stores a fact of a thread. */
const keep = (
  name: string,
  {
    thread = 't',
    ...options
  }: {
    thread?: string;
    dependent?: boolean;
    strict?: boolean;
    canWait?: boolean;
    leads?: boolean;
  } = {}
): Promise<string> =>
  database.write(
    thread,
    ['facts'],
    async tx => {
      await tx.objectStore('facts').put(name, [thread, '', name]);
      return name;
    },
    options
  );

const keepBehind = (name: string): void =>
  database.writeBehind(
    't',
    ['facts'],
    async tx => {
      await tx.objectStore('facts').put(name, ['t', '', name]);
    },
    lost
  );

const failing = (options = {}): Promise<void> =>
  database.write(
    't',
    ['facts'],
    async tx => {
      await tx.objectStore('facts').put('failing', ['t', '', 'failing']);
      throw new Error('It does not fit.');
    },
    options
  );

const failingBehind = (): void =>
  database.writeBehind(
    't',
    ['facts'],
    async tx => {
      await tx.objectStore('facts').put('lost', ['t', '', 'lost']);
      throw new Error('It does not fit.');
    },
    lost
  );

const stored = async (): Promise<string[]> => database.db.getAll('facts');

const durabilities = (): unknown[] =>
  opened.mock.calls
    .filter(([, mode]) => mode === 'readwrite')
    .map(([, , options]) => options?.durability);

const how = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    value => `kept ${String(value)}`,
    (error: unknown) => (error as Error).message
  );

describe('writes of a thread', () => {
  it('share a transaction where they come at once or while another is under way, each with its own result', async () => {
    const early = ['a', 'b'].map(each => keep(each));
    await Promise.resolve();
    expect(durabilities()).toHaveLength(1);
    const results = await Promise.all([
      ...early,
      ...['c', 'd', 'e'].map(each => keep(each))
    ]);
    expect(results).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(durabilities()).toHaveLength(2);
  });

  it('see what those before them wrote', async () => {
    const count = (): Promise<number> =>
      database.write('t', ['facts'], async tx => {
        const store = tx.objectStore('facts');
        const key: [string, string, string] = ['t', '', 'count'];
        const next = Number((await store.get(key)) ?? '0') + 1;
        await store.put(String(next), key);
        return next;
      });
    expect(await Promise.all([count(), count(), count(), count()])).toEqual([
      1, 2, 3, 4
    ]);
  });

  it('are strict where one of them asks for it', async () => {
    await Promise.all([keep('a'), keep('b'), keep('c', { strict: true })]);
    expect(durabilities()).toEqual(['strict']);
    await keep('d');
    expect(durabilities()).toEqual(['strict', 'relaxed']);
  });

  it('do not fail with one that does', async () => {
    expect(
      await Promise.all([keep('a'), keep('b'), failing(), keep('c')].map(how))
    ).toEqual(['kept a', 'kept b', 'It does not fit.', 'kept c']);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('are refused together once another tab has the thread, and those of others are not', async () => {
    database.setFence('t', 1);
    await database.db.put('fences', 2, 't');
    const all = await Promise.allSettled([
      keep('a'),
      keep('b'),
      keep('c', { thread: 'other' }),
      keep('d')
    ]);
    expect(
      all.map(each => each.status === 'rejected' && isFencedError(each.reason))
    ).toEqual([true, true, false, true]);
    expect(await stored()).toEqual(['c']);
  });
});

describe('what has time', () => {
  it('goes along with the next that has none, in its order', async () => {
    const early = keep('a', { canWait: true });
    await Promise.resolve();
    expect(durabilities()).toEqual([]);
    keepBehind('b');
    await keep('c', { strict: true });
    await early;
    expect(durabilities()).toEqual(['strict']);
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('is written once the page is free, where nothing else comes', async () => {
    await keep('a', { canWait: true });
    expect(await stored()).toEqual(['a']);
  });

  it('comes in turn where it was asked for while another was under way', async () => {
    const first = keep('a');
    await Promise.resolve();
    await Promise.all([first, keep('b', { canWait: true })]);
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('leaves the disk for a moment to what is urgent, after what was strict', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    await keep('a', { strict: true });
    const later = Promise.all(
      ['b', 'c'].map(each => keep(each, { canWait: true }))
    );
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(await stored()).toEqual(['a']);
    // It goes along with what is urgent.
    await Promise.all([keep('d'), later]);
    expect(durabilities()).toEqual(['strict', 'relaxed']);
    // Without anything urgent, it goes by itself.
    const alone = keep('e', { canWait: true });
    now.mockReturnValue(1000);
    await alone;
    expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('waits a moment for the urgent one that follows, where somebody waits for both', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
    const first = keep('a', { leads: true });
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(await stored()).toEqual([]);
    await Promise.all([first, keep('b')]);
    expect(durabilities()).toEqual(['relaxed']);
    // If none follows, it goes by itself.
    const alone = keep('c', { leads: true });
    now.mockReturnValue(2000);
    await alone;
    expect(await stored()).toEqual(['a', 'b', 'c']);
  });

  it('goes at once in a page that is hidden, whose timers are late', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const page = Object.assign(new EventTarget(), {
      visibilityState: 'hidden'
    });
    Object.assign(globalThis, { document: page });
    try {
      await keep('a', { strict: true });
      await keep('b', { canWait: true });
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('goes at once where the page is hidden while it waits', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const page = Object.assign(new EventTarget(), {
      visibilityState: 'visible'
    });
    Object.assign(globalThis, { document: page });
    try {
      await keep('a', { strict: true });
      const waiting = keep('b', { canWait: true });
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
      await waiting;
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('goes at once where somebody waits for all that was written behind', async () => {
    keepBehind('a');
    const settled = database.settled('t');
    await Promise.resolve();
    expect(durabilities()).toEqual(['relaxed']);
    await settled;
    expect(await stored()).toEqual(['a']);
  });
});

describe('what is written behind', () => {
  it('does not pile up: who adds more waits until most of it is written', async () => {
    for (let at = 0; at < 200; at++) {
      keepBehind(String(at).padStart(3, '0'));
      await database.room();
    }
    // At most forty wait, and at most forty are on their way.
    expect((await stored()).length).toBeGreaterThanOrEqual(120);
    await database.settled('t');
    expect(await stored()).toHaveLength(200);
  });

  it('is durable once it is settled', async () => {
    keepBehind('a');
    keepBehind('b');
    await database.settled('t');
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('is durable before what rests on it', async () => {
    keepBehind('a');
    let before: string[] = [];
    await database.write(
      't',
      ['facts'],
      async tx => {
        before = await tx.objectStore('facts').getAll();
      },
      { dependent: true }
    );
    expect(before).toEqual(['a']);
  });

  it('takes what rests on it along where it is lost, in its transaction or later, and nothing else', async () => {
    const first = keep('first');
    failingBehind();
    const sharing = [keep('beside'), keep('resting', { dependent: true })].map(
      how
    );
    keepBehind('behind');
    expect(await how(first)).toBe('kept first');
    expect(await Promise.all(sharing)).toEqual([
      'kept beside',
      'It does not fit.'
    ]);
    expect(await how(keep('later', { dependent: true }))).toBe(
      'It does not fit.'
    );
    expect(await how(keep('else', { thread: 'u', dependent: true }))).toBe(
      'kept else'
    );
    await expect(database.settled('t')).rejects.toThrow('It does not fit.');
    expect(await stored()).toEqual(['beside', 'first', 'else']);
  });

  it('is begun anew with what is kept once that is asked for', async () => {
    failingBehind();
    await database.afresh('t');
    expect(lost).toHaveBeenCalledTimes(1);
    expect(await how(keep('later', { dependent: true }))).toBe('kept later');
    await database.settled('t');
    expect(lost).toHaveBeenCalledTimes(1);
  });
});
