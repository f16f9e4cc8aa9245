import { tablesIn } from './tables-in';

it('finds a table between texts', () => {
  expect(
    tablesIn('before\n| a | b |\n| --- | --- |\n| 1 | 2 |\n|  |  |\nafter')
  ).toEqual([
    { text: 'before' },
    {
      head: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['', '']
      ]
    },
    { text: 'after' }
  ]);
});

it('keeps bars that stand in a cell', () => {
  expect(tablesIn('| a |\n| --- |\n| x \\| y |')).toEqual([
    { head: ['a'], rows: [['x | y']] }
  ]);
});

it.each(['no table', '| a | b |', '| a |\n| 1 |', 'a | b\n--- | ---\n1 | 2'])(
  'leaves alone what is none: %j',
  text => {
    expect(tablesIn(text)).toEqual([{ text }]);
  }
);
