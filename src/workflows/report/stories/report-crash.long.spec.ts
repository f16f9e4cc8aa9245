import { PENGUINS, ReportBench, choiceOf, type IPause } from './report-bench';

type Pause = Awaited<ReturnType<ReportBench['start']>>[number];

/** The nodes that a report with all its detours visits. */
const NODES = [
  'planning',
  'plan_card',
  'gather',
  'aggregate',
  'evidence_card',
  'evidence_change',
  'run_again',
  'check',
  'blanks',
  'ask_blanks',
  'write',
  'validate',
  'mend',
  'final_review',
  'save',
  'finish'
];

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());
afterEach(() => jest.restoreAllMocks());

/** A report that takes every arrow except those that end it early. */
class WholeReport extends ReportBench {
  override checklist = ['Names the rows'];
  override files = { 'work/prices.csv': 'fish,price\nherring,2.5' };
  override conversations = [
    { name: 'Cleaning', text: 'Eleven rows were dropped.', time: null }
  ];

  constructor() {
    super();
    this.cells = PENGUINS.map(each =>
      each.id === 'count' ? { ...each, run: null } : each
    );
    this.templates['letter.md'] = {
      form: 'markdown',
      text: '# {{title}}\n\nMean: {{mean: number}}. For {{who}}.\n\n{{sections}}'
    };
    this.answers.fill_blanks = [
      { values: [{ name: 'mean', text: '{{e3.r1c2:0}}[[e3]]' }] }
    ];
    this.texts.Data = ['There are 351 penguins.'];
    this.reload();
  }

  /** Answers the waiting cards like a person, until there are none. */
  async toTheEnd(first: Pause[]): Promise<void> {
    let [pause] = first as (Pause | undefined)[];
    for (let turn = 0; pause && turn < 20; turn++) {
      [pause] = await this.answer(pause, this._sayTo(pause));
    }
  }

  private _sayTo(pause: Pause): object {
    const { value } = pause;
    switch (value.kind) {
      case 'report-plan':
        return {
          action: 'accept',
          hash: value.hash,
          plan: { ...value.plan, files: ['work/prices.csv'] }
        };
      case 'evidence': {
        const stale = value.pieces.find(each => each.stale.length > 0);
        const sections = choiceOf(pause as IPause<'evidence'>);
        const { hash } = value;
        return stale
          ? { action: 'run', hash, pieces: [stale.id] }
          : value.round === 0
            ? { action: 'modify', hash, sections, words: 'Add the heading' }
            : { action: 'approve', hash, sections };
      }
      case 'review':
        return {
          action: 'save',
          hash: value.hash,
          markdown: value.markdown,
          forms: ['md'],
          baseName: 'penguins',
          folder: value.folder,
          record: false,
          download: false
        };
      case 'form':
        return { values: { who: 'Ada' } };
      default:
        return { confirmed: true };
    }
  }
}

/**
 * The written text without its times; a page that continues may write it twice.
 */
function textsOf({ written }: ReportBench): string[] {
  return written.map(({ data }) =>
    String(data).replace(/\d\d:\d\d:\d\d(\.\d+)?/g, 'then')
  );
}

/** Writes a report; if its page dies, another one continues. */
async function play(diesAt = 0): Promise<WholeReport> {
  const bench = new WholeReport();
  bench.dieAt(diesAt);
  await bench.toTheEnd(await bench.start({ template: 'letter.md' }));
  if (bench.saver.isGone) {
    bench.reload();
    const { report } = await bench.state();
    await bench.toTheEnd(
      report
        ? await bench.resume()
        : await bench.start({ template: 'letter.md' })
    );
  }
  return bench;
}

it('a report whose page goes at any node goes on at the last one that was finished, and asks for nothing twice', async () => {
  const whole = await play();
  const { points } = whole.saver;
  const [text] = textsOf(whole);
  const asked = whole.requests.map(({ name }) => name);
  expect(asked).toEqual([
    'report_plan',
    'group_evidence',
    'change_evidence',
    'checklist',
    'fill_blanks',
    'Data',
    'Result',
    'checklist',
    'Data',
    'checklist'
  ]);
  expect(new Set(await whole.finished())).toEqual(new Set(NODES));
  // Dying after one point is the same as dying before the next.
  for (const at of points.flatMap((point, index) =>
    point.startsWith('before') ? [index + 1] : []
  )) {
    const bench = await play(at);
    const { result } = await bench.state();
    const where = `${at}: ${points[at - 1]}`;
    expect([where, result?.outcome]).toEqual([where, 'saved']);
    expect([where, ...new Set(textsOf(bench))]).toEqual([where, text]);
    // A request whose answer a page could not store is repeated, and no other.
    const again = bench.requests.length - asked.length;
    const isKept = points[at - 1] === 'before a checkpoint';
    expect([where, again <= (isKept ? 0 : 1)]).toEqual([where, true]);
  }
}, 600_000);
