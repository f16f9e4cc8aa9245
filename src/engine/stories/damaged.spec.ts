import 'fake-indexeddb/auto';

import { browserStores, type BrowserStores } from './browser-stores';
import { Site, THREAD, type Page } from './reopening';
import { until } from '../../testing/until';
import { idbOf } from '../../storage/stories/two-tabs';

const ANSWERS = [
  {
    text: 'First, a look.',
    calls: [{ name: 'jupyter_cell', args: { code: 'a = 1' } }]
  },
  'Done.'
];

const GO_ON_ANEW =
  'Part of this conversation cannot be read. You can look at the rest; to go on, begin a new conversation.';

let created = 0;
let owner: string[];
let store: BrowserStores;
let site: Site;

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  owner = ['http://server/', `person ${++created}`];
  site = new Site({ answers: ANSWERS, stores: await openStores() });
});

afterEach(() => {
  store.database.close();
});

async function openStores(): Promise<BrowserStores> {
  store?.database.close();
  store = await browserStores(owner);
  return store;
}

/** A new page with nothing in memory. */
async function nextPage(before: Page): Promise<Page> {
  before.kill();
  site.use(await openStores());
  const page = site.page();
  await page.comeBack();
  return page;
}

/** Leaves a card waiting and closes the page. */
async function leftWaiting(): Promise<Page> {
  const page = site.page();
  await page.say('Look.');
  expect(await page.waiting()).toHaveLength(1);
  page.kill();
  return page;
}

async function newestCheckpoint(): Promise<[string, string, string]> {
  const keys = await idbOf(store.database).getAllKeys('checkpoints');
  return keys[keys.length - 1];
}

const DAMAGE: [string, () => Promise<unknown>][] = [
  [
    'its newest checkpoint',
    async () =>
      idbOf(store.database).put(
        'checkpoints',
        {} as never,
        await newestCheckpoint()
      )
  ],
  [
    'a message',
    async () => {
      const [first] = await idbOf(store.database).getAllKeys('messages');
      await idbOf(store.database).put('messages', '"torn"', first);
    }
  ],
  [
    'all messages',
    () => idbOf(store.database).delete('messages', IDBKeyRange.lowerBound([]))
  ]
];

describe('a conversation that can’t be resumed', () => {
  it.each(DAMAGE)(
    'is shown as far as it can be read, marked, and told what to do: %s',
    async (_what, damage) => {
      const first = await leftWaiting();
      await damage();
      const page = await nextPage(first);
      expect(page.of('notice')).toMatchObject([
        { code: 'storage', text: GO_ON_ANEW }
      ]);
      expect((await page.shown('user-message')).map(each => each.text)).toEqual(
        ['Look.']
      );
      expect(
        (await page.shown('model-message')).map(each => each.text)
      ).toEqual(['First, a look.']);
      await until(async () => (await site.threads.get(THREAD))?.damaged);
      expect((await site.threads.get(THREAD))?.damaged).toBe(GO_ON_ANEW);
    }
  );

  it('is only looked at: nothing is decided, said or run in it', async () => {
    const first = await leftWaiting();
    await DAMAGE[0][1]();
    const page = await nextPage(first);
    const asked = site.requests.length;
    const shown = (await page.engine.history(THREAD)).length;
    await page.approveAll();
    await page.say('And now?');
    await page.retry();
    expect(site.kernel).toEqual([]);
    expect(site.requests).toHaveLength(asked);
    expect(await page.engine.history(THREAD)).toHaveLength(shown);
  });

  it('stays so in the next page, which need not come upon the record again', async () => {
    const first = await leftWaiting();
    const key = await newestCheckpoint();
    const whole = await idbOf(store.database).get('checkpoints', key);
    await DAMAGE[0][1]();
    const second = await nextPage(first);
    await until(async () => (await site.threads.get(THREAD))?.damaged);
    await idbOf(store.database).put('checkpoints', whole!, key);
    const third = await nextPage(second);
    expect(third.of('notice')).toMatchObject([{ text: GO_ON_ANEW }]);
    await third.approveAll();
    expect(site.kernel).toEqual([]);
  });

  it('is tried again where only the browser failed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const first = await leftWaiting();
    site.use(await openStores());
    const page = site.page();
    const failing = jest
      .spyOn(site.checkpointer, 'getTuple')
      .mockRejectedValueOnce(new DOMException('once', 'UnknownError'));
    first.kill();
    await page.open();
    expect(failing).toHaveBeenCalled();
    await page.comeBack();
    await page.approveAll();
    expect(site.kernel).toEqual(['a = 1']);
    expect((await site.threads.get(THREAD))?.damaged).toBeUndefined();
  });
});
