/** The cost of deciding what code does, compared with parsing alone. */
import { figure, median, round } from './figures.mjs';
import { requireTypescript } from './require-typescript.mjs';

const LINES = 1000;
const WARM_UP = 10;
const ROUNDS = 40;

/** Limit, as a multiple of the parser's own time, which is the largest part. */
const MOST = 2;

/** Limit in ms for ordinary code, once warm. */
const ORDINARY = { 'lines of analysis': 20 };

const row = line => Array.from({ length: LINES }, (_, at) => line(at)).join('');

const CODES = {
  'lines of analysis': row(() => 'y = os.path.join(folder, name)\n'),
  'lines of data work': row(
    () => "df.query('a > 1').groupby('b').agg({'c': 'sum'})\n"
  ),
  'long lines': row(
    at =>
      `r_${at} = os.path.join(f_${at}, "part", str(${at})) + "${'x'.repeat(40)}" if df["c_${at}"].mean() > ${at}.5 else compute(a=${at}, b=[1, 2, 3, 4, 5], c={"a": 2})\n`
  ),
  'lines of text with holes': row(
    () =>
      `print(f"value {a:>10} of {b['x']} and {c.d(1)} ${'text '.repeat(8)} {os.getcwd()} {x!r} {y:.2f} and so on")\n`
  ),
  'deep lines': row(
    () =>
      `x = ${'('.repeat(20)}${'f(a, b)['.repeat(5)}os.sep${']'.repeat(5)}${')'.repeat(20)}\n`
  ),
  'lines of numbers': `x = os.sep\nrows = [\n${row(
    at => `  [${Array.from({ length: 30 }, (_, of) => at * of).join(', ')}],\n`
  )}]\n`,
  'lines of long strings': `x = os.sep\n${row(
    at => `s${at} = "${'word of text '.repeat(13)}"\n`
  )}`
};

/** The judge from the source, run without a page: a part of the engine. */
function judge(root) {
  const require = requireTypescript(root);
  const { codeEffect } = require('./src/tools/code-effect/code-effect.ts');
  const { parser } = require('@lezer/python');
  return {
    tell: code => codeEffect(code, 'python', { python: parser }),
    parse: code => {
      const parse = parser.startParse(code);
      while (parse.advance() === null) {
        // Advances step by step, as the judge does.
      }
    }
  };
}

/**
 * Alternates between both, so that other work of the machine affects them
 * equally, and compares each with its neighbour.
 */
export function judging(root, idle) {
  const { tell, parse } = judge(root);
  return Object.entries(CODES).flatMap(([name, code]) => {
    const times = { parse: [], tell: [] };
    for (let at = -WARM_UP; at < ROUNDS; at++) {
      for (const [kind, run] of [
        ['parse', parse],
        ['tell', tell]
      ]) {
        const start = performance.now();
        run(code);
        if (at >= 0) {
          times[kind].push(performance.now() - start);
        }
      }
    }
    const ratios = times.tell.map((ms, at) => ms / times.parse[at]);
    // The fastest runs were disturbed least.
    const [alone, whole] = [Math.min(...times.parse), Math.min(...times.tell)];
    return [
      figure(
        `to judge 1,000 ${name}`,
        round(whole),
        'ms',
        ORDINARY[name] && idle(ORDINARY[name])
      ),
      figure('of that the parser alone', round(alone), 'ms'),
      figure('judging over parsing', round(median(ratios), 2), '', {
        most: MOST
      })
    ];
  });
}
