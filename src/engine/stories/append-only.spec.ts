import 'fake-indexeddb/auto';

import type { IAuditEntry, IJournal, IThreads } from '../../contract';
import { browserStores, type BrowserStores } from './browser-stores';
import { Site, THREAD, type Page } from './reopening';

const ANSWERS = [
  [
    { name: 'jupyter_cell', args: { code: 'a = 1' } },
    { name: 'jupyter_cell', args: { code: 'b = 2' } },
    { name: 'markdown', args: { content: '# Title' } }
  ],
  'Done.'
];

const AT = { threadId: THREAD, branch: '' };

let created = 0;
let store: BrowserStores;

beforeEach(async () => {
  store = await browserStores(['http://server/', `person ${++created}`]);
});

afterEach(() => {
  store.database.close();
});

function newSite(): Site {
  return new Site({ answers: ANSWERS, stores: store });
}

/** Whether the first two effects of the step, a cell and its run, are recorded. */
function isRunNoted(points: readonly string[]): boolean {
  return points.filter(point => point === 'after journal.effect').length === 2;
}

/**
 * Checks that everything read before is still there, unchanged and in the same
 * order.
 */
class Reader {
  private _read: IAuditEntry[] = [];

  async read(page: Page): Promise<IAuditEntry[]> {
    const now = await page.engine.past.audit(THREAD);
    const left = now.map(entry => JSON.stringify(entry));
    for (const entry of this._read.map(each => JSON.stringify(each))) {
      const at = left.indexOf(entry);
      // Compares the entry itself, so that a failure names it.
      expect(at < 0 ? `lost: ${entry}` : '').toBe('');
      left.splice(0, at + 1);
    }
    this._read = now;
    return now;
  }
}

/** A turn with a rejected card, a crash, code that may have run, an undo and a branch. */
async function livedThrough(
  site: Site,
  look: (page: Page) => Promise<unknown>
): Promise<Page> {
  const first = site.page({ diesOnce: isRunNoted });
  await first.say('Go on.');
  await look(first);
  await first.alive(first.approveAll());
  expect(first.isDead).toBe(true);
  const page = site.page();
  await page.comeBack();
  await look(page);
  const [{ interruptId, card }] = await page.waiting();
  expect(card.body.kind).toBe('unclear');
  await page.decide(interruptId, card, { type: 'respond', message: 'run' });
  await look(page);
  await page.decide(interruptId, card, { type: 'respond', message: 'done' });
  await look(page);
  await page.undo(page.of('run-finished')[0].runId);
  await look(page);
  await page.send({
    type: 'fork',
    from: { messageId: 'message-1' },
    text: 'Another way.'
  });
  await look(page);
  await page.approveAll();
  await look(page);
  await page.send({ type: 'switch', branch: '' });
  await look(page);
  return page;
}

describe('the audit of a thread', () => {
  it.each([
    ['over time', false],
    ['within one millisecond', true]
  ])('has each entry for good, as it was first read, %s', async (_what, at) => {
    if (at) {
      jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    }
    const reader = new Reader();
    let entries: IAuditEntry[] = [];
    await livedThrough(newSite(), async page => {
      entries = await reader.read(page);
    });
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(
        'message run request proposal decision effect outcome undo branch duplicate'.split(
          ' '
        )
      )
    );
    // Code that may have run, and was run again: both are in the log.
    const [unclear, again] = entries.filter(
      ({ detail }) => (detail as { kind?: string } | undefined)?.kind === 'run'
    );
    expect(again.callId).toBe(unclear.callId);
    expect(unclear.detail).not.toHaveProperty('attempt');
    expect(again.detail).toHaveProperty('attempt', 1);
  });

  it('loses and changes none by anything that a journal or a list of threads can do', async () => {
    const page = await livedThrough(newSite(), async () => undefined);
    const { journal, threads } = store;
    const record = (await threads.get(THREAD))!;
    const [call] = await journal.calls(AT);
    const { callId, intent, decision } = call;
    const event = (await journal.shown(AT))[0];
    const effect = call.effects[0];
    const none = async (): Promise<void> => undefined;
    const onJournal: Record<keyof IJournal, () => Promise<unknown>> = {
      decide: () => journal.decide(AT, { ...decision!, by: 'nobody', time: 0 }),
      intend: () =>
        journal.intend(AT, { ...intent!, tool: 'other', time: 0 }, decision!),
      effect: () => journal.effect(AT, callId, { ...effect, time: Date.now() }),
      finish: () =>
        journal.finish(AT, { callId, state: 'failed', text: '', time: 0 }),
      call: none,
      choose: () => journal.choose(AT, callId, 'skip'),
      calls: none,
      show: () => journal.show(AT, { ...event, time: Date.now() }),
      shown: none,
      remember: () => journal.remember(AT, { told: '' }),
      remembered: none
    };
    const onThreads: Partial<Record<keyof IThreads, () => Promise<unknown>>> = {
      create: () => threads.create(THREAD, 'other.ipynb'),
      update: () =>
        threads.update(THREAD, {
          branches: [{ ...record.branches[0], created: 0, events: 99 }],
          branch: '',
          pending: 0
        }),
      rename: () => threads.rename(THREAD, 'Other'),
      pin: () => threads.pin(THREAD, true),
      moved: () => threads.moved(record.notebook, 'moved.ipynb'),
      answerFiled: () => threads.answerFiled('a.json', [THREAD], false),
      saveDraft: () => threads.saveDraft(THREAD, null),
      export: () => threads.export(THREAD),
      import: async () =>
        threads.import(await threads.export(THREAD), 'a.ipynb'),
      cleanUp: () => threads.cleanUp({ days: 1, megabytes: 0 })
    };
    // Whole threads are deleted, never a single entry of one.
    const others = new Set(
      'constructor list search get lastOf history adopt imported filedAnswers draft onChange dispose delete keeping changed watchSpace'.split(
        ' '
      )
    );
    expect(methodsOf(journal)).toEqual(Object.keys(onJournal).sort());
    expect(methodsOf(threads).filter(name => !others.has(name))).toEqual(
      Object.keys(onThreads).sort()
    );
    const reader = new Reader();
    await reader.read(page);
    for (const act of [
      ...Object.values(onJournal),
      ...Object.values(onThreads)
    ]) {
      await act();
      await reader.read(page);
    }
  });
});

/** Methods that others can call; private ones begin with `_`. */
function methodsOf(object: object): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(object))
    .filter(name => name !== 'constructor' && !name.startsWith('_'))
    .sort();
}
