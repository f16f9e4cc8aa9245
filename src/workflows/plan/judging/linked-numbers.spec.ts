import { linkedNumbers } from '../numbers';

const SOURCES = [
  { text: 'Shape: 344 rows, 8 columns\n2 columns are text', cell: 'load' },
  { text: 'mean    4201.754386\nmin 2,700', cell: 'mean' },
  { text: '344 again, 11.9 and -0.87', cell: 'later' }
];

it.each([
  // The first cell with that number.
  ['There are 344 rows.', 'There are 344 [#](#cell=load) rows.'],
  // Rounded, or written with thousands separators.
  ['The mean is 4201.75 g.', 'The mean is 4201.75 g [#](#cell=mean).'],
  ['The mean is 4,202 g.', 'The mean is 4,202 g [#](#cell=mean).'],
  ['At least 2700', 'At least 2700 [#](#cell=mean)'],
  ['r = -0.87', 'r = -0.87 [#](#cell=later)'],
  // With few digits, only the identical number counts.
  ['r = 12', 'r = 12'],
  // A single digit only together with its word.
  ['It has 8 columns.', 'It has 8 [#](#cell=load) columns.'],
  ['All 8 of them', 'All 8 of them'],
  // Links that the model has made stay where their cell has the number, and
  // are no proof by themselves.
  ['344 [#](#cell=later) rows', '344 [#](#cell=later) rows'],
  [
    '344 rows of penguins [#](#cell=mean), 4201.75',
    '344 [#](#cell=load) rows of penguins, 4201.75 [#](#cell=mean)'
  ],
  ['83 % of the variance [#](#cell=mean).', '83 % of the variance.'],
  [
    'It is [#](#cell=mean), at 11.9 %',
    'It is [#](#cell=mean), at 11.9 % [#](#cell=later)'
  ],
  // Once a sentence.
  [
    'From 2,700 g to 4,202 g. Then 2,700 g.',
    'From 2,700 g [#](#cell=mean) to 4,202 g. Then 2,700 g [#](#cell=mean).'
  ],
  // A number that is not in the outputs.
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
