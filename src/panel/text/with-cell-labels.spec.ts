import { withCellLabels } from './with-cell-labels';

const label = (id: string): string | null => (id === 'c1' ? '[5]' : null);

it.each([
  ['12 rows [#](#cell=c1), all', '12 rows [5], all'],
  ['see [the load](#cell=c1)', 'see [5]'],
  ['see [the load](#cell=gone)', 'see the load'],
  ['12 rows [#](#cell=gone).', '12 rows .'],
  ['[a page](https://x.y/#cell=c1)', '[a page](https://x.y/#cell=c1)']
])('%j reads %j in a notebook', (text, created) => {
  expect(withCellLabels(text, label)).toBe(created);
});
