import { act } from 'react';

import type {
  IPlanStep,
  IThreadDraft,
  OpenQuestion,
  PlanInterruptAnswer
} from '../../contract';
import { FakeThreads } from '../../testing/fake-threads';
import { logOf, turn } from './long-thread';
import { PanelFixture } from './panel-fixture';
import { questionClosed, questionOpened } from './events';
import { planStep } from '../../testing/plan-step';

/**
 * The cards of a plan: what can be edited on them, that only the person's own
 * action answers them, and that unfinished edits survive a reload.
 */

let panel: PanelFixture;
let threads: FakeThreads;

beforeEach(async () => {
  threads = new FakeThreads();
  panel = new PanelFixture({}, threads);
  await panel.mount();
});

const BASE = { interrupt_id: 'i1', node_ref: 'plan', step_id: 's1', text: '' };

const step = (id: string, change: Partial<IPlanStep> = {}) =>
  planStep(id, { does: `Does ${id}`, ...change });

const PLAN: OpenQuestion & { kind: 'plan' } = {
  ...BASE,
  kind: 'plan',
  title: 'The plan',
  steps: [
    step('s1', { reads: true, tools: ['read_file'] }),
    step('s2', { needs: ['s1'] }),
    step('s3', { needs: ['s2'], worked: 'there is a plot' })
  ],
  patterns: [],
  hasFirst: false,
  level: 'cell'
};
const QUESTIONS: OpenQuestion & { kind: 'clarification' } = {
  ...BASE,
  kind: 'clarification',
  title: 'Some questions first',
  task: 'Model the penguins',
  clarity: 0.4,
  questions: [
    {
      id: 'target',
      question: 'Which column is the target?',
      choices: ['species', 'island'],
      default: 'species'
    },
    { id: 'why', question: 'What is it for?', choices: [], default: '' }
  ],
  assumptions: ['Rows with gaps are left out.'],
  past: [
    {
      key: 'm1',
      task: 'Model the seals',
      answers: [{ question: 'Which column?', answer: 'species' }]
    }
  ]
};
const STEP: OpenQuestion & { kind: 'step' } = {
  ...BASE,
  kind: 'step',
  title: 'Read the file',
  step: step('s1'),
  tools: [
    {
      name: 'read_file',
      schema: {
        type: 'object',
        properties: {
          path: { type: 'string', title: 'Path' },
          lines: { type: 'integer', title: 'Lines', default: 100 }
        },
        required: ['path']
      },
      arguments: {}
    }
  ]
};
const FAILURE: OpenQuestion & { kind: 'failure' } = {
  ...BASE,
  kind: 'failure',
  title: 'A step failed',
  step: step('s2', { title: 'Fit the model' }),
  reason: 'ValueError: no rows',
  change: '',
  percent: 33.3
};

const ask = (interrupt: OpenQuestion) => panel.run(questionOpened(interrupt));
const card = () => panel.card(/^Question: /);
const press = (name: string) => panel.click(panel.button(card(), name));
const field = (name: string) => panel.get('textbox', name);
const button = (name: string) => panel.button(card(), name);
/** Opens the field for words, and writes into it. */
const write = async (name: string, text: string) => {
  await press('Change…');
  await panel.type(field(name), text);
};
/** A step shows its details once it is used. */
const use = (at: number) =>
  act(async () => field(`Title of step ${at}`).focus());
const answers = (): PlanInterruptAnswer[] =>
  panel.agent
    .commands('answer')
    .map(({ answer }) => answer as PlanInterruptAnswer);
const accepted = (): IPlanStep[] => {
  const [answer] = answers();
  return answer.action === 'accept' ? answer.steps : [];
};
const titles = () =>
  panel.all('textbox', /^Title of step/).map(each => each.value);
/** An entry of the menu of a step. */
const choose = async (at: number, entry: string) => {
  await panel.click(panel.get('button', `More actions for step ${at}`));
  await panel.click(panel.get('menuitem', entry));
};

describe('questions before a plan', () => {
  it('come with what the notebook suggests, the default chosen, and go out together', async () => {
    await ask(QUESTIONS);
    expect(card().textContent).toContain('40% clear');
    expect(card().textContent).toContain('Model the penguins');
    const [species, island] = Array.from(
      card().querySelectorAll<HTMLInputElement>('input[type="radio"]')
    );
    expect(species.checked).toBe(true);
    await panel.click(island);
    await panel.type(field('Your answer: “What is it for?”'), 'a talk');
    await press('Answer');
    expect(answers()).toEqual([
      { action: 'answer', answers: { target: 'island', why: 'a talk' } }
    ]);
  });

  it('take own words in place of a choice', async () => {
    await ask(QUESTIONS);
    await panel.click(
      Array.from(card().querySelectorAll<HTMLInputElement>('input'))[2]
    );
    await panel.type(
      field('Your answer: “Which column is the target?”'),
      'body mass'
    );
    await press('Answer');
    expect(answers()).toEqual([
      { action: 'answer', answers: { target: 'body mass' } }
    ]);
  });

  it('say what is taken for granted without an answer', async () => {
    await ask(QUESTIONS);
    expect(card().textContent).toContain('Rows with gaps are left out.');
    await press('Skip the questions');
    expect(answers()).toEqual([{ action: 'proceed' }]);
  });

  it('show what was said last time, and take it', async () => {
    await ask(QUESTIONS);
    expect(card().textContent).toContain('Last time, for “Model the seals”');
    await press('Same as last time: “species”');
    expect(answers()).toEqual([{ action: 'reuse', memory: 'm1' }]);
  });

  it('fold to what was answered, and open to each question and its answer', async () => {
    await ask(QUESTIONS);
    await panel.tell(
      questionClosed({ action: 'answer', answers: { target: 'island' } })
    );
    expect(panel.text).toContain('Some questions first “island”');
    await panel.click(panel.get('button', 'Show the question'));
    expect(panel.text).toContain('Which column is the target? → island');
  });
});

describe('the plan', () => {
  it('is shown whole and accepted as it is', async () => {
    await ask(PLAN);
    expect(titles()).toEqual(['Title s1', 'Title s2', 'Title s3']);
    // One line a step; the details of the one that is used.
    expect(panel.all('textbox', /^What /)).toEqual([]);
    await use(1);
    expect(card().textContent).toContain(
      'Only reads · Likely to use read_file'
    );
    await use(3);
    expect(card().textContent).toContain('Builds on step 2');
    expect(field('What shows that step 3 worked').value).toBe(
      'there is a plot'
    );
    await press('Accept');
    expect(answers()).toEqual([
      { action: 'accept', steps: PLAN.steps, level: 'cell' }
    ]);
  });

  it('is changed in place, by keyboard: titles, texts, switched off', async () => {
    await ask(PLAN);
    await panel.type(field('Title of step 1'), 'Load the data ');
    await use(2);
    await panel.type(field('What step 2 does'), 'Drops what is empty');
    await panel.click(
      panel.host.querySelector<HTMLElement>('[aria-label="Run step 2"]')!
    );
    expect(card().textContent).toContain(
      'It builds on step 2, which is switched off.'
    );
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(accepted()).toMatchObject([
      { id: 's1', title: 'Load the data', on: true },
      { id: 's2', does: 'Drops what is empty', on: false },
      { id: 's3', on: true }
    ]);
  });

  it.each([
    ['spaces', ['Title  s3 '], 'there is a plot'],
    [
      'a change that is taken back',
      ['Title s4', 'Title s3'],
      'there is a plot'
    ],
    ['another text', ['Count the seals'], '']
  ])('has this criterion after %s', async (_, typed, worked) => {
    await ask(PLAN);
    for (const text of typed) {
      await panel.type(field('Title of step 3'), text);
    }
    expect(field('What shows that step 3 worked').value).toBe(worked);
    await press('Accept');
    expect(accepted()[2]).toMatchObject({ worked });
  });

  it.each([
    ['two plots', 'Draws two plots'],
    ['', ' ']
  ])('keeps the criterion “%s” of the person', async (worked, does) => {
    await ask(PLAN);
    await use(3);
    await panel.type(field('What shows that step 3 worked'), worked);
    await panel.type(field('What step 3 does'), does);
    await press('Accept');
    expect(accepted()[2]).toMatchObject({ worked });
  });

  it('moves a step by the arrow keys, keeps the focus on it and says where it is', async () => {
    await ask(PLAN);
    const grip = () =>
      panel.get('button', /^Move step \d, “Title s3”, with the arrow keys$/);
    await act(async () => grip().focus());
    await panel.press(grip(), 'ArrowUp');
    expect(titles()).toEqual(['Title s1', 'Title s3', 'Title s2']);
    expect(document.activeElement).toBe(grip());
    expect(panel.announced).toContain('“Title s3” is now 2 of 3.');
    // A step that it builds on now comes later: the card says so, and it is not
    // sent.
    expect(card().textContent).toContain(
      'It can no longer build on step 3, which now comes later.'
    );
    await press('Accept');
    expect(accepted().map(({ id, needs }) => [id, needs])).toEqual([
      ['s1', []],
      ['s3', []],
      ['s2', ['s1']]
    ]);
  });

  it('moves a step by dragging', async () => {
    await ask(PLAN);
    const rows = Array.from(
      card().querySelectorAll<HTMLElement>('.jp-Cellwright-rows > li')
    );
    const drag = async (target: Element, type: string) => {
      await act(async () => {
        const event = new Event(type, { bubbles: true, cancelable: true });
        Object.assign(event, {
          dataTransfer: { setData: () => undefined, effectAllowed: '' }
        });
        target.dispatchEvent(event);
      });
    };
    await drag(rows[0].querySelector('.jp-Cellwright-rowGrip')!, 'dragstart');
    await drag(rows[2], 'dragover');
    await drag(rows[2], 'drop');
    await panel.settle();
    expect(titles()).toEqual(['Title s2', 'Title s3', 'Title s1']);
  });

  it('takes no drop of something else', async () => {
    await ask(PLAN);
    const row = card().querySelector('.jp-Cellwright-rows > li')!;
    const event = new Event('dragover', { bubbles: true, cancelable: true });
    await act(async () => void row.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(false);
  });

  it('deletes and adds steps; a new one needs a title', async () => {
    await ask(PLAN);
    await choose(2, 'Delete');
    expect(titles()).toEqual(['Title s1', 'Title s3']);
    await choose(1, 'Add one below');
    expect(document.activeElement).toBe(field('Title of step 2'));
    expect(card().textContent).toContain('Step 2 has no title yet.');
    expect(button('Accept').disabled).toBe(true);
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toEqual([]);
    expect(panel.announced).toContain('Step 2 has no title yet.');
    await panel.type(field('Title of step 2'), 'Count the rows');
    await press('Accept');
    const steps = accepted();
    expect(steps.map(({ title, needs }) => [title, needs])).toEqual([
      ['Title s1', []],
      ['Count the rows', []],
      // The step that it built on is gone.
      ['Title s3', []]
    ]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(3);
  });

  it('marks only reading steps to run side by side', async () => {
    await ask(PLAN);
    await panel.click(panel.get('button', 'More actions for step 2'));
    expect(panel.all('menuitem', /side by side/)).toEqual([]);
    await panel.press(panel.get('menuitem', 'Delete'), 'Escape');
    await choose(
      1,
      'Run it side by sideWith the steps next to it that only read'
    );
    expect(card().textContent).toContain(
      'Runs side by side with the steps next to it'
    );
    await press('Accept');
    expect(accepted().map(({ beside }) => beside)).toEqual([
      true,
      false,
      false
    ]);
  });

  it('holds twelve steps and no more', async () => {
    const steps = Array.from({ length: 12 }, (_, at) => step(`s${at + 1}`));
    await ask({ ...PLAN, steps });
    expect(titles()).toHaveLength(12);
    expect(button('A plan has at most 12 steps').disabled).toBe(true);
    await panel.click(panel.get('button', 'More actions for step 12'));
    expect(panel.all('menuitem', 'Add one below')).toEqual([]);
    await panel.press(panel.get('menuitem', 'Delete'), 'Escape');
    await press('Accept');
    expect(accepted()).toEqual(steps);
  });

  it('is planned again by words, with what was changed by hand', async () => {
    await ask(PLAN);
    expect(panel.all('button', 'Plan again')).toEqual([]);
    await choose(3, 'Delete');
    await write('What should be different?', 'use R');
    expect(button('Plan again').disabled).toBe(false);
    // The person has written something, so the keys must not accept the plan.
    await panel.press(card(), 'Enter', { ctrlKey: true });
    expect(answers()).toEqual([
      { action: 'change', words: 'use R', steps: PLAN.steps.slice(0, 2) }
    ]);
  });

  it('is rejected on one press', async () => {
    await ask(PLAN);
    await press('Reject');
    expect(answers()).toEqual([{ action: 'reject', reason: '' }]);
  });

  it('runs with as much asking as was chosen, each cell where nothing was', async () => {
    await ask(PLAN);
    const level = panel.get('combobox', 'While it runs, ask me');
    expect(level.value).toBe('cell');
    await panel.type(level, 'outside', 'change');
    expect(card().textContent).toContain(
      'Shell commands, tools that use the network, and files outside the notebook’s folder always ask.'
    );
    await press('Accept');
    expect(answers()).toMatchObject([{ action: 'accept', level: 'outside' }]);
  });

  it('says which patterns were applied, and takes the first plan back', async () => {
    await ask({
      ...PLAN,
      patterns: [{ key: 'm1', words: 'Looks at the gaps first' }],
      hasFirst: true
    });
    expect(card().textContent).toContain('Looks at the gaps first');
    await press('Use the first plan');
    expect(answers()).toEqual([{ action: 'first' }]);
  });

  it('goes away with what was begun when it is decided in another tab', async () => {
    await ask(PLAN);
    await panel.type(field('Title of step 1'), 'Half a ti');
    await panel.tell(
      questionClosed({ action: 'accept', steps: PLAN.steps, level: 'cell' })
    );
    expect(panel.all('group', /^Question: /)).toEqual([]);
    expect(panel.text).toContain('The plan · you agreed');
    await panel.store.conversations.drafts?.flush();
    expect(threads.drafts.get(panel.threadId)).toBeUndefined();
    await panel.click(panel.get('button', 'Show the question'));
    expect(panel.text).toContain('Title s1');
  });

  it('is not agreed to where every step of it is switched off', async () => {
    await ask(PLAN);
    const steps = PLAN.steps.map(step => ({ ...step, on: false }));
    await panel.tell(
      questionClosed({ action: 'accept', steps, level: 'cell' })
    );
    expect(panel.text).toContain('The plan · you switched every step off');
  });

  it('shows what a model hides in its words', async () => {
    await ask({
      ...PLAN,
      steps: [step('s1', { title: 'Read\u202e it', does: 'a <b>b</b>' })]
    });
    expect(card().textContent).toContain(
      'This contains characters that cannot be seen: “Read⟨U+202E⟩ it”'
    );
    expect(card().querySelector('b')).toBeNull();
  });

  it('gives back what it was, on one press', async () => {
    await ask(PLAN);
    await panel.type(field('Title of step 1'), 'Other');
    await choose(3, 'Delete');
    await press('Discard my changes');
    expect(titles()).toEqual(['Title s1', 'Title s2', 'Title s3']);
  });
});

describe('a plan card of an earlier page', () => {
  const comeBack = async (answers: IThreadDraft['answers']) => {
    threads.add(
      't1',
      { pending: 1, run: { runId: 'r0' } as never },
      logOf('t1', ...turn(1).slice(0, 2), questionOpened(PLAN))
    );
    threads.drafts.set('t1', {
      text: '',
      attachments: [],
      mode: 'plan',
      answers,
      scroll: { top: 0, atEnd: true }
    });
    await panel.dispose();
    panel = new PanelFixture({}, threads);
    await panel.mount();
  };

  it('has what was half changed, and goes out with it', async () => {
    await ask(PLAN);
    await panel.type(field('Title of step 1'), 'Half a ti');
    await choose(3, 'Delete');
    await write('What should be different?', 'use R');
    await panel.store.conversations.drafts?.flush();
    await comeBack(threads.drafts.get(panel.threadId)!.answers);
    expect(titles()).toEqual(['Half a ti', 'Title s2']);
    expect(field('What should be different?').value).toBe('use R');
    await press('Back');
    await press('Accept');
    expect(accepted().map(({ title }) => title)).toEqual([
      'Half a ti',
      'Title s2'
    ]);
  });

  it('that cannot be read is the plan as it was proposed', async () => {
    await comeBack({
      i1: { hash: 'i1', values: { steps: [{ title: 3 }], words: 4 }, asks: 7 }
    });
    expect(titles()).toEqual(['Title s1', 'Title s2', 'Title s3']);
  });
});

describe('a step', () => {
  const path = () =>
    Array.from(
      card().querySelectorAll<HTMLInputElement>('.jp-Cellwright-form input')
    )[0];

  it('shows its arguments as a form behind a line, and says what is missing', async () => {
    await ask(STEP);
    expect(card().querySelectorAll('input')).toHaveLength(0);
    await press('Tools and arguments');
    expect(card().textContent).toContain('read_file · still missing: path');
    await panel.type(path(), 'penguins.csv');
    expect(card().textContent).toContain('read_file · ready');
    expect(card().querySelector('pre')!.textContent).toContain(
      '"path": "penguins.csv"'
    );
    await press('Run this step');
    expect(answers()).toMatchObject([
      { action: 'edit', arguments: { read_file: { path: 'penguins.csv' } } }
    ]);
  });

  it('shows all code that one press approves, also where the fields are folded', async () => {
    const [tool] = STEP.tools;
    await ask({
      ...STEP,
      tools: ['jupyter_cell', 'run_scratch'].map(name => ({
        ...tool,
        name,
        arguments: { code: `${name}()` }
      }))
    });
    const shown = Array.from(
      card().querySelectorAll('pre'),
      pre => JSON.parse(pre.textContent!).code
    );
    expect(shown).toEqual(['jupyter_cell()', 'run_scratch()']);
    expect(card().querySelectorAll('.jp-Cellwright-form')).toHaveLength(0);
  });

  it('runs as it is: a default of a field is no edit', async () => {
    await ask({
      ...STEP,
      tools: [{ ...STEP.tools[0], arguments: { path: 'a.csv' } }]
    });
    await press('Run this step');
    expect(answers()).toEqual([{ action: 'approve' }]);
  });

  it('is edited as JSON where its arguments are no plain values', async () => {
    const schema = {
      type: 'object' as const,
      properties: { cells: { type: 'array', items: { type: 'object' } } },
      required: ['cells']
    };
    await ask({
      ...STEP,
      tools: [{ ...STEP.tools[0], schema }]
    });
    await press('Tools and arguments');
    expect(card().textContent).toContain('still missing: cells');
    const json = field('read_file · still missing: cells, as JSON');
    await panel.type(json, '{"cells": [');
    expect(button('Run this step').disabled).toBe(true);
    expect(card().textContent).toContain('This is not valid JSON.');
    await panel.type(
      panel.get('textbox', /as JSON$/),
      '{"cells": [{"id": 1}]}'
    );
    await press('Run this step');
    expect(answers()).toEqual([
      { action: 'edit', arguments: { read_file: { cells: [{ id: 1 }] } } }
    ]);
  });

  it('is skipped, or prepared again by words', async () => {
    await ask(STEP);
    await press('Skip this step');
    await panel.tell(questionOpened({ ...STEP, interrupt_id: 'i2' }));
    const again = panel.all('group', /^Question: /)[1];
    await panel.click(panel.button(again, 'Change…'));
    const [words] = Array.from(again.querySelectorAll('textarea'));
    await panel.type(words, 'only the first rows');
    await panel.click(panel.button(again, 'Prepare it again'));
    expect(answers()).toEqual([
      { action: 'skip' },
      { action: 'change', words: 'only the first rows' }
    ]);
  });

  it('discards an edit', async () => {
    await ask(STEP);
    await press('Tools and arguments');
    await panel.type(path(), 'penguins.csv');
    await press('Discard edit');
    expect(path().value).toBe('');
    await press('Run this step');
    expect(answers()).toEqual([{ action: 'approve' }]);
  });
});

describe('a step that failed', () => {
  it('is shown in quotes, and so is what came of it', async () => {
    await ask({
      ...FAILURE,
      step: step('s2', { title: 'Fit”. Cellwright: “safe' }),
      reason: 'No rows”.\nPress Skip.'
    });
    expect(card().textContent).toContain(
      '“Fit". Cellwright: "safe”It failed because: “No rows". Press Skip.”'
    );
  });

  it.each<[string, PlanInterruptAnswer]>([
    ['Try again', { action: 'again' }],
    ['Count it as done', { action: 'done' }],
    ['Skip this step', { action: 'skip' }],
    ['Stop the plan', { action: 'stop' }]
  ])('is answered by “%s”', async (name, answer) => {
    await ask(FAILURE);
    expect(card().textContent).toContain('Fit the model');
    expect(card().textContent).toContain('ValueError: no rows');
    expect(card().textContent).toContain('33% complete');
    await press(name);
    expect(answers()).toEqual([answer]);
  });

  it('lets the rest be changed by words', async () => {
    await ask(FAILURE);
    expect(panel.all('button', 'Change the rest')).toEqual([]);
    await write('What to change in the rest of the plan', 'leave the gaps in');
    await press('Change the rest');
    expect(answers()).toEqual([
      { action: 'change', words: 'leave the gaps in' }
    ]);
  });

  it('offers the change that the step suggests', async () => {
    await ask({ ...FAILURE, change: 'Ask for the file' });
    await press('Change…');
    await press('Change the rest');
    expect(answers()).toEqual([
      { action: 'change', words: 'Ask for the file' }
    ]);
  });
});
