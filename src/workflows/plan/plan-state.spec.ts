import { progressOf, type IStepOutcome } from './plan-state';
import { planStep, type IPlanStep } from '../../contract';

const step = (id: string, more: Partial<IPlanStep> = {}): IPlanStep =>
  planStep.parse({ id, title: id, ...more });

const outcome = (
  status: IStepOutcome['status'],
  more: Partial<IStepOutcome> = {}
): IStepOutcome => ({
  status,
  mode: 'free',
  work: null,
  reason: '',
  short: '',
  startedAt: 0,
  endedAt: 0,
  settled: status !== 'failed',
  judged: true,
  ...more
});

const WORKED = { worked: 'There are rows' };

it.each<
  [
    string,
    IPlanStep[],
    Record<string, IStepOutcome>,
    Partial<ReturnType<typeof progressOf>>
  ]
>([
  [
    'a step counts as validated where its own criterion was found met',
    [step('a', WORKED), step('b', WORKED), step('c')],
    {
      a: outcome('succeeded'),
      // The model could not judge it.
      b: outcome('succeeded', { judged: false }),
      c: outcome('succeeded')
    },
    { succeeded: 3, validated: 1, percent: 100 }
  ],
  [
    'what is switched off, and what is being done again, is nothing done',
    [step('a'), step('b', { on: false }), step('c')],
    { a: outcome('succeeded'), c: outcome('raw') },
    { total: 2, done: 1, failed: 0, percent: 50 }
  ]
])('%s', (_, plan, outcomes, progress) => {
  expect(progressOf({ plan, outcomes })).toMatchObject(progress);
});
