import {
  ENGLISH,
  interruptSchema,
  planStep,
  type InterruptPayload
} from '../../contract';
import { requestProblem } from './ask-person';
import { validateAnswer } from './validate-answer';

const AT = { interrupt_id: 'i', node_ref: 'n', step_id: 's', title: 'Plan' };
const step = (id: string, more: object = {}) =>
  planStep.parse({ id, title: id, ...more });

const ASKED = {
  clarification: {
    ...AT,
    kind: 'clarification',
    task: 'Clean it',
    clarity: 0.3,
    questions: [{ id: 'q', question: 'Which column?' }],
    past: [{ key: 'm', task: 'Clean', answers: [] }]
  },
  plan: { ...AT, kind: 'plan', steps: [step('a'), step('b')] },
  step: {
    ...AT,
    kind: 'step',
    step: step('a'),
    tools: [
      {
        name: 'run_cells',
        schema: { type: 'object' }
      }
    ]
  },
  failure: {
    ...AT,
    kind: 'failure',
    step: step('a'),
    reason: 'No file',
    percent: 10
  }
};
const asked = (kind: keyof typeof ASKED, more: object = {}): InterruptPayload =>
  interruptSchema.parse({ ...ASKED[kind], ...more });

const read = (kind: keyof typeof ASKED, answer: unknown, more: object = {}) =>
  validateAnswer(asked(kind, more), answer, ENGLISH);

describe('a card of a plan', () => {
  it.each(Object.keys(ASKED) as (keyof typeof ASKED)[])(
    '“%s” is asked as its schema says, and in no other way',
    kind => {
      expect(requestProblem(ASKED[kind])).toBeNull();
      expect(requestProblem({ ...ASKED[kind], title: ' ' })).not.toBeNull();
      expect(
        requestProblem({ ...ASKED[kind], default: { action: 'nonsense' } })
      ).not.toBeNull();
    }
  );

  it.each([
    ['clarification', { action: 'answer', answers: { q: 'price' } }],
    ['clarification', { action: 'proceed' }],
    ['clarification', { action: 'reuse', memory: 'm' }],
    ['plan', { action: 'accept', steps: [step('a')], level: 'step' }],
    ['plan', { action: 'change', words: 'Shorter' }],
    ['plan', { action: 'reject', reason: '' }],
    ['step', { action: 'approve' }],
    ['step', { action: 'edit', arguments: { run_cells: { x: 1 } } }],
    ['step', { action: 'skip' }],
    ['failure', { action: 'again' }],
    ['failure', { action: 'stop' }]
  ] as const)('“%s” takes %j', (kind, answer) => {
    expect(read(kind, answer)).toEqual({ answer });
    expect(read(kind, { cancelled: true })).toHaveProperty('answer');
  });

  it.each([
    ['clarification', { action: 'answer', answers: { q: ' ' } }, 'at least'],
    ['clarification', { action: 'answer', answers: { x: 'y' } }, 'not fit'],
    ['clarification', { action: 'reuse', memory: 'other' }, 'not fit'],
    ['plan', { action: 'accept', steps: [] }, 'no steps'],
    ['plan', { action: 'first' }, 'not fit'],
    [
      'plan',
      { action: 'accept', steps: [step('a'), step('a')] },
      '“a” is in the plan twice'
    ],
    [
      'plan',
      { action: 'accept', steps: [step('a', { needs: ['b'] }), step('b')] },
      'Move it down'
    ],
    [
      'plan',
      { action: 'accept', steps: [step('a', { beside: true })] },
      'side by side'
    ],
    [
      'plan',
      {
        action: 'accept',
        steps: Array.from({ length: 13 }, (_, at) => step(`s${at}`))
      },
      'at most 12'
    ],
    ['step', { action: 'edit', arguments: { shell: {} } }, 'not fit'],
    ['step', { action: 'approve', also: 1 }, 'not fit'],
    ['failure', { action: 'approve' }, 'not fit'],
    ['failure', 'yes', 'not fit']
  ] as const)('“%s” refuses %j', (kind, answer, problem) => {
    expect(read(kind, answer)).toEqual({
      problem: expect.stringContaining(problem)
    });
  });
});
