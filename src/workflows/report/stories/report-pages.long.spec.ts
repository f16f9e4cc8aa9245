import 'fake-indexeddb/auto';

import {
  browserStores,
  type BrowserStores
} from '../../../engine/stories/browser-stores';
import {
  THREAD,
  type IStores,
  type Page
} from '../../../engine/stories/reopening';
import { ReportSite, begin, yes } from './report-site';

/** Has a blank for the model and one for the person. */
const TEMPLATE = 'letter.md';

/** The number of points at which a page dies, out of all there are. */
const PLACES = 32;

let created = 0;
let opened: BrowserStores | undefined;

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

afterEach(() => {
  opened?.database.close();
});

/** The browser's storage, opened again by each page. */
async function openStores(owner: string[]): Promise<IStores> {
  opened?.database.close();
  opened = await browserStores(owner);
  return opened;
}

/**
 * Has the evidence changed once, accepts each other card, and continues if the
 * page before was cut off.
 */
async function toTheEnd(site: ReportSite, page: Page): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    const state = await page.engine.stateOf(THREAD);
    const asked = await page.question();
    if (state === 'interrupted') {
      await page.retry();
    } else if (
      asked?.kind === 'evidence' &&
      !site.asked.includes('change_evidence')
    ) {
      const { sections } = asked;
      await page.send({
        type: 'answer',
        interruptId: asked.interrupt_id,
        answer: {
          action: 'modify',
          sections: sections.map(({ id, pieces }) => ({ id, pieces })),
          words: 'Add the heading'
        }
      });
    } else if (asked) {
      await yes(page);
    } else if (state === 'idle') {
      return;
    } else {
      await page.engine.thread(THREAD).going;
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }
  throw new Error('It does not come to an end.');
}

/** Writes a report; if its page dies, another one continues. */
async function play(
  diesAt?: number
): Promise<{ site: ReportSite; first: Page; last: Page }> {
  const owner = ['http://server/', `person ${++created}`];
  const site = new ReportSite({ stores: await openStores(owner) });
  site.files.set(
    TEMPLATE,
    '# {{title}}\n\nRows: {{rows: number}}. For {{who}}.\n\n{{sections}}'
  );
  site.texts.Data.unshift('There are 351 penguins.');
  site.replies.change_evidence = site.replies.group_evidence;
  site.replies.fill_blanks = [
    { values: [{ name: 'rows', text: '{{e1.value}}[[e1]]' }] }
  ];
  const first = site.page({ diesAt });
  const message = { template: TEMPLATE };
  await first.alive(begin(first, message).then(() => toTheEnd(site, first)));
  if (!first.isDead) {
    return { site, first, last: first };
  }
  site.use(await openStores(owner));
  const last = site.page();
  await last.comeBack();
  if ((await last.shown('user-message')).length === 0) {
    // The page died before the message was stored, so the person sends it
    // again.
    await begin(last, message);
  }
  await toTheEnd(site, last);
  return { site, first, last };
}

it('a report comes to the same files wherever its page goes, and nothing is asked for twice but what was cut off', async () => {
  const whole = await play();
  const { points } = whole.first;
  expect(await whole.site.saved()).toEqual([
    TEMPLATE,
    'penguins.docx',
    'penguins.evidence.json',
    'penguins.md'
  ]);
  expect(whole.site.asked).toEqual([
    'report_plan',
    'group_evidence',
    'change_evidence',
    'fill_blanks',
    'Data',
    'Data'
  ]);
  expect(points.length).toBeGreaterThan(PLACES);
  const every = points.length / PLACES;
  for (let place = 0; place < PLACES; place++) {
    const at = 1 + Math.floor(place * every);
    const { site, last } = await play(at);
    const where = `${at}, ${points[at - 1]}`;
    expect([where, ...(await site.saved())]).toEqual([
      where,
      ...(await whole.site.saved())
    ]);
    const text = site.files.text('penguins.md');
    expect([where, text]).toEqual([
      where,
      expect.stringContaining('There are 344 penguins')
    ]);
    // A request whose answer was not stored is repeated once, and no other.
    expect([where, site.asked.length - whole.site.asked.length <= 1]).toEqual([
      where,
      true
    ]);
    expect([where, await last.problems()]).toEqual([where, []]);
  }
  // No page took the end of another one for a failure of storage.
  expect(console.warn).not.toHaveBeenCalled();
});
