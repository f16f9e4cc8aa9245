import type { OpenQuestion } from '../../contract';
import { PanelFixture } from './panel-fixture';
import { EVIDENCE, PLAN, REVIEW, STARTED } from './report-samples';

let panel: PanelFixture;

const card = () => panel.card(/^Report: /);
const ask = (interrupt: OpenQuestion) =>
  panel.run(STARTED, { type: 'interrupt-opened', interrupt });
/** The field for the maximum number of words. */
const length = () =>
  card().querySelector<HTMLInputElement>('input[type="number"]')!;
const box = (label: string) =>
  Array.from(card().querySelectorAll('label'))
    .find(each => each.textContent?.startsWith(label))!
    .querySelector('input')!;
const answers = () =>
  panel.agent.commands('answer').map(({ answer }) => answer);

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

describe('the card of a plan', () => {
  it.each([
    ['model', ''],
    ['template', 'No model has been asked yet.'],
    ['default', 'The model could not plan this']
  ] as const)(
    'says that it is by a %s where that matters',
    async (by, words) => {
      await ask({ ...PLAN, by });
      const text = card().textContent ?? '';
      expect(
        [
          'No model has been asked yet.',
          'The model could not plan this'
        ].filter(each => text.includes(each))
      ).toEqual(words ? [words] : []);
    }
  );

  it.each(['49', '20001', '1.5'])(
    'does not begin with a length of %s words',
    async typed => {
      await ask(PLAN);
      await panel.type(length(), typed);
      expect(card().textContent).toContain('a number from 50 to 20000 words');
      expect(panel.button(card(), 'Start').disabled).toBe(true);
    }
  );

  it('may have any length where none is named', async () => {
    await ask(PLAN);
    await panel.type(length(), '');
    await panel.click(panel.get('button', 'Start'));
    expect(answers()).toMatchObject([{ plan: { length: null } }]);
  });
});

describe('the card of the evidence', () => {
  it('says where the model did not sort it, and what was left out', async () => {
    await ask({ ...EVIDENCE, plain: true, leftOut: 3 });
    expect(card().textContent).toContain(
      'The model could not sort this, so it follows the order of the notebook.'
    );
    expect(card().textContent).toContain(
      '3 more pieces were found and left out as less relevant.'
    );
  });

  it('says neither where it is sorted and whole', async () => {
    await ask(EVIDENCE);
    expect(card().textContent).not.toContain('could not sort');
    expect(card().textContent).not.toContain('left out');
  });

  it('has all cells run again that may be out of date, and only those', async () => {
    await ask({
      ...EVIDENCE,
      pieces: EVIDENCE.pieces.map(each =>
        each.id === 'e1' ? { ...each, stale: ['unknown'] } : each
      )
    });
    expect(card().textContent).toContain('2 pieces may be out of date.');
    await panel.click(panel.get('button', 'Run their cells again'));
    expect(answers()).toEqual([
      { action: 'run', hash: 'he', pieces: ['e1', 'e3'] }
    ]);
  });

  it('goes back with what was ticked alone, and no words', async () => {
    await ask(EVIDENCE);
    await panel.click(
      card().querySelector<HTMLInputElement>('[data-control="tick"]')!
    );
    await panel.click(panel.get('button', 'Change…'));
    await panel.click(panel.button(card(), 'Send changes'));
    expect(answers()).toEqual([
      {
        action: 'modify',
        hash: 'he',
        words: '',
        sections: [
          { id: 's1', pieces: ['e2'] },
          { id: 's2', pieces: ['e3'] }
        ]
      }
    ]);
  });
});

describe('a finished report', () => {
  it('is downloaded instead, with its evidence file, where that is chosen', async () => {
    await ask(REVIEW);
    await panel.click(panel.get('button', 'Save'));
    await panel.click(
      box('Include an evidence file, to check the report later')
    );
    await panel.click(box('Download it instead'));
    expect(panel.all('textbox', 'Folder')).toEqual([]);
    expect(card().textContent).toContain('Your browser saves the files.');
    await panel.click(panel.get('button', 'Approve and save'));
    expect(answers()).toMatchObject([
      { action: 'save', forms: ['md'], record: true, download: true }
    ]);
  });
});
