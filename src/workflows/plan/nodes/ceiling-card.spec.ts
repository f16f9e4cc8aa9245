import { overCeiling } from './ceiling-card';

const NONE = { tokens: 0, cost: 0 };
const OFF = { tokens: null, cost: null };

it.each([
  ['off, whatever is spent', OFF, NONE, { tokens: 9e9, cost: 9e9 }, null],
  ['below', { tokens: 100, cost: null }, NONE, { tokens: 99, cost: 9 }, null],
  [
    'reached',
    { tokens: 100, cost: 1 },
    NONE,
    { tokens: 100, cost: 0 },
    'tokens'
  ],
  ['by cost', { tokens: 100, cost: 1 }, NONE, { tokens: 9, cost: 1.5 }, 'cost'],
  [
    'allowed beyond',
    { tokens: 100, cost: null },
    { tokens: 250, cost: 0 },
    { tokens: 249, cost: 0 },
    null
  ],
  [
    'used up again',
    { tokens: 100, cost: null },
    { tokens: 250, cost: 0 },
    { tokens: 250, cost: 0 },
    'tokens'
  ]
] as const)('a ceiling that is %s', (_, ceiling, granted, spent, over) => {
  expect(overCeiling({ granted }, { ceiling }, spent)).toBe(over);
});
