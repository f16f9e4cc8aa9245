import { ENGLISH } from '../../contract';
import { markNumbers } from './number-marks';

const NUMBERS = [
  { text: '344', cellId: 'a' },
  { text: '12 mm', cellId: 'a' },
  { text: '4,202', cellId: 'b' },
  { text: '31.7', cellId: null },
  { text: '31.7 %', cellId: null },
  { text: '만5', cellId: null },
  { text: '-0.395', cellId: 'c' },
  { text: '3/4', cellId: 'c' }
];

/** A formula as it is set apart; its text is gone once it was typeset. */
const formula = (source: string): string =>
  `<span class="jp-Cellwright-formula" data-cellwright-formula="$${source}$"><math>${source}</math></span>`;

/** The text with `<n|cell>` for a link and `<n|?>` for a mark. */
function marked(html: string): string {
  const root = document.createElement('div');
  root.innerHTML = html;
  markNumbers(root, NUMBERS, ENGLISH);
  const once = root.innerHTML;
  markNumbers(root, NUMBERS, ENGLISH);
  expect(root.innerHTML).toBe(once);
  root.querySelectorAll('.jp-Cellwright-number').forEach(each => {
    const cell = each.getAttribute('data-cellwright-cell');
    each.replaceWith(
      `<${each.firstChild?.textContent}|${cell ?? each.lastChild?.textContent}>`
    );
  });
  return root.innerHTML.replace(/&lt;/g, '<').replace(/&gt;/g, '>');
}

describe('numbers of a drawn answer', () => {
  it.each([
    ['344, and 4,202.', '<344|a>, and <4,202|b>.'],
    ['s3 (-0.395), 3/4 of all', 's3 (<-0.395|c>), <3/4|c> of all'],
    ['1344 344.5 v344 3440', '1344 344.5 v344 3440'],
    ['약344마리', '약<344|a>마리'],
    ['31.7 % or 31.7', '<31.7 %|?> or <31.7|?>'],
    ['12 mm, 12 of them', '<12 mm|a>, 12 of them'],
    ['<b>12</b> mm', '<b><12|a></b> mm'],
    ['<a href="#cell=gone">31.7</a>!', '<31.7|?>!'],
    ['<a href="#cell=x"><b>344</b> rows</a>', '<b><344|a></b> rows'],
    [
      '<a href="#cell=x">[344]</a> <a href="#cell=x">here</a>',
      '<a href="#cell=x">[344]</a> <a href="#cell=x">here</a>'
    ],
    [
      '<a href="https://a.org/">344 and 31.7</a>',
      '<a href="https://a.org/">344 and <31.7|?></a>'
    ],
    [
      '<pre>344</pre><code>n=344</code><code>344</code>',
      '<pre>344</pre><code>n=344</code><code><344|a></code>'
    ],
    [formula('n = 344'), '<n = 344|a>'],
    [formula('n = 344, p = 31.7\\%'), '<n = 344, p = 31.7\\%|?>'],
    [formula('x = 1'), formula('x = 1')],
    [`${formula('n = 344')} and 344`, '<n = 344|a> and <344|a>'],
    [
      `<a href="https://a.org/">${formula('n = 344')}</a>`,
      `<a href="https://a.org/">${formula('n = 344')}</a>`
    ]
  ])('are linked or marked: %s', (html, expected) => {
    expect(marked(html)).toBe(expected);
  });
});
