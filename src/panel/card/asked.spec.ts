import { ENGLISH, type OpenQuestion } from '../../contract';
import { codeCard, questionCard } from '../../testing/fake-agent';
import { EVIDENCE, PLAN, REVIEW } from '../stories/report-samples';
import { askedBy, type AskingItem } from './asked';
import type { Field, Values } from './card';
import { planStep } from '../../testing/plan-step';

const BASE = { interrupt_id: 'i1', node_ref: 'n', step_id: 's1', text: '' };
const STEP = planStep('s1');
const SCHEMA = { type: 'object' as const, properties: {} };

const question = (interrupt: Partial<OpenQuestion>): AskingItem => ({
  kind: 'interrupt',
  id: 'i1',
  path: 'a.ipynb',
  status: 'pending',
  interrupt: { ...BASE, title: 'Asked', ...interrupt } as OpenQuestion,
  answer: null,
  by: null,
  problem: null
});
const call = (card: ReturnType<typeof codeCard>): AskingItem =>
  ({
    kind: 'call',
    id: card.callId,
    path: 'a.ipynb',
    review: { interruptId: 'r1', card, status: 'pending', limit: null }
  }) as AskingItem;

const labels = (fields: readonly Field[]) =>
  fields.map(({ kind, label }) => `${kind}: ${label}`);

/** Each card: what it asks for, how it is answered, and a first answer. */
it.each<
  [
    name: string,
    asked: AskingItem,
    fields: string[],
    actions: string[],
    press: string,
    typed: Values,
    answer: unknown
  ]
>([
  [
    'a yes or no',
    question({ kind: 'confirm' }),
    [],
    ['Yes', 'No'],
    'yes',
    {},
    { confirmed: true }
  ],
  [
    'a choice',
    question({
      kind: 'option',
      options: [{ value: 'a', label: 'A' }],
      multiple: false,
      other: true
    }),
    ['choice: Asked'],
    ['Answer', 'Skip'],
    'answer',
    {},
    ''
  ],
  [
    'a form of a server',
    question({
      kind: 'form',
      schema: SCHEMA,
      values: {},
      asker: { server: 's', host: 'h' }
    }),
    ['json: Your answer'],
    ['Answer', 'Decline', 'Skip'],
    'decline',
    {},
    { cancelled: true, why: 'declined' }
  ],
  [
    'a card of another extension',
    question({
      kind: 'custom',
      workflow: 'w',
      card: 'c',
      blocks: [],
      values: {},
      buttons: [{ name: 'skip', label: 'Keep', fills: false }]
    }),
    [],
    ['Keep', 'Skip'],
    ':skip',
    {},
    { button: 'skip', values: {} }
  ],
  [
    'questions before a plan',
    question({
      kind: 'clarification',
      task: 'Model it',
      clarity: 0.4,
      questions: [
        { id: 'q', question: 'Which?', choices: ['a'], default: 'a' }
      ],
      assumptions: [],
      past: [{ key: 'm', task: 'Before', answers: [] }]
    }),
    ['choice: Which?'],
    ['Answer', 'Skip the questions', 'Same as last time'],
    'answer',
    {},
    { action: 'answer', answers: { q: 'a' } }
  ],
  [
    'a plan',
    question({
      kind: 'plan',
      steps: [STEP],
      patterns: [],
      hasFirst: true,
      level: 'cell'
    }),
    ['rows: Steps of the plan', 'select: While it runs, ask me'],
    ['Accept', 'Change…', 'Reject', 'Use the first plan'],
    'accept',
    { level: 'step' },
    { action: 'accept', steps: [STEP], level: 'step' }
  ],
  [
    'a step',
    question({
      kind: 'step',
      step: STEP,
      tools: [
        {
          name: 'read_file',
          schema: SCHEMA,
          arguments: {}
        }
      ]
    }),
    ['json: read_file · ready'],
    ['Run this step', 'Change…', 'Skip this step'],
    'change',
    { words: ' less ' },
    { action: 'change', words: 'less' }
  ],
  [
    'a step that failed',
    question({ kind: 'failure', step: STEP, reason: 'No', percent: 10 }),
    [],
    [
      'Try again',
      'Change…',
      'Count it as done',
      'Skip this step',
      'Stop the plan'
    ],
    'stop',
    {},
    { action: 'stop' }
  ],
  [
    'the plan of a report',
    question(PLAN),
    [
      'text: Title',
      'select: Template',
      'text: Kind',
      'text: Language',
      'text: Readers',
      'text: Maximum number of words',
      'rows: Sections',
      'switch: Look for evidence in the notebook',
      'text: Also read files (optional)'
    ],
    ['Start', 'Change…', 'Reject'],
    'accept',
    { length: '12' },
    'The length is a number from 50 to 20000 words.'
  ],
  [
    'the evidence of a report',
    question(EVIDENCE),
    ['rows: '],
    ['Approve', 'Change…', 'Reject'],
    'run e3',
    {},
    { action: 'run', pieces: ['e3'] }
  ],
  [
    'a report, of what was typed on an earlier page what fits it',
    question(REVIEW),
    [],
    ['Open the report', 'Save', 'Send back', 'Discard'],
    'save',
    { markdown: 3, forms: { chosen: ['exe', 'docx', 'md'] }, folder: '/a/' },
    {
      action: 'save',
      markdown: REVIEW.markdown,
      forms: ['md', 'docx'],
      baseName: 'penguins',
      folder: 'a',
      record: false,
      download: false
    }
  ],
  [
    'a report in the formats that were asked for',
    question({ ...REVIEW, forms: ['docx', 'html'] }),
    [],
    ['Open the report', 'Save', 'Send back', 'Discard'],
    'save',
    {},
    expect.objectContaining({ forms: ['html', 'docx'] })
  ],
  [
    'a question of the model',
    call(questionCard('q')),
    [`choice: Which column is the target?`],
    ['Answer', 'Skip'],
    'reject',
    {},
    { type: 'reject' }
  ],
  [
    'a call that runs code',
    call(codeCard('a')),
    ['code: Proposed code'],
    ['Approve', 'Discard edit', 'Reject'],
    'approve',
    { edit: 'df.head()' },
    {
      type: 'edit',
      editedAction: {
        name: 'jupyter_cell',
        args: { code: 'df.head()', description: 'Look at it' }
      }
    }
  ],
  [
    'a call that may have run',
    call(
      codeCard('a', {
        body: { kind: 'unclear', mimeType: 'text/plain', text: 'x', why: 'y' }
      })
    ),
    [],
    ['Run it', 'Treat it as done', 'Skip it'],
    'done',
    {},
    { type: 'respond', message: 'done' }
  ]
])('%s is data', (_, item, fields, actions, press, typed, answer) => {
  const asked = askedBy(item)!;
  const card = asked.cardOf(typed, ENGLISH);
  expect(labels(card.fields)).toEqual(fields);
  expect(card.actions.map(({ label }) => label)).toEqual(actions);
  expect(asked.answerOf(press, typed, ENGLISH)).toEqual(answer);
  // Plain data: it could be sent as it is.
  expect(JSON.parse(JSON.stringify(card))).toMatchObject({
    title: card.title
  });
});

it('code that is typed back to what it was is no edit', () => {
  const card = codeCard('a');
  const typed = { edits: true, edit: card.args.code };
  expect(askedBy(call(card))!.answerOf('approve', typed, ENGLISH)).toEqual({
    type: 'approve'
  });
});
