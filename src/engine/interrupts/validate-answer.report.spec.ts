import {
  ENGLISH,
  interruptSchema,
  reportPlan,
  type InterruptPayload
} from '../../contract';
import { requestProblem } from './ask-person';
import { validateAnswer } from './validate-answer';

const AT = {
  interrupt_id: 'i',
  node_ref: 'n',
  step_id: 's',
  title: 'Report'
};
const PLAN = reportPlan.parse({
  kind: 'general',
  title: 'Penguins',
  language: 'en',
  sections: [
    { id: 's1', title: 'Result' },
    { id: 's2', title: 'Outlook' }
  ],
  parts: { customer: 'Ada' }
});
const PIECE = {
  id: 'e1',
  kind: 'text',
  title: 'Mean',
  source: { notebook: 'a.ipynb', cellId: 'c', output: 0, executionCount: 1 },
  hash: 'p',
  time: null,
  stale: ['changed'],
  cut: false,
  relevance: 1
};

const ASKED = {
  'report-plan': {
    ...AT,
    kind: 'report-plan',
    plan: PLAN,
    by: 'model',
    templates: [
      { id: 'lab-note', title: 'Lab note', from: 'built-in', form: 'markdown' }
    ],
    parts: [
      { name: 'customer', label: 'Customer', type: 'text', required: true },
      { name: 'plot', label: 'Plot', type: 'figure', required: true }
    ]
  },
  evidence: {
    ...AT,
    kind: 'evidence',
    sections: [
      { id: 's1', title: 'Result', pieces: ['e1'] },
      { id: 's2', title: 'Outlook', pieces: [] }
    ],
    pieces: [PIECE, { ...PIECE, id: 'e2', stale: [] }]
  },
  review: {
    ...AT,
    kind: 'review',
    report: 'r',
    heading: 'Penguins',
    markdown: '# Penguins',
    sections: [{ id: 's1', title: 'Result' }],
    findings: [],
    untraced: [],
    baseName: 'report',
    folder: 'work'
  }
};

const CHOICE = [
  { id: 's1', pieces: ['e1', 'e2'] },
  { id: 's2', pieces: ['e2'] }
];
const SAVE = {
  action: 'save',
  markdown: '# Penguins',
  forms: ['md'],
  baseName: 'report',
  folder: 'work/reports',
  record: true,
  download: false
};

const read = (kind: keyof typeof ASKED, answer: unknown, more: object = {}) =>
  validateAnswer(
    interruptSchema.parse({ ...ASKED[kind], ...more }) as InterruptPayload,
    answer,
    ENGLISH
  );

describe('a card of a report', () => {
  it.each(Object.keys(ASKED) as (keyof typeof ASKED)[])(
    '“%s” is asked as its schema says, and in no other way',
    kind => {
      expect(requestProblem(ASKED[kind])).toBeNull();
      expect(
        requestProblem({ ...ASKED[kind], default: { action: 'nonsense' } })
      ).not.toBeNull();
    }
  );

  it.each([
    ['report-plan', { action: 'accept', plan: PLAN }],
    ['report-plan', { action: 'change', words: 'Shorter' }],
    ['report-plan', { action: 'change', words: '', template: 'lab-note' }],
    ['report-plan', { action: 'change', words: '', template: null }],
    ['report-plan', { action: 'reject', reason: '' }],
    ['evidence', { action: 'approve', sections: CHOICE }],
    ['evidence', { action: 'modify', sections: CHOICE, words: 'Drop e1' }],
    ['evidence', { action: 'run', pieces: ['e1'] }],
    ['evidence', { action: 'reject', reason: 'Wrong' }],
    ['review', SAVE],
    ['review', { action: 'back', words: 'Shorter', sections: [] }],
    ['review', { action: 'discard', reason: '' }]
  ] as const)('“%s” takes %j', (kind, answer) => {
    expect(read(kind, answer)).toEqual({ answer });
    expect(read(kind, { cancelled: true })).toHaveProperty('answer');
  });

  it.each([
    [
      'a section twice',
      'report-plan',
      {
        action: 'accept',
        plan: { ...PLAN, sections: [PLAN.sections[0], PLAN.sections[0]] }
      },
      'twice'
    ],
    [
      'no section',
      'report-plan',
      {
        action: 'accept',
        plan: {
          ...PLAN,
          sections: PLAN.sections.map(each => ({ ...each, on: false }))
        }
      },
      'no sections'
    ],
    [
      'a change that is none',
      'report-plan',
      { action: 'change', words: ' ' },
      'Say what to change'
    ],
    [
      'a template that was not offered',
      'report-plan',
      { action: 'change', template: '../x.md' },
      'not fit'
    ],
    [
      'a piece that is not on the card',
      'evidence',
      {
        action: 'approve',
        sections: [{ id: 's1', pieces: ['e9'] }, CHOICE[1]]
      },
      'not fit'
    ],
    [
      'a piece twice',
      'evidence',
      {
        action: 'approve',
        sections: [{ id: 's1', pieces: ['e1', 'e1'] }, CHOICE[1]]
      },
      'not fit'
    ],
    [
      'a section less',
      'evidence',
      { action: 'approve', sections: [CHOICE[0]] },
      'not fit'
    ],
    [
      'to run what is not stale',
      'evidence',
      { action: 'run', pieces: ['e2'] },
      'not fit'
    ],
    [
      'a form that does not exist',
      'review',
      { ...SAVE, forms: ['exe'] },
      'not fit'
    ],
    ...['../report', 'a/b', 'a\\b', '..', '.', 'a\u0000b'].map(
      baseName =>
        [
          `the name “${baseName}”`,
          'review',
          { ...SAVE, baseName },
          'name of a file'
        ] as const
    ),
    ...['..', 'work/../..', 'a//b', 'a/./b', 'a\\b', '/a'].map(
      folder =>
        [
          `the folder “${folder}”`,
          'review',
          { ...SAVE, folder },
          'not a folder'
        ] as const
    ),
    [
      'a section that is not in it',
      'review',
      { action: 'back', words: 'x', sections: ['s9'] },
      'not fit'
    ]
  ] as const)('refuses %s', (_, kind, answer, problem) => {
    expect(read(kind, answer)).toEqual({
      problem: expect.stringContaining(problem)
    });
  });
});
