import { PlanBench } from '../stories/plan-bench';
import { changedOnly, type PlanStateValue } from '../plan-state';

const state = {
  at: 's1',
  prepared: [],
  lines: ['A line.'],
  stepAnswer: null,
  stepRounds: 1,
  outcomes: {}
} as unknown as PlanStateValue;

it('what is so already is left out, and what is other is not', () => {
  expect(
    changedOnly(state, {
      at: 's1',
      prepared: [],
      lines: [],
      audit: []
    })
  ).toEqual({});
  const changes = {
    at: 's2',
    lines: ['A line.'],
    passed: true,
    stepRounds: 0,
    outcomes: { s1: null }
  };
  expect(changedOnly(state, changes)).toEqual(changes);
  // It removes what was prepared.
  const prepared = [{}] as unknown as PlanStateValue['prepared'];
  expect(changedOnly({ ...state, prepared }, { prepared: [] })).toEqual({
    prepared: []
  });
});

it('the state is whole all the same', async () => {
  const bench = new PlanBench();
  await bench.accept((await bench.start())[0]);
  expect(await bench.state()).toMatchObject({
    at: '',
    beside: false,
    passed: false,
    prepared: [],
    stepFeedback: '',
    stepRounds: 0,
    lines: []
  });
  expect(await bench.statuses()).toEqual({
    Load: 'succeeded',
    Clean: 'succeeded'
  });
});
