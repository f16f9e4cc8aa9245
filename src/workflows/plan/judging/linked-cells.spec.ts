import { linkedCells } from '../numbers';

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
