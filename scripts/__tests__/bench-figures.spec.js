import { figure, median, spread, table } from '../bench/figures.mjs';

describe('the figures of the benchmark', () => {
  it('fail when they are above their limit, or could not be measured', () => {
    expect(figure('a', 20, 'ms', { most: 20 }).ok).toBe(true);
    expect(figure('a', 20.1, 'ms', { most: 20 }).ok).toBe(false);
    expect(figure('a', spread([]).median, 'ms', { most: 20 }).ok).toBe(false);
    expect(figure('a', 49, '', { exactly: 50 }).ok).toBe(false);
    expect(figure('a', 1e9, 'ms').ok).toBe(true);
  });

  it('are medians', () => {
    expect(median([3, 1, 100])).toBe(3);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(spread([1, 2, 3, 4, 5])).toEqual({
      median: 3,
      low: 2,
      high: 4,
      n: 5
    });
  });

  it('stand in a table with their limits', () => {
    const lines = table([
      figure('files', 3, '', { most: 3 }),
      figure('time', 21, 'ms', { most: 20 }),
      figure('ratio', 1.01, '')
    ]);
    expect(lines[1]).toMatch(/^files +3 +≤ 3 +ok$/);
    expect(lines[2]).toMatch(/^time +21 ms +≤ 20 +TOO MUCH$/);
    expect(lines[3]).toMatch(/^ratio +1\.01$/);
  });
});
