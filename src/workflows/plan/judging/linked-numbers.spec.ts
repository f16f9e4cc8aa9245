import { linkedNumbers } from './linked-numbers';

const SOURCES = [
  { text: 'Shape: 344 rows, 8 columns\n2 columns are text', cell: 'load' },
  { text: 'mean    4201.754386\nmin 2,700', cell: 'mean' },
  { text: '344 again, 11.9 and -0.87', cell: 'later' }
];

it.each([
  // The first cell that gave it.
  ['There are 344 rows.', 'There are 344 [#](#cell=load) rows.'],
  // As it was rounded, or written with groups.
  ['The mean is 4201.75 g.', 'The mean is 4201.75 [#](#cell=mean) g.'],
  ['The mean is 4,202 g.', 'The mean is 4,202 [#](#cell=mean) g.'],
  ['At least 2700', 'At least 2700 [#](#cell=mean)'],
  ['r = -0.87', 'r = -0.87 [#](#cell=later)'],
  // Of few digits, only the very same.
  ['r = 12', 'r = 12'],
  // A digit with its word alone.
  ['It has 8 columns.', 'It has 8 [#](#cell=load) columns.'],
  ['All 8 of them', 'All 8 of them'],
  // What the model has linked stays as it is.
  ['344 [#](#cell=mine) rows', '344 [#](#cell=mine) rows'],
  [
    '344 rows of penguins [#](#cell=mine), 4201.75',
    '344 rows of penguins [#](#cell=mine), 4201.75 [#](#cell=mean)'
  ],
  // What is no number of the work.
  ['99 balloons', '99 balloons'],
  [
    '`df[344]` and [344](https://a.b/344)',
    '`df[344]` and [344](https://a.b/344)'
  ],
  ['344. A list\n2) of it', '344. A list\n2) of it'],
  ['```\n344\n```', '```\n344\n```'],
  ['v344, 344.csv, 2026/344', 'v344, 344.csv, 2026/344']
])('%s', (text, linked) => {
  expect(linkedNumbers(text, SOURCES)).toBe(linked);
});

it('stays as it is where no cell gave anything', () => {
  expect(linkedNumbers('There are 344 rows.', [])).toBe('There are 344 rows.');
});

it('takes no time for a long text', () => {
  const text = '1234567890, '.repeat(20_000);
  expect(linkedNumbers(text, SOURCES)).toBe(text);
});
