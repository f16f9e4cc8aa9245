import { improvedScore } from './plan';

it.each([
  [0, 0.7],
  [1, 0.79],
  [2, 0.85],
  [3, 0.91],
  [4, 0.91],
  [5, 1],
  [50, 1]
])('a plan that %i samples improved counts %d of itself', (samples, score) => {
  expect(improvedScore(1, samples)).toBeCloseTo(score);
});
