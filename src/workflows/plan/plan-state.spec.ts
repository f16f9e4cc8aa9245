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

const TWELVE = Array.from({ length: 12 }, (_, at) => step(`s${at + 1}`));

it('nothing that failed counts in the percentage', () => {
  const outcomes = {
    s1: outcome('succeeded'),
    s2: outcome('succeeded'),
    s3: outcome('failed')
  };
  expect(progressOf({ plan: TWELVE, outcomes })).toEqual({
    total: 12,
    // A failed step is not over while it may be tried again.
    done: 2,
    succeeded: 2,
    failed: 1,
    skipped: 0,
    validated: 0,
    percent: 17
  });
});

it('all is over and not all was done well where two of twelve failed', () => {
  const outcomes = Object.fromEntries(
    TWELVE.map(({ id }, at) => [
      id,
      at === 2 || at === 6
        ? outcome('failed', { settled: true })
        : at === 8
          ? outcome('skipped')
          : outcome('succeeded')
    ])
  );
  expect(progressOf({ plan: TWELVE, outcomes })).toMatchObject({
    total: 12,
    done: 12,
    succeeded: 9,
    failed: 2,
    skipped: 1,
    percent: 75
  });
});

it('a step counts as validated where its own criterion was found met', () => {
  const plan = [
    step('a', { worked: 'There are rows' }),
    step('b', { worked: 'There are rows' }),
    step('c')
  ];
  const outcomes = {
    a: outcome('succeeded'),
    // The model could not judge it.
    b: outcome('succeeded', { judged: false }),
    c: outcome('succeeded')
  };
  expect(progressOf({ plan, outcomes })).toMatchObject({
    succeeded: 3,
    validated: 1,
    percent: 100
  });
});

it('what is switched off, and what is being done again, is nothing done', () => {
  const plan = [step('a'), step('b', { on: false }), step('c')];
  const outcomes = { a: outcome('succeeded'), c: outcome('raw') };
  expect(progressOf({ plan, outcomes })).toMatchObject({
    total: 2,
    done: 1,
    failed: 0,
    percent: 50
  });
});
