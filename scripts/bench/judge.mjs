/** The cost of deciding what code does. */
import { figure, median, round } from './figures.mjs';
import { requireTypescript } from './require-typescript.mjs';

const ROUNDS = 40;
const WARM_UP = 10;

const cell = at => `import os
import pandas as pd
df_${at} = pd.read_csv(os.path.join('data', 'part_${at}.csv'))
df_${at}.query('a > 1').groupby('b').agg({'c': 'sum'})
print(f'{len(df_${at}):,} rows', df_${at}.a.mean() / ${at + 1}.5)
`;

/** Judging a cell of 1,000 lines, and a short one beside 300 others. */
export function judging(root, idle) {
  const require = requireTypescript(root);
  const { judgePython } = require('./src/tools/code/judge-python.ts');
  const { parser } = require('@lezer/python');
  const long = Array.from({ length: 200 }, (_, at) => cell(at)).join('');
  const cells = Array.from({ length: 300 }, (_, at) => cell(at));
  const parse = () => {
    const parsing = parser.startParse(long);
    while (parsing.advance() === null) {
      // Advances step by step, as the review does.
    }
  };
  const works = {
    parse,
    long: () => judgePython(long, parser),
    changed: at => judgePython('df_1.head()', parser, [...cells, `x = ${at}`])
  };
  const times = Object.fromEntries(Object.keys(works).map(name => [name, []]));
  for (let at = -WARM_UP; at < ROUNDS; at++) {
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      work(at);
      if (at >= 0) {
        times[name].push(performance.now() - start);
      }
    }
  }
  const ratios = times.long.map((ms, at) => ms / times.parse[at]);
  return [
    figure('to judge 1,000 lines', round(median(times.long)), 'ms', idle(40)),
    figure('judging over parsing', round(median(ratios), 2), '', { most: 3 }),
    figure(
      'to judge a cell beside 300, one of which changed',
      round(median(times.changed)),
      'ms',
      idle(40)
    )
  ];
}
