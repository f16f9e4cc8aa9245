import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ENGLISH } from '../../contract';
import { readSettings } from './read-settings';

const PROMISED = {
  approvals: { all: true, clarification: true, plan: true, step: false },
  clearEnough: 0.7,
  reuse: { min: 1, successRate: 0.5, confidence: 0.6 },
  improved: 0.6,
  rounds: 5,
  budget: 12,
  atOnce: 3,
  ceiling: { tokens: null, cost: null },
  results: 'browser'
};
const LEARNS = { on: true, off: [], most: 5000 };

/** What the server sends to a person who has set nothing. */
function defaults(name: 'plan' | 'memory'): Record<string, unknown> {
  const schema = JSON.parse(
    readFileSync(join(__dirname, '../../../schema/plugin.json'), 'utf8')
  ) as {
    properties: Record<
      string,
      { properties: Record<string, { default: unknown }>; default: unknown }
    >;
  };
  const { properties, default: whole } = schema.properties[name];
  const each = Object.fromEntries(
    Object.entries(properties).map(([key, setting]) => [key, setting.default])
  );
  expect(whole).toEqual(each);
  return each;
}

const read = (source: object) => readSettings(source, ENGLISH, path => path);

describe('what is set about plan mode', () => {
  it.each([
    ['nothing is set', () => ({})],
    [
      'the defaults of the schema are',
      () => ({ plan: defaults('plan'), memory: defaults('memory') })
    ]
  ])('is as promised where %s', (_, source) => {
    const { agent, problems } = read(source());
    expect(agent.plan).toEqual(PROMISED);
    expect(agent.memory).toEqual(LEARNS);
    expect(problems).toEqual([]);
  });

  it('is what the person has written', () => {
    const { agent } = read({
      plan: {
        askAll: false,
        askQuestions: false,
        askPlan: false,
        askStep: true,
        clearEnough: 0.9,
        reuseUses: 2,
        reuseSuccess: 0.6,
        reuseConfidence: 0.8,
        improved: 0.5,
        rounds: 3,
        requestsPerStep: 4,
        atOnce: 2,
        mostTokens: 1000,
        mostCost: 1.5,
        results: 'files'
      },
      memory: { on: false, off: ['tool'], most: 10 }
    });
    expect(agent.plan).toEqual({
      approvals: { all: false, clarification: false, plan: false, step: true },
      clearEnough: 0.9,
      reuse: { min: 2, successRate: 0.6, confidence: 0.8 },
      improved: 0.5,
      rounds: 3,
      budget: 4,
      atOnce: 2,
      ceiling: { tokens: 1000, cost: 1.5 },
      results: 'files'
    });
    expect(agent.memory).toEqual({ on: false, off: ['tool'], most: 10 });
  });

  it('asks rather more and learns rather less where it cannot be read', () => {
    const { agent, problems } = read({
      plan: { askPlan: 'never', askStep: 'no', requestsPerStep: 'many' },
      memory: { on: 'maybe' }
    });
    expect(agent.plan.approvals).toMatchObject({ plan: true, step: true });
    expect(agent.plan.budget).toBe(12);
    expect(agent.memory.on).toBe(false);
    expect(problems).toHaveLength(4);
  });
});
