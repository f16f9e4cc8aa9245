import { AnswerCheck } from '../../numbers';
import { linkedNumbers, linkedCells } from './numbers';

const SOURCES = [
  { text: 'Shape: 344 rows, 8 columns\n2 columns are text', cell: 'load' },
  { text: 'mean    4201.754386\nmin 2,700', cell: 'mean' },
  { text: '344 again, 11.9 and -0.87', cell: 'later' }
];

/** The text with links, as it is checked against these outputs. */
function linkedIn(text: string, sources = SOURCES): string {
  const check = new AnswerCheck(text);
  sources.forEach(({ text, cell }) => check.look({ text, cellId: cell }));
  return linkedNumbers(text, check.numbers);
}

it.each([
  // The first cell with that number.
  ['There are 344 rows.', 'There are 344 [#](#cell=load) rows.'],
  // Rounded, or written with thousands separators.
  ['The mean is 4201.75 g.', 'The mean is 4201.75 g [#](#cell=mean).'],
  ['The mean is 4,202 g.', 'The mean is 4,202 g [#](#cell=mean).'],
  ['At least 2700', 'At least 2700 [#](#cell=mean)'],
  ['r = -0.87', 'r = -0.87 [#](#cell=later)'],
  // With few digits, only the identical number counts, and a count is none.
  ['r = 12', 'r = 12'],
  ['It has 8 columns.', 'It has 8 columns.'],
  // Links that the model has made are no proof by themselves.
  ['344 [#](#cell=load) rows', '344 [#](#cell=load) rows'],
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
  expect(linkedIn(text)).toBe(linked);
});

it('stays as it is where no cell gave anything', () => {
  expect(linkedIn('There are 344 rows.', [])).toBe('There are 344 rows.');
});

it('takes no time for a long text', () => {
  const text = '1234567890, '.repeat(20_000);
  expect(linkedIn(text)).toBe(text);
  const numbers = '1,1.'.repeat(200_000);
  expect(linkedCells(numbers, [], 'a.ipynb')).toBe(numbers);
});

const linked = (text: string): string =>
  linkedCells(text, ['a1', 'b-2'], 'My notes.ipynb');
const A = '(My%20notes.ipynb#cell-id=a1)';
const B = '(My%20notes.ipynb#cell-id=b-2)';

it.each([
  [
    'a number is the link to its cell',
    '342 rows [#](#cell=a1).',
    `[342]${A} rows.`
  ],
  [
    'with its sign and its parts',
    '-3.5 % of 1,200 [#](#cell=b-2)',
    `-3.5 % of [1,200]${B}`
  ],
  [
    'several cells are several links',
    '5 plots [#](#cell=a1), [#](#cell=b-2)',
    `[5]${A} plots, [#]${B}`
  ],
  [
    'without a number it stays a reference',
    'Loaded [#](#cell=a1)',
    `Loaded [#]${A}`
  ],
  [
    'no cell of the plan is no link',
    '7 [#](#cell=c3) and [x] done',
    '7 [#](#cell=c3) and [x] done'
  ],
  ['a link stays what it is', '7 [a1](https://x.org)', '7 [a1](https://x.org)'],
  [
    'each number has its own',
    '1 [#](#cell=a1), 2 [#](#cell=b-2)',
    `[1]${A}, [2]${B}`
  ]
])('%s', (_, text, expected) => {
  expect(linked(text)).toBe(expected);
});

it('leads to a notebook with brackets in its name', () => {
  expect(linkedCells('5 [#](#cell=a1)', ['a1'], 'A) (1.ipynb')).toBe(
    '[5](A%29%20%281.ipynb#cell-id=a1)'
  );
});
