import { act } from 'react';

import type {
  EventBody,
  IReportPart,
  IThreadDraft,
  OpenQuestion
} from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { logOf, turn } from './long-thread';
import { PanelFixture } from './panel-fixture';
import { EVIDENCE, piece, PLAN, REVIEW, STARTED } from './report-samples';
import { questionClosed, questionOpened } from './events';

let panel: PanelFixture;

const card = () => panel.card(/^Report: /);
const answers = () =>
  panel.agent.commands('answer').map(({ interruptId, answer }) => ({
    interruptId,
    answer
  }));
const ask = (interrupt: OpenQuestion) =>
  panel.run(STARTED, questionOpened(interrupt));
const boxes = () =>
  Array.from(
    card().querySelectorAll<HTMLInputElement>('[data-control="tick"]')
  );
/** The field for the maximum number of words. */
const length = () =>
  card().querySelector<HTMLInputElement>('input[type="number"]')!;
const box = (label: string) =>
  Array.from(card().querySelectorAll('label'))
    .find(each => each.textContent?.startsWith(label))!
    .querySelector('input')!;
const moveTo = (title: string) =>
  panel.get('combobox', `Section of “${title}”`);

/** A section shows its details once it is used. */
const use = (at: number) =>
  act(async () => panel.get('textbox', `Title of section ${at}`).focus());
/** An entry of a row's menu. */
const choose = async (menu: string, entry: string) => {
  await panel.click(panel.get('button', `More actions for ${menu}`));
  await panel.click(panel.get('menuitem', entry));
};

beforeEach(async () => {
  panel = new PanelFixture();
  await panel.mount();
});

describe('the plan of a report', () => {
  it('begins as the person left it: changed, moved, removed, added', async () => {
    await ask(PLAN);
    await panel.type('Readers', 'everybody');
    await choose('section 2', 'Move up');
    expect(panel.announced).toContain('“Results” is now 1 of 2.');
    const grip = /^Move section 1, “Results”/;
    expect(document.activeElement).toBe(panel.get('button', grip));
    await choose('section 2', 'Delete');
    expect(panel.announced).toContain('Deleted: “Summary”');
    expect(document.activeElement).toBe(panel.get('button', grip));
    await panel.click(panel.get('button', 'Add a section'));
    expect(panel.button(card(), 'Start').disabled).toBe(true);
    await panel.type('Title of section 2', 'Outlook');
    await panel.type('What “Outlook” must answer', 'What comes next.');
    await panel.type(
      'Words to search for “Outlook” with',
      'forecast, next  year,, '
    );
    await panel.click(panel.get('button', 'Start'));
    expect(answers()).toMatchObject([
      {
        interruptId: 'plan-1',
        answer: {
          action: 'accept',
          plan: {
            audience: 'everybody',
            sections: [
              { id: 's2', title: 'Results' },
              {
                title: 'Outlook',
                answers: 'What comes next.',
                search: ['forecast', 'next  year']
              }
            ]
          }
        }
      }
    ]);
  });

  it('is changed as a list of steps is: dragged by a grip, moved and deleted by keyboard', async () => {
    await ask(PLAN);
    const grip = (name: string) =>
      panel.get('button', `Move section ${name}, with the arrow keys`);
    const titles = () =>
      Array.from(
        card().querySelectorAll<HTMLTextAreaElement>('[data-control="title"]')
      ).map(({ value }) => value);
    await panel.press(grip('1, “Summary”'), 'ArrowDown');
    expect(titles()).toEqual(['Results', 'Summary']);
    expect(document.activeElement).toBe(grip('2, “Summary”'));
    expect(panel.announced).toContain('“Summary” is now 2 of 2.');
    await panel.press(grip('2, “Summary”'), 'ArrowDown');
    expect(titles()).toEqual(['Results', 'Summary']);
    await panel.press(panel.get('textbox', 'Title of section 2'), 'ArrowUp', {
      altKey: true
    });
    expect(titles()).toEqual(['Summary', 'Results']);
    await panel.press(grip('1, “Summary”'), 'Delete');
    expect(titles()).toEqual(['Results']);
  });

  it('shows what it is looked for with, and what is good to know', async () => {
    const [summary, ...rest] = PLAN.plan.sections;
    await ask({
      ...PLAN,
      missing: ['Which year it is about.'],
      plan: {
        ...PLAN.plan,
        sections: [{ ...summary, search: ['rows', 'mass'] }, ...rest]
      }
    });
    await use(1);
    expect(
      panel.get('textbox', 'Words to search for “Summary” with').value
    ).toBe('rows,mass');
    expect(card().textContent).toContain('Which year it is about.');
    await panel.click(
      card().querySelector<HTMLElement>(
        '.jp-Cellwright-field input[type="checkbox"]:not([data-control])'
      )!
    );
    expect(panel.all('textbox', 'Words to search for “Summary” with')).toEqual(
      []
    );
  });

  it.each<[string, string, string, string]>([
    ['Language', 'English', 'Write the language as a code', 'language'],
    ['Title', ' ', 'The report needs a title', 'title']
  ])('does not begin with a %s of “%s”', async (field, typed, words) => {
    await ask(PLAN);
    await panel.type(panel.get('textbox', field), typed);
    expect(card().textContent).toContain(words);
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toEqual([]);
  });

  it('is planned again from words, with another template, or not at all', async () => {
    await ask(PLAN);
    await panel.type('Template', 'analysis-report', 'change');
    expect(answers()).toEqual([]);
    await panel.click(panel.get('button', 'Use this template'));
    await panel.tell({
      type: 'interrupt-refused',
      interruptId: 'plan-1',
      problem: 'That template is gone.'
    });
    expect(card().textContent).toContain('That template is gone.');
    await panel.click(panel.get('button', 'Change…'));
    await panel.type('What should be different?', 'shorter');
    await panel.click(panel.get('button', 'Plan again'));
    expect(answers()).toMatchObject([
      { answer: { action: 'change', words: '', template: 'analysis-report' } },
      { answer: { action: 'change', words: 'shorter' } }
    ]);
  });

  it('asks for what its template needs, each by its type, and waits for none of it', async () => {
    const part = (
      name: string,
      type: IReportPart['type'],
      choices: string[] = []
    ): IReportPart => ({ name, label: name, type, required: false, choices });
    await ask({
      ...PLAN,
      parts: [
        { ...part('customer', 'text'), label: 'Customer', required: true },
        { ...part('plot', 'figure'), label: 'Plot', required: true },
        part('size', 'choice', ['S', 'M']),
        part('due', 'date'),
        part('count', 'number'),
        part('paid', 'yes-no'),
        part('names', 'list')
      ]
    });
    await panel.type(
      'Customer (from the evidence, if you leave it empty)',
      'Ada'
    );
    expect(panel.all('textbox', /^Plot/)).toEqual([]);
    expect(
      [...card().querySelectorAll('option')]
        .map(each => each.textContent)
        .filter(each => /^(S|M|Yes|No)$/.test(each ?? ''))
    ).toEqual(['S', 'M', 'Yes', 'No']);
    expect(
      [
        ...card().querySelectorAll<HTMLLabelElement>(
          'fieldset.jp-Cellwright-fieldGroup label'
        )
      ].map(each => {
        const field = card().querySelector(`#${CSS.escape(each.htmlFor)}`);
        return [
          each.textContent,
          field?.getAttribute('type') ?? field?.localName
        ];
      })
    ).toEqual([
      ['Customer (from the evidence, if you leave it empty)', 'text'],
      ['size (optional)', 'select'],
      ['due (optional)', 'date'],
      ['count (optional)', 'number'],
      ['paid (optional)', 'select'],
      ['names (optional)', 'textarea']
    ]);
    await panel.click(panel.get('button', 'Start'));
    expect(answers()).toMatchObject([
      { answer: { plan: { parts: { customer: 'Ada' } } } }
    ]);
  });

  it('takes other files that the person names, one a line, and any length where none is named', async () => {
    await ask(PLAN);
    await panel.type(
      'Also read files (optional)',
      ' /work/notes.md \n\nwork/old.md\nwork/notes.md'
    );
    await panel.type(length(), '');
    await panel.click(panel.get('button', 'Start'));
    expect(answers()).toMatchObject([
      {
        answer: {
          action: 'accept',
          plan: { files: ['work/notes.md', 'work/old.md'], length: null }
        }
      }
    ]);
  });

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
});

describe('the evidence of a report', () => {
  it('shows what each piece is: a table’s head as cells, a plot as a picture, a text', async () => {
    await ask(EVIDENCE);
    expect(card().querySelector('img')?.src).toMatch(/^data:image\/png;base64/);
    expect(
      Array.from(card().querySelectorAll('td'), cell => cell.textContent)
    ).toEqual(['Gentoo', '5076']);
    expect(card().textContent).toContain('344 rows, 2 columns in all');
    expect(card().querySelector('pre')?.textContent).toBe('mean e1');
    await panel.click(panel.all('button', 'Cell [1]')[0]);
    expect(panel.workspace.revealed).toEqual([
      { path: 'work/penguins.ipynb', cellId: 'c1' }
    ]);
    expect(card().textContent).not.toContain('could not sort');
    expect(card().textContent).not.toContain('left out');
  });

  it('folds each of many pieces to its title, its picture and what is wrong with it', async () => {
    await ask({
      ...EVIDENCE,
      pieces: [
        ...EVIDENCE.pieces,
        ...['e5', 'e6', 'e7'].map(id => ({ ...EVIDENCE.pieces[3], id }))
      ]
    });
    expect(card().querySelectorAll('img')).toHaveLength(1);
    expect(card().querySelectorAll('td, pre, select')).toHaveLength(0);
    expect(panel.all('button', /^Details: /)).toHaveLength(3);
    expect(
      panel.get('button', 'Run the cell of “What e3 shows” again')
    ).toBeTruthy();
    await panel.click(panel.get('button', 'Details: What e2 shows'));
    expect(
      Array.from(card().querySelectorAll('td'), cell => cell.textContent)
    ).toEqual(['Gentoo', '5076']);
    expect(moveTo('What e2 shows')).toBeTruthy();
  });

  it('tells pieces with the same title apart, in each name', async () => {
    await ask({
      ...EVIDENCE,
      pieces: EVIDENCE.pieces.map(each =>
        each.id === 'e3' ? each : { ...each, title: 'Penguins' }
      )
    });
    await choose('“Penguins, e1”', 'Move down');
    expect(panel.announced).toContain('“Penguins, e1” is now 2 of 2.');
    // Below one heading, each says what it is.
    expect(
      Array.from(
        card().querySelectorAll('.jp-Cellwright-hint'),
        ({ textContent }) => textContent
      )
    ).toContain('mean e1');
    expect(moveTo('What e3 shows')).toBeTruthy();
  });

  it('names a piece without a title by its first words', async () => {
    await ask({
      ...EVIDENCE,
      pieces: EVIDENCE.pieces.map(each => ({ ...each, title: '' }))
    });
    expect(boxes().map(box => box.closest('label')?.textContent)).toEqual([
      'mean e1, e1',
      'species, mass, e2',
      'No title, e3'
    ]);
  });

  it('is approved with what is ticked, where it was moved to', async () => {
    await ask(EVIDENCE);
    await choose('“What e2 shows”', 'Move up');
    await panel.type(moveTo('What e1 shows'), '', 'change');
    expect(panel.announced).toContain('“What e1 shows” is now in “Not used”.');
    expect(document.activeElement).toBe(boxes()[0]);
    await panel.type(moveTo('What e3 shows'), 's1', 'change');
    await panel.click(panel.get('button', 'Not used (2)'));
    await panel.type(moveTo('What e4 shows'), 's2', 'change');
    await panel.click(boxes()[0]);
    expect(card().textContent).toContain('2 pieces of evidence are ticked.');
    await panel.click(panel.get('button', 'Approve'));
    expect(answers()).toEqual([
      {
        interruptId: 'evidence-1',
        answer: {
          action: 'approve',
          sections: [
            { id: 's1', pieces: ['e3'] },
            { id: 's2', pieces: ['e4'] }
          ]
        }
      }
    ]);
  });

  it('goes back with words, and comes back with the differences marked', async () => {
    await ask(EVIDENCE);
    await panel.click(panel.get('button', 'Change…'));
    const send = panel.button(card(), 'Send changes');
    expect(send.disabled).toBe(true);
    await panel.type('What should change?', 'only Gentoo');
    await panel.click(send);
    expect(answers()).toMatchObject([
      { answer: { action: 'modify', words: 'only Gentoo' } }
    ]);
    await panel.tell(
      questionClosed(
        {
          action: 'modify',
          sections: [],
          words: 'only Gentoo'
        },
        'evidence-1'
      ),
      questionOpened({
        ...EVIDENCE,
        interrupt_id: 'evidence-2',
        changes: ['“What e5 shows” is new in “Summary”.'],
        sections: [
          { ...EVIDENCE.sections[0], pieces: ['e5'] },
          { ...EVIDENCE.sections[1], pieces: ['e1'] }
        ],
        pieces: [
          piece('e5', { change: 'new' }),
          piece('e1', { change: 'moved' })
        ]
      })
    );
    expect(panel.text).toContain('you asked for changes “only Gentoo”');
    expect(card().textContent).toContain('“What e5 shows” is new in “Summary”');
    expect(
      Array.from(
        card().querySelectorAll('.jp-mod-changed .jp-Cellwright-tag'),
        tag => tag.textContent
      )
    ).toEqual(['New', 'Moved here']);
    await panel.click(panel.get('button', 'Approve'));
    expect(answers()[1]).toMatchObject({
      interruptId: 'evidence-2',
      answer: { action: 'approve' }
    });
  });

  it('says why a piece is stale, asks for its cell to be run, and keeps what was ticked', async () => {
    await ask(EVIDENCE);
    expect(card().textContent).toContain('The cell was changed after it ran.');
    await panel.click(boxes()[0]);
    await panel.click(
      panel.get('button', 'Run the cell of “What e3 shows” again')
    );
    const [{ answer }] = answers();
    expect(answer).toEqual({ action: 'run', pieces: ['e3'] });
    await panel.tell(
      questionClosed(answer, 'evidence-1'),
      questionOpened({
        ...EVIDENCE,
        interrupt_id: 'evidence-2',
        ranAgain: true,
        pieces: EVIDENCE.pieces.map(each => ({ ...each, stale: [] }))
      })
    );
    expect(boxes().map(({ checked }) => checked)).toEqual([false, true, true]);
    expect(panel.all('button', /again$/)).toEqual([]);
  });

  it('says where the model did not sort it, and what was left out', async () => {
    await ask({ ...EVIDENCE, plain: true, leftOut: 3 });
    expect(card().textContent).toContain(
      'The model could not sort this, so it follows the order of the notebook.'
    );
    expect(card().textContent).toContain(
      '3 more pieces were found and left out as less relevant.'
    );
  });

  it('says how long it waits, and what its end was', async () => {
    await ask({
      ...EVIDENCE,
      timeout: 600_000,
      until: Date.now() + 600_000
    });
    expect(card().textContent).toContain(
      'Without an answer, it is cancelled in 10 minutes.'
    );
    await panel.tell(
      questionClosed({ cancelled: true }, 'evidence-1', 'timeout')
    );
    expect(panel.all('group', /^Report: /)).toEqual([]);
    expect(panel.text).toContain(
      'nobody decided in time; what was gathered is kept'
    );
  });

  it('goes away where it was decided elsewhere, and a second answer is refused', async () => {
    await ask(EVIDENCE);
    const approve = panel.button(card(), 'Approve');
    await panel.tell(
      questionClosed({ action: 'approve', sections: [] }, 'evidence-1')
    );
    await panel.click(approve);
    expect(answers()).toEqual([]);
    expect(panel.text).toContain('you approved it');
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
    expect(answers()).toMatchObject([
      { answer: { action: 'run', pieces: ['e1', 'e3'] } }
    ]);
  });

  it('says once that no cell ran in this page', async () => {
    await ask({
      ...EVIDENCE,
      pieces: EVIDENCE.pieces.map(each => ({ ...each, stale: ['unknown'] }))
    });
    expect(card().textContent?.match(/There is no record of/g)).toHaveLength(1);
    panel.get('button', 'Run their cells again');
  });

  it('says once of how many pieces nothing is recorded', async () => {
    await ask({
      ...EVIDENCE,
      pieces: EVIDENCE.pieces.map((each, at) => ({
        ...each,
        stale: at === 0 ? [] : ['unknown']
      }))
    });
    expect(card().textContent?.match(/no record of/g)).toHaveLength(1);
    expect(card().textContent).toContain(
      `Of ${EVIDENCE.pieces.length - 1} there is no record`
    );
  });

  it('goes back with what was ticked alone, and no words', async () => {
    await ask(EVIDENCE);
    await panel.click(
      card().querySelector<HTMLInputElement>('[data-control="tick"]')!
    );
    await panel.click(panel.get('button', 'Change…'));
    await panel.click(panel.button(card(), 'Send changes'));
    expect(answers()).toMatchObject([
      {
        answer: {
          action: 'modify',
          words: '',
          sections: [
            { id: 's1', pieces: ['e2'] },
            { id: 's2', pieces: ['e3'] }
          ]
        }
      }
    ]);
  });
});

describe('a finished report', () => {
  it.each([
    ['each check that did not pass', 1, 'The sample size is not named.'],
    ['the number of checks, where many', 4, '4 checks did not pass.']
  ])('has on its card %s', async (_, count, words) => {
    const [finding] = REVIEW.findings;
    await ask({
      ...REVIEW,
      findings: Array.from({ length: count }, (_, at) => ({
        ...finding,
        id: `f${at}`
      }))
    });
    expect(card().textContent).toContain(words);
    expect(card().textContent!.includes(finding.text)).toBe(count === 1);
  });

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
      {
        answer: { action: 'save', forms: ['md'], record: true, download: true }
      }
    ]);
  });
});

describe('after a reload', () => {
  /** What is stored, as soon as it holds what was begun on a card. */
  async function stored(id: string): Promise<IThreadDraft> {
    const draft = () => panel.threads.drafts.get(panel.threadId);
    const begun = panel.store.main.getState().cards[id];
    await panel.until(
      () => JSON.stringify(draft()?.answers[id]) === JSON.stringify(begun)
    );
    return JSON.parse(JSON.stringify(draft())) as IThreadDraft;
  }

  it.each<
    [string, OpenQuestion, () => Promise<void>, () => void, OpenQuestion?]
  >([
    [
      'the plan stands half edited as it was left',
      PLAN,
      async () => {
        await panel.type('Readers', 'everybody');
        await panel.click(panel.get('button', 'Change…'));
        await panel.type('What should be different?', 'half a wish');
      },
      () => {
        expect(panel.get('textbox', 'Readers').value).toBe('everybody');
        expect(panel.get('textbox', 'What should be different?').value).toBe(
          'half a wish'
        );
      }
    ],
    [
      'the evidence stands half edited as it was left',
      EVIDENCE,
      async () => {
        await panel.click(boxes()[1]);
        await panel.type(moveTo('What e3 shows'), '', 'change');
      },
      () => {
        expect(boxes().map(({ checked }) => checked)).toEqual([true, false]);
        expect(panel.all('button', 'Not used (2)')).toHaveLength(1);
      }
    ],
    [
      'what was ticked on another card counts for nothing',
      EVIDENCE,
      () => panel.click(boxes()[0]),
      () => expect(boxes().every(({ checked }) => checked)).toBe(true),
      { ...EVIDENCE, interrupt_id: 'another' }
    ]
  ])('%s', async (_, asked, edit, look, interrupt = asked) => {
    await ask(asked);
    await edit();
    const threads = new FakeThreads();
    threads.drafts.set('t1', await stored(asked.interrupt_id));
    await panel.dispose();
    threads.add(
      't1',
      { pending: 1 },
      logOf(
        't1',
        ...turn(1).slice(0, 2),
        STARTED,
        questionOpened(interrupt) as EventBody
      )
    );
    panel = new PanelFixture({}, threads);
    await panel.mount();
    look();
  });
});
