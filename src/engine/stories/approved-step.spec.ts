import type { ThreadDatabase } from '../../storage/database/thread-database';
import { DurableJournal } from '../../storage/durable-journal';
import { freshBrowser, fullFor, openTab } from '../../storage/stories/two-tabs';
import { raised } from '../../testing/fake-notebook';
import { Site, THREAD, type Page } from './reopening';

const AT = { threadId: THREAD, branch: '' };
const cell = (code: string) => ({ name: 'jupyter_cell', args: { code } });

let database: ThreadDatabase;

/** A page that asks about these calls, in a thread that it drives. */
async function asking(
  ...calls: { name: string; args: Record<string, unknown> }[]
): Promise<{ site: Site; page: Page }> {
  const site = new Site({
    answers: [{ calls }, 'Done.'],
    stores: { journal: new DurableJournal(database) }
  });
  const page = site.page();
  await page.say();
  return { site, page };
}

/** What another page reads of a decision. */
async function storedDecision(callId: string): Promise<unknown> {
  return (await new DurableJournal(await openTab()).call(AT, callId))?.decision;
}

beforeEach(async () => {
  freshBrowser();
  database = await openTab();
  database.setFence(THREAD, 1);
});

describe('an approval', () => {
  it('is on the disk before its call does anything', async () => {
    const { site, page } = await asking(cell('a = 1'));
    const [{ card }] = await page.waiting();
    const { notebook } = site;
    const insertCell = notebook.insertCell.bind(notebook);
    const before: unknown[] = [];
    notebook.insertCell = async (...args) => {
      before.push(await storedDecision(card.callId));
      return insertCell(...args);
    };
    await page.approveAll();
    expect(before).toEqual([
      expect.objectContaining({ by: 'person', hash: card.hash })
    ]);
    expect(site.kernel).toEqual(['a = 1']);
    expect(page.of('review-decided')).toHaveLength(1);
  });

  it('is on the disk when it is reported while another one is missing', async () => {
    const { page } = await asking(cell('a = 1'), cell('b = 2'));
    const [{ interruptId, card }] = await page.waiting();
    await page.decide(interruptId, card);
    expect(page.of('review-decided')).toHaveLength(1);
    expect(await storedDecision(card.callId)).toBeDefined();
  });

  it('lets nothing be done if it cannot be stored', async () => {
    const { site, page } = await asking(cell('a = 1'));
    jest.spyOn(console, 'debug').mockImplementation();
    fullFor('calls');
    await page.approveAll();
    expect(site.kernel).toEqual([]);
    expect(site.notebook.sources).toEqual([]);
    jest.restoreAllMocks();
    expect(await storedDecision(page.of('call-proposed')[0].callId)).toBe(
      undefined
    );
  });
});

it('a rejection is on the disk before the model is asked again', async () => {
  const { site, page } = await asking(cell('a = 1'));
  const [{ interruptId, card }] = await page.waiting();
  const answer = site.answer.bind(site);
  const stored: Promise<unknown>[] = [];
  site.answer = messages => {
    stored.push(storedDecision(card.callId));
    return answer(messages);
  };
  await page.decide(interruptId, card, { type: 'reject' });
  expect(await Promise.all(stored)).toEqual([
    expect.objectContaining({ decision: { type: 'reject' } })
  ]);
});

it('a text after a cell that failed is asked for once more, though the failure may not be on the disk yet', async () => {
  const site = new Site({
    answers: [[cell('a = b')], 'I will correct it now.', 'It cannot be done.'],
    stores: { journal: new DurableJournal(database) }
  });
  site.notebook.onRun = () => raised('NameError', 'b');
  const page = site.page();
  await page.say();
  await page.approveAll();
  expect(site.requests).toHaveLength(3);
  expect(site.requests[2].at(-1)?.text).toContain('the call before it failed');
});
