import 'fake-indexeddb/auto';

import { FakeNotebook } from '../../testing/fake-notebook';
import { browserStores } from './browser-stores';
import { namesOf } from './harness';
import { Site, plainRequest, type Page } from './reopening';

const ANSWERS = [
  {
    text: 'First, a look.',
    calls: [
      { name: 'read_notebook' },
      {
        name: 'write_todos',
        args: { todos: [{ content: 'Look', status: 'completed' }] }
      }
    ]
  },
  [
    { name: 'jupyter_cell', args: { code: 'a = 1' } },
    { name: 'jupyter_cell', args: { code: 'b = 2' } }
  ],
  [{ name: 'edit_cell', args: { cell_id: '3f2a', code: 'x = 2' } }],
  [{ name: 'jupyter_cell', args: { code: 'c = 3' } }],
  'All done.'
];

function notebook(): FakeNotebook {
  return new FakeNotebook({
    cells: [{ id: '3f2a9c11-4d5e-4f60-8a7b-1c2d3e4f5a6b', source: 'x = 1' }],
    newId: created => `${created}c0de9f7-4d5e-4f60-8a7b-1c2d3e4f5a6b`
  });
}

const UNSEEN: ReadonlySet<string> = new Set(['debug', 'cells-named']);

type Between = (page: Page) => Promise<Page>;

/**
 * Sends two messages and approves each card; `between` is called at every point
 * in between.
 */
async function play(site: Site, between: Between): Promise<string[]> {
  let page = site.page();
  for (const id of ['message-1', 'message-2']) {
    await page.say(`This is ${id}.`, id);
    page = await between(page);
    for (
      let waiting = await page.waiting();
      waiting.length > 0;
      waiting = await page.waiting()
    ) {
      await page.decide(waiting[0].interruptId, waiting[0].card);
      page = await between(page);
    }
  }
  expect((await page.shown('run-finished')).map(each => each.outcome)).toEqual([
    'answered',
    'answered'
  ]);
  expect(await page.problems()).toEqual([]);
  return site.requests.map(plainRequest);
}

const stay: Between = async page => page;

it('the next request is the same from real storage, with the same to be seen', async () => {
  const whole = new Site({ answers: ANSWERS, notebook: notebook() });
  const expected = await play(whole, stay);
  let closeLast = (): void => undefined;
  const open = async (): Promise<Site> => {
    const stores = await browserStores();
    expect(stores.threads.keeping.ok).toBe(true);
    closeLast = () => stores.database.close();
    return new Site({ answers: ANSWERS, notebook: notebook(), stores });
  };
  const first = await open();
  let last: Page | undefined;
  const requests = await play(first, async page => {
    page.kill();
    // What it has not begun to write is lost with it.
    closeLast();
    // Everything is read again; the notebook and the kernel are the same.
    const { stores } = (await open()).options;
    page.site.use(stores!);
    last = page.site.page();
    await last.comeBack();
    return last;
  });
  expect(expected).toHaveLength(6);
  expect(requests).toEqual(expected);
  expect(first.boundTools.map(namesOf)).toEqual(whole.boundTools.map(namesOf));
  expect(first.kernel).toEqual(whole.kernel);
  const seen = whole.page();
  // A review is shown once more when its next card is due, and a page that
  // comes back shows it as it stands: each card counts once. Each page tells
  // the names of cells again.
  const types = async ({ engine }: Page): Promise<string[]> => {
    const cards = new Set<string>();
    return (await engine.history('thread-1')).flatMap(event => {
      if (event.type !== 'review-opened') {
        return UNSEEN.has(event.type) ? [] : [event.type];
      }
      const fresh = event.cards.filter(({ callId }) => !cards.has(callId));
      fresh.forEach(({ callId }) => cards.add(callId));
      return fresh.map(({ tool }) => `card of ${tool}`);
    });
  };
  expect(await types(last!)).toEqual(await types(seen));
});
