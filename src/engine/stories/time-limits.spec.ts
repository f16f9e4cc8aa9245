import { FakeNotebook } from '../../testing/fake-notebook';
import { Site, THREAD, TWO_CELLS, type Page, startPage } from './reopening';

/** So short that it is over at the first wait. */
const AT_ONCE = 0.000_01;

/** @param meanwhile what a person does repeatedly while it waits. */
async function ended(
  page: Page,
  meanwhile: () => Promise<void> = async () => undefined
): Promise<void> {
  for (let look = 0; look < 2_000; look++) {
    if (page.of('run-finished').length > 0) {
      return;
    }
    await meanwhile();
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  throw new Error('It does not come to an end.');
}

describe('a card that nobody decides on', () => {
  it('waits for ever where no limit is set', async () => {
    const page = await startPage({ answers: TWO_CELLS });
    expect(await page.waiting()).toHaveLength(2);
    expect(page.of('review-opened')).toHaveLength(1);
    expect(page.of('review-opened')[0]).not.toHaveProperty('limit');
  });

  it('is rejected in time: the run goes on, and it is said and logged', async () => {
    const page = await startPage({
      answers: TWO_CELLS,
      settings: { limits: { approvalMinutes: AT_ONCE } }
    });
    const { site } = page;
    await ended(page);
    expect(site.kernel).toEqual([]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
    expect(page.of('review-decided')).toMatchObject([
      { by: 'timeout', decision: { type: 'reject' } },
      { by: 'timeout', decision: { type: 'reject' } }
    ]);
    expect(page.of('call-finished').map(({ text }) => text)).toEqual([
      'Not run: nobody decided in time',
      'Not run: nobody decided in time'
    ]);
    const audit = await page.engine.past.audit(THREAD);
    expect(audit.filter(({ by }) => by === 'timeout')).toHaveLength(2);
  });

  it('goes on without an answer if it is a question of the agent', async () => {
    const page = await startPage({
      answers: [
        [{ name: 'ask_user', args: { question: 'Which table?' } }],
        'Done.'
      ],
      settings: { limits: { approvalMinutes: AT_ONCE } }
    });
    await ended(page);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'answered' }]);
  });

  it('says with its card how long it waits and what comes then, and does that', async () => {
    const page = await startPage({
      answers: TWO_CELLS,
      settings: { limits: { approvalMinutes: 5, approvalTimeout: 'cancel' } }
    });
    const [{ time, limit }] = page.of('review-opened');
    expect(limit).toEqual({ until: expect.any(Number), then: 'cancel' });
    // The limit was set a moment before it was reported.
    expect(limit!.until - time).toBeLessThanOrEqual(300_000);
    expect(limit!.until - time).toBeGreaterThan(200_000);
    await page.stop();
  });

  it('stops the turn where that was chosen, and it is said', async () => {
    const page = await startPage({
      answers: TWO_CELLS,
      settings: {
        limits: { approvalMinutes: AT_ONCE, approvalTimeout: 'cancel' }
      }
    });
    const { site } = page;
    await ended(page);
    expect(site.kernel).toEqual([]);
    expect(page.of('run-finished')).toMatchObject([{ outcome: 'stopped' }]);
    expect(page.of('notice').map(({ text }) => text)).toEqual([
      'Nobody decided in time, so the turn was stopped. Nothing that was waiting was run.'
    ]);
  });

  it('has its time from when it was first shown, whatever page shows it', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    const [{ time }] = first.of('review-opened');
    first.kill();
    site.settings.limits.approvalMinutes = 60;
    const second = site.page();
    await second.comeBack();
    const until = time + 3_600_000;
    expect(second.of('review-limited')).toMatchObject([
      { limit: { until, then: 'reject' } }
    ]);
    await second.stop();
  });

  it('has a time of its own, also in a step that proposes more, before and after a reload', async () => {
    jest.useFakeTimers({
      advanceTimers: true,
      doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate']
    });
    try {
      const start = Date.now();
      /** @param minutes since the first cards were shown. */
      const at = (minutes: number) =>
        jest.setSystemTime(start + minutes * 60_000);
      const site = new Site({
        notebook: new FakeNotebook({ cells: [{ id: 'a', source: 'x = 0' }] }),
        answers: [
          [{ name: 'read_notebook', args: {} }],
          [
            { name: 'edit_cell', args: { cell_id: 'a', code: 'x = 1' } },
            { name: 'jupyter_cell', args: { code: 'b = 2' } },
            { name: 'run_cells', args: { cell_ids: ['a'] } }
          ],
          'Done.'
        ],
        settings: { limits: { approvalMinutes: 60 } }
      });
      const until = async (page: Page) => {
        const limits = (await page.engine.history(THREAD)).flatMap(event =>
          event.type === 'review-opened' || event.type === 'review-limited'
            ? [event.limit!.until]
            : []
        );
        return Math.floor((limits.at(-1)! - start) / 60_000);
      };
      const first = site.page();
      await first.say();
      expect(await until(first)).toBe(60);
      at(50);
      const [edit] = await first.waiting();
      await first.decide(edit.interruptId, edit.card);
      await first.engine.thread(THREAD).going;
      expect((await first.waiting()).map(({ card }) => card.tool)).toEqual([
        'jupyter_cell',
        'run_cells'
      ]);
      // The cell is the older one.
      expect(await until(first)).toBe(60);
      first.kill();
      at(59);
      const second = site.page();
      await second.comeBack();
      expect(await until(second)).toBe(60);
      second.kill();
      at(61);
      const third = site.page();
      await third.comeBack();
      await new Promise(resolve => setTimeout(resolve, 50));
      await third.engine.thread(THREAD).going;
      expect(third.of('review-decided')).toMatchObject([{ by: 'timeout' }]);
      expect((await third.waiting()).map(({ card }) => card.tool)).toEqual([
        'run_cells'
      ]);
      expect(await until(third)).toBe(110);
      await third.stop();
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps what was decided before', async () => {
    const first = await startPage({ answers: TWO_CELLS });
    const { site } = first;
    const [one] = await first.waiting();
    await first.decide(one.interruptId, one.card);
    first.kill();
    site.settings.limits.approvalMinutes = AT_ONCE;
    const second = site.page();
    await second.comeBack();
    await ended(second);
    expect(site.kernel).toEqual(['a = 1']);
  });
});

it('a cell that changes each time it was decided on is asked about until it stays as it was when it was decided on', async () => {
  const site = new Site({
    notebook: new FakeNotebook({ cells: [{ id: 'a', source: 'x = 0' }] }),
    answers: [
      [{ name: 'read_notebook', args: {} }],
      [{ name: 'run_cells', args: { cell_ids: ['a'] } }],
      'Done.'
    ]
  });
  const { journal } = site;
  const decide = journal.decide.bind(journal);
  let changes = 0;
  journal.decide = async (at, record) => {
    const isStored = await decide(at, record);
    if (record.by === 'person' && changes < 3) {
      site.notebook.changeAsPerson('a', `x = ${++changes}`);
    }
    return isStored;
  };
  const page = site.page();
  await page.say();
  await ended(page, () => page.approveAll());
  expect(page.of('review-opened').at(-1)?.cards[0].voided).toMatch(
    /^This has changed since you decided\./
  );
  expect(site.kernel).toEqual(['x = 3']);
});
