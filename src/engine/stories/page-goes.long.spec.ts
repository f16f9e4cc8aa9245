import { Site, THREAD, finish, type Page } from './reopening';

/** @param second the id of the second cell, as it is then. */
const jobOn = (second: () => string) => ({
  answers: [
    {
      text: 'Two cells.',
      calls: [
        { name: 'jupyter_cell', args: { code: 'a = 1' } },
        { name: 'jupyter_cell', args: { code: 'b = 2' } }
      ]
    },
    [{ name: 'read_notebook' }],
    {
      get calls() {
        const cell_id = second();
        return [
          { name: 'edit_cell', args: { cell_id, code: 'b = 3' } },
          { name: 'edit_cell', args: { cell_id, code: 'b = 4', run: true } }
        ];
      }
    },
    [{ name: 'jupyter_cell', args: { code: 'c = 3' } }],
    'All done.'
  ]
});

const RAN = ['a = 1', 'b = 2', 'b = 4', 'c = 3'];
const SOURCES = ['a = 1', 'b = 4', 'c = 3'];

/** Does the job with one page; if that page dies, a second one continues. */
async function play(
  diesAt?: number
): Promise<{ site: Site; first: Page; last: Page }> {
  const site: Site = new Site(jobOn(() => site.notebook.cells()[1].id));
  const first = site.page({ diesAt });
  await first.alive(first.say('Do it.', 'message-1').then(() => finish(first)));
  if (!first.isDead) {
    return { site, first, last: first };
  }
  const last = site.page();
  await last.comeBack();
  if ((await last.shown('user-message')).length === 0) {
    // The page died before the message was stored, so the person sends it
    // again.
    await last.say('Do it.', 'message-1');
  }
  await finish(last);
  return { site, first, last };
}

describe('a page that goes', () => {
  let points: string[] = [];

  beforeAll(async () => {
    const { first, site } = await play();
    expect(site.kernel).toEqual(RAN);
    points = first.points;
  });

  it.each(Array.from({ length: 8 }, (_, part) => part))(
    'loses nothing and does nothing twice, wherever it goes (%i of 8)',
    async part => {
      const problems: string[] = [];
      for (let at = part + 1; at <= points.length; at += 8) {
        try {
          const { site, last } = await play(at);
          const texts = (await last.shown('user-message')).map(
            event => event.messageId
          );
          const decided = (await last.shown('review-decided'))
            .filter(event => !event.interruptId.startsWith('recovery:'))
            .map(event => event.callId);
          const finished = (await last.shown('call-finished')).map(
            event => event.callId
          );
          const proposed = (await last.shown('call-proposed')).map(
            event => event.callId
          );
          expect({
            kernel: site.kernel,
            cells: site.notebook.sources,
            said: texts,
            decisionsTwice: decided.length - new Set(decided).size,
            decisions: new Set(decided).size,
            problems: await last.problems(),
            outcome: (await last.shown('run-finished')).at(-1)?.outcome,
            open: proposed.filter(id => !finished.includes(id)),
            twice: finished.length - new Set(finished).size,
            waiting: await last.waiting(),
            record: (await site.threads.get(THREAD))?.run,
            pending: (await site.threads.get(THREAD))?.pending
          }).toEqual({
            kernel: RAN,
            cells: SOURCES,
            said: ['message-1'],
            decisionsTwice: 0,
            decisions: 5,
            problems: [],
            outcome: 'answered',
            open: [],
            twice: 0,
            waiting: [],
            record: null,
            pending: 0
          });
        } catch (error) {
          problems.push(`${at} ${points[at - 1]}: ${String(error)}`);
        }
      }
      expect(problems).toEqual([]);
    },
    120_000
  );
});
