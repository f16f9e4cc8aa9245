import { readBoxTable, readTextTable } from './read-output';

describe('a printed series', () => {
  it.each([
    [
      'Preis     329000.10\nFläche        80.13\ndtype: float64',
      [['', '']],
      [
        ['Preis', '329000.10'],
        ['Fläche', '80.13']
      ],
      1
    ],
    [
      'Stadt\nKiel       331000.1\nBad Ems    322000.2\nName: Preis, dtype: float64',
      [['Stadt', 'Preis']],
      [
        ['Kiel', '331000.1'],
        ['Bad Ems', '322000.2']
      ],
      1
    ],
    [
      'sex     class\nfemale  1        0.97\n        2        0.92\nmale    1        0.37\nName: survived, dtype: float64',
      [['sex', 'class', 'survived']],
      [
        ['female', '1', '0.97'],
        ['female', '2', '0.92'],
        ['male', '1', '0.37']
      ],
      2
    ]
  ])('is a table with its names: %s', (text, header, rows, labels) => {
    expect(readTextTable(text)).toEqual({
      table: { header, rows, labels, size: { rows: rows.length, columns: 1 } },
      cut: false
    });
  });

  it('that is shortened says how long it is', () => {
    expect(
      readTextTable(
        '0       1.5\n1       2.5\n       ... \n399     0.5\nName: x, Length: 400, dtype: float64'
      )
    ).toMatchObject({
      table: {
        rows: [
          ['0', '1.5'],
          ['1', '2.5'],
          ['…', '…'],
          ['399', '0.5']
        ],
        size: { rows: 400, columns: 1 }
      },
      cut: true
    });
  });

  it.each([
    'dtype: float64',
    'Some words that end so.\ndtype: float64',
    'a  1\nb  2  3\nc  4\ndtype: int64'
  ])('is none where lines do not fit: %s', text => {
    expect(readTextTable(text)).toBeNull();
  });
});

it('reads a printed frame whose labels have a name', () => {
  expect(
    readTextTable(
      '          revenue  items\ncustomer                \nAda        142.40     10\nBen         17.25      1'
    )
  ).toEqual({
    table: {
      header: [['customer', 'revenue', 'items']],
      rows: [
        ['Ada', '142.40', '10'],
        ['Ben', '17.25', '1']
      ],
      labels: 1,
      size: { rows: 2, columns: 2 }
    },
    cut: false
  });
});

describe('a table drawn with lines', () => {
  it.each([
    [
      'polars',
      `shape: (30, 2)
┌─────┬─────┐
│ a   ┆ b   │
│ --- ┆ --- │
│ i64 ┆ str │
╞═════╪═════╡
│ 0   ┆ x   │
│ …   ┆ …   │
│ 29  ┆ y   │
└─────┴─────┘`,
      ['a', 'b'],
      [
        ['0', 'x'],
        ['…', '…'],
        ['29', 'y']
      ],
      { labels: 0, size: { rows: 30, columns: 2 }, cut: true }
    ],
    [
      'DuckDB',
      `┌─────────┬──────────┐
│ species │    m     │
│ varchar │  double  │
├─────────┼──────────┤
│ Adelie  │ 3,700.66 │
│  ·      │     ·    │
│  ·      │     ·    │
│ Gentoo  │ 5,076.02 │
├─────────┴──────────┤
│ 1,344 rows (2 shown) │
└────────────────────┘`,
      ['species', 'm'],
      [
        ['Adelie', '3,700.66'],
        ['…', '…'],
        ['Gentoo', '5,076.02']
      ],
      { labels: 0, size: { rows: null, columns: 2 }, cut: true }
    ],
    [
      'console.table',
      `┌───────┬──────────┬─────────┐
│ (idx) │ customer │ revenue │
├───────┼──────────┼─────────┤
│     0 │ "Ada"    │ 142.4   │
│     1 │ "Ben"    │ 17.25   │
└───────┴──────────┴─────────┘`,
      ['(idx)', 'customer', 'revenue'],
      [
        ['0', '"Ada"', '142.4'],
        ['1', '"Ben"', '17.25']
      ],
      { labels: 1, size: { rows: 2, columns: 2 }, cut: false }
    ],
    [
      'to_markdown',
      '|    | a   |   b |\n|---:|:----|----:|\n|  0 | x   | 1.5 |',
      ['', 'a', 'b'],
      [['0', 'x', '1.5']],
      { labels: 1, size: { rows: 1, columns: 2 }, cut: false }
    ],
    [
      'PrettyTable',
      '+-----+---+\n|  a  | b |\n+-----+---+\n|  1  | 2 |\n+-----+---+',
      ['a', 'b'],
      [['1', '2']],
      { labels: 0, size: { rows: 1, columns: 2 }, cut: false }
    ]
  ])('is a table: %s', (_, text, names, rows, { cut, ...rest }) => {
    expect(readBoxTable(text)).toEqual({
      table: { header: [names], rows, ...rest },
      cut
    });
  });

  it.each([
    ['a frame around words', '╭──────╮\n│ Done │\n╰──────╯'],
    ['words between', '| a | b |\n|---|---|\nand so on\n| 1 | 2 |'],
    ['a row that does not fit', '| a | b |\n|---|---|\n| 1 | 2 | 3 |'],
    ['names alone', '| a | b |\n|---|---|'],
    ['only lines', '+---+\n+---+']
  ])('is none: %s', (_, text) => {
    expect(readBoxTable(text)).toBeNull();
  });
});
