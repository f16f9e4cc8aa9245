import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';

import { DEFAULT_POLICY } from '../../contract';
import type { ThreadDatabase } from '../../storage/database/thread-database';
import { FakeNotebook } from '../../testing/fake-notebook';
import { browserStores } from './browser-stores';
import { Site, THREAD } from './reopening';
import type { Settings } from './harness';
import { idbOf } from '../../storage/stories/two-tabs';

const ANSWERS = [
  [{ name: 'read_notebook' }],
  [{ name: 'jupyter_cell', args: { code: 'a = 1' } }],
  [{ name: 'jupyter_cell', args: { code: 'b = 2' } }],
  'All done.'
];

/** The stores that hold the rows of a checkpoint. */
const ROWS = ['messages', 'writes', 'checkpoints'];

const NOBODY_ASKED: Settings = {
  policy: {
    effects: { ...DEFAULT_POLICY.effects, edit: 'allow', execute: 'allow' }
  }
};

/** Storage of a tab that drives the thread. */
async function openSite(
  settings: Settings = NOBODY_ASKED
): Promise<{ site: Site; database: ThreadDatabase }> {
  globalThis.indexedDB = new IDBFactory();
  const stores = await browserStores();
  const { database } = stores;
  database.setFence(THREAD, 1);
  const site = new Site({
    answers: ANSWERS,
    notebook: new FakeNotebook(),
    settings,
    stores
  });
  return { site, database };
}

/**
 * From the row of this store that comes with this call's message, or after it,
 * no row of a checkpoint can be written; the journal's own rows still can.
 */
function fullFrom(store: string, code: string): void {
  let isHere = false;
  let isFull = false;
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method];
    jest.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value,
      key?
    ) {
      isHere ||=
        this.name === 'messages' && JSON.stringify(value).includes(code);
      isFull ||= isHere && this.name === store;
      if (isFull && ROWS.includes(this.name)) {
        throw new DOMException('full', 'QuotaExceededError');
      }
      return real.call(this, value, key);
    });
  }
}

/** Which messages of the conversation were durable when each cell was run. */
function watchRuns(site: Site, database: ThreadDatabase): string[] {
  const durable: string[] = [];
  const run = site.notebook.runCell.bind(site.notebook);
  site.notebook.runCell = async (...cell) => {
    durable.push(JSON.stringify(await idbOf(database).getAll('messages')));
    return run(...cell);
  };
  return durable;
}

describe('a run', () => {
  it('applies nothing before the call itself is durable', async () => {
    const { site, database } = await openSite();
    const durable = watchRuns(site, database);
    await site.page().say('Do it.');
    expect(site.kernel).toEqual(['a = 1', 'b = 2']);
    expect(durable[0]).toContain('a = 1');
    expect(durable[0]).not.toContain('b = 2');
    expect(durable[1]).toContain('b = 2');
  });

  it.each(
    ['a = 1', 'b = 2'].flatMap(code =>
      ROWS.map(store => [store, code] as const)
    )
  )(
    'applies nothing that is lost, and nothing twice: no space for %s of %s',
    async (store, code) => {
      const { site, database } = await openSite();
      const durable = watchRuns(site, database);
      const page = site.page();
      fullFrom(store, code);
      await page.say('Do it.');
      expect(site.kernel).toEqual(code === 'a = 1' ? [] : ['a = 1']);
      expect(page.of('run-finished').at(-1)).toMatchObject({
        outcome: 'failed',
        error: { text: expect.stringContaining('Delete old conversations') }
      });
      jest.restoreAllMocks();
      // There is space again, and a valid thread continues.
      await page.say('Once more.');
      expect(page.of('run-finished').at(-1)).toMatchObject({
        outcome: 'answered'
      });
      expect(await page.problems()).toEqual([]);
      expect(new Set(site.kernel).size).toBe(site.kernel.length);
      for (const [at, ran] of site.kernel.entries()) {
        expect(durable[at]).toContain(ran);
      }
    }
  );
});
