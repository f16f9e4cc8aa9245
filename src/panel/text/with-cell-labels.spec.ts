import { withCellLabels } from './with-cell-labels';

const label = (id: string): string | null =>
  ['c1', 'a0af-3'].includes(id) ? '[5]' : null;

it.each([
  ['12 rows [#](#cell=c1), all', '12 rows [5], all'],
  ['see [the load](#cell=c1)', 'see the load [5]'],
  ['[31.7 %](#cell=c1) of them', '31.7 % [5] of them'],
  ['[31.7 %](#cell=gone) of them', '31.7 % of them'],
  ['see [the load](#cell=gone)', 'see the load'],
  ['12 rows [#](#cell=gone).', '12 rows .'],
  ['as in [a0af](#cell=a0af-3)', 'as in [5]'],

  ['[a page](https://x.y/#cell=c1)', '[a page](https://x.y/#cell=c1)']
])('%j reads %j in a notebook', (text, created) => {
  expect(withCellLabels(text, label)).toBe(created);
});
