import { AnswerCheck, ownValues } from './answer-check';

interface ICase {
  name: string;
  answer: string;
  /** Outputs of cells a, b, c … */
  outputs?: string[];
  /** What else was read, and no cell shows. */
  read?: string[];
  /** What the model wrote itself before that was read. */
  own?: string;
  /** Each number that is linked, with its cell. */
  linked?: Record<string, string>;
  missing?: string[];
}

const PENGUINS = [
  '(344, 7)',
  'species\nAdelie       3700.662252\nChinstrap    3733.088235\nGentoo       5076.016260\nName: body_mass_g, dtype: float64',
  'share 0.4186\nbill 43.92193\nrmse 23.4'
];

const CASES: ICase[] = [
  {
    name: 'one right, one rounded, one invented',
    answer:
      'Of **344** penguins, Gentoo weigh 5,076 g on average, 31.7 % more than Adelie.',
    outputs: PENGUINS,
    linked: { '344': 'a', '5,076': 'b' },
    missing: ['31.7 %']
  },
  {
    name: 'an invented number with a dead link',
    answer: 'The RMSE is [31.7](#cell=gone), not [23.4](#cell=gone).',
    outputs: PENGUINS,
    linked: { '23.4': 'c' },
    missing: ['31.7']
  },
  {
    name: 'the beginning of a cell’s id as its label',
    answer: 'The RMSE in [78e5](#cell=78e5a1b2) is 23.4.',
    outputs: PENGUINS,
    linked: { '23.4': 'c' }
  },
  {
    name: 'an invented number that is linked as if it were a cell',
    answer:
      'The RMSE is [31.7](#cell=31.7), of [4711](#cell=4711) rows, or [12k](#cell=12k).',
    outputs: PENGUINS,
    missing: ['31.7', '4711', '12k']
  },
  {
    name: 'German',
    answer:
      'Die Schnäbel sind im Mittel 43,92 mm lang, der Anteil ist 41,9 Prozent, das Gewicht 3.701 g statt 4.711 g.',
    outputs: PENGUINS,
    linked: { '43,92': 'c', '41,9 Prozent': 'c', '3.701': 'b' },
    missing: ['4.711']
  },
  {
    name: 'Korean',
    answer:
      '평균 부리 길이는 43.9mm이고 비율은 42퍼센트이며, 사용자는 12만 명, 매출은 317만 원입니다.',
    outputs: [...PENGUINS, 'users 120000'],
    linked: { '43.9': 'c', '42퍼센트': 'c', '12만': 'd' },
    missing: ['317만']
  },
  {
    name: 'thousands, k, M and words for scales',
    answer:
      'Users: 12.5k; revenue: 3.4M, or 3.40 million; debt: 2.15bn; and 9.99 million more.',
    outputs: ['12480', '3402118', '2150000000'],
    linked: {
      '12.5k': 'a',
      '3.4M': 'b',
      '3.40 million': 'b',
      '2.15bn': 'c'
    },
    missing: ['9.99 million']
  },
  {
    name: 'a rounding of a reader, not a year',
    answer: 'About 2,100 cars, about 2,000 buyers.',
    outputs: ['cars 2111', 'year 2012', '2012-05-01'],
    linked: { '2,100': 'a' },
    missing: ['2,000']
  },
  {
    name: 'a sum that nobody computed',
    answer: 'Gentoo are 1,375.4 g heavier.',
    outputs: PENGUINS,
    missing: ['1,375.4']
  },
  {
    name: 'ranges',
    answer: 'Weights are 2700–6300 g, not 2700-6400 g.',
    outputs: ['min 2700 max 6300'],
    linked: { '2700': 'a', '6300': 'a' },
    missing: ['6400']
  },
  {
    name: 'small counts, years, dates, versions, cells and steps',
    answer:
      'In 3 steps and 12 cells, with pandas 2.2.31, on 2026-11-27 at 14:30, for 1987 and 2012: 120 cells ran, cell 117 and [118] too, #1234. 5 of 9 agree.',
    outputs: PENGUINS
  },
  {
    name: 'small numbers with a unit',
    answer: 'They are 12 mm, 9 %, $5 and 40 °C. There are 12 of them.',
    outputs: ['12.2', '0.09'],
    linked: { '12 mm': 'a', '9 %': 'b' },
    missing: ['$5', '40 °C']
  },
  {
    name: 'limits and levels are conventions',
    answer:
      'p < 0.05, with a 95 % confidence interval, a 95%-CI and ein 95-%-Konfidenzintervall.'
  },
  {
    name: 'code, addresses, pictures and notes are no words',
    answer:
      '```python\nx = 317\n```\nUse `n=318` ![317](a319.png) [here](https://a.org/320) https://a.org/321\n\n<b title="322">ok</b>\n\n[x]: /323\n\n~~~\n324'
  },
  {
    name: 'a number that is code',
    answer: 'It is `344`, and `317`.',
    outputs: PENGUINS,
    linked: { '344': 'a' },
    missing: ['317']
  },
  {
    name: 'numbers in a table, a list and a heading',
    answer:
      '## 344 rows\n\n1. _345_ rows\n2. 346 rows\n\n| n |\n|---|\n| 347 |',
    outputs: ['344'],
    linked: { '344': 'a' },
    missing: ['345', '346', '347']
  },
  {
    name: 'what was read without a cell is neither linked nor marked',
    answer: 'There are 344 rows, as you said 120 and 31.7.',
    read: ['344 lines', 'Are there 120? Or 31,7?']
  },
  {
    name: 'what the model wrote itself is no evidence when it reads it again',
    answer: 'The mean is 31.7, the size 344.',
    read: ['--- cell a1b2, markdown\nThe mean is 31.7.\n--- cell\n344'],
    own: 'The mean is 31.7.',
    missing: ['31.7']
  },
  {
    name: 'the numbers of rows are no results',
    answer: 'There are 343 birds of 39.1 mm, 342 of 45.2 mm.',
    outputs: [
      '     species  bill\n0     Adelie  39.1\n1     Adelie  39.5\n..       ...   ...\n342   Gentoo  45.2\n343   Gentoo  49.9'
    ],
    linked: { '39.1': 'a', '45.2': 'a' },
    missing: ['343', '342']
  },
  {
    name: 'scientific notation and signs',
    answer: 'p is 3.21 × 10⁻⁵, the slope −3.21, the change 4.56, not -7.89.',
    outputs: ['p=3.21e-05 slope=-3.21 change=-4.56 other=7.89'],
    linked: { '3.21 × 10⁻⁵': 'a', '−3.21': 'a', '4.56': 'a' },
    missing: ['-7.89']
  },
  {
    name: 'other units of the same measure',
    answer:
      'They weigh 4.2 kg and are 4.4 cm long, in 350 ms and 1.25 GB; 4.9 kg.',
    outputs: ['mass 4201.75', 'bill 43.92', 'time 0.35', 'size 1250'],
    linked: { '4.2 kg': 'a', '4.4 cm': 'b', '350': 'c', '1.25': 'd' },
    missing: ['4.9 kg']
  },
  {
    name: 'Korean numbers of several parts',
    answer: '오차는 6만 8천 달러, 매출은 3천만 원과 1억 2,345만 원, 5백만 명.',
    outputs: ['68234.12', '30000000', '123450000'],
    linked: { '6만 8천': 'a', '3천만': 'b', '1억 2,345만': 'c' },
    missing: ['5백만']
  },
  {
    name: 'standards, ports, versions, decades and levels of tests are names',
    answer:
      'PEP 257, ISO 8601, HTTP 404, port 8888, Python 3.128, 128-bit, the 1990s, the 1800s, alpha = 0.05, the 5 % level, a 10-fold cross-validation.'
  },
  {
    name: 'the place of a number is the first output that has it',
    answer: '344 rows.',
    outputs: ['nothing', '344', '344'],
    linked: { '344': 'b' }
  }
];

describe('the numbers of an answer', () => {
  it.each(CASES.map(each => [each.name, each] as const))(
    'are linked or marked: %s',
    (
      _,
      { answer, outputs = [], read = [], own, linked = {}, missing = [] }
    ) => {
      const check = new AnswerCheck(answer);
      const written = new Set(own ? ownValues(own) : []);
      outputs.forEach((text, at) =>
        check.look({ text, cellId: String.fromCharCode(97 + at) })
      );
      read.forEach(text =>
        check.look({ text, ...(own && { isOwn: each => written.has(each) }) })
      );
      const found = check.numbers.filter(({ cellId }) => cellId !== null);
      expect(
        Object.fromEntries(found.map(({ text, cellId }) => [text, cellId]))
      ).toEqual(linked);
      expect(
        check.numbers.flatMap(({ text, cellId }) => (cellId ? [] : [text]))
      ).toEqual(missing);
      expect(check.isOpen).toBe(missing.length > 0);
    }
  );

  it('are compared in a moment, however hostile the texts', () => {
    const hostile = ['[', '<a ', '`', '1 ', '1,', '-', '```\n', '[a](', '<!--'];
    const begin = performance.now();
    for (const each of hostile) {
      const check = new AnswerCheck(`${each.repeat(50_000)} 317`);
      check.look({ text: each.repeat(200_000), cellId: 'a' });
    }
    const text = Array.from({ length: 40_000 }, (_, at) => at * 1.01).join(' ');
    const check = new AnswerCheck(
      Array.from({ length: 400 }, (_, at) => `${9e7 + at}`).join(' ')
    );
    check.look({ text, cellId: 'a' });
    expect(check.numbers).toHaveLength(300);
    // Two seconds where nothing else is done.
    expect(performance.now() - begin).toBeLessThan(60_000);
  });
});
