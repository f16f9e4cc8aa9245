import { readTableCode } from './cell-code';
import type { IProfile } from './profile';
import { cellLink, codes, number, plural } from './script';
import type { IPastCall } from './transcript';

/** A table parsed from pandas' plain text. */
interface ITextTable {
  columns: string[];
  rows: { label: string; values: (number | null)[] }[];
}

const NUMBER = /^(-?\d[\d,]*(\.\d*)?(e[+-]?\d+)?|-?inf|NaN|nan|<NA>|None)$/;

/**
 * Parses a data frame of numbers from its plain text, even if pandas has
 * wrapped it into several blocks.
 *
 * @param columns the columns it is known to have; a name may contain spaces, so
 * the header can't be relied on.
 * @returns null if the text doesn't contain such a table.
 */
export function readTable(text: string, columns: string[]): ITextTable | null {
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map(block => block.split('\n').slice(1).map(splitRow))
    .map(rows => rows.filter(({ numbers }) => numbers > 0))
    .filter(rows => rows.length > 0);
  const widths = blocks.map(rows =>
    Math.min(...rows.map(({ numbers }) => numbers))
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  // A label that ends in a number (a year) looks like an additional value.
  const extra = (total - columns.length) / blocks.length;
  if (
    columns.length === 0 ||
    (extra !== 0 && extra !== 1) ||
    blocks.some(rows => rows.length !== blocks[0].length)
  ) {
    return null;
  }
  return {
    columns,
    rows: blocks[0].map(({ tokens }, row) => ({
      label: tokens.slice(0, tokens.length - widths[0] + extra).join(' '),
      values: blocks
        .flatMap((rows, block) => rows[row].tokens.slice(extra - widths[block]))
        .map(token => Number(token.replaceAll(',', '')))
        .map(value => (Number.isFinite(value) ? value : null))
    }))
  };
}

/** The words of a line, and how many numbers it ends with. */
function splitRow(line: string): { tokens: string[]; numbers: number } {
  const tokens = line.split(/\s+/).filter(token => !/^\\?$/.test(token));
  const word = tokens.findLastIndex(token => !NUMBER.test(token));
  return { tokens, numbers: tokens.length - word - 1 };
}

/** Columns of a data frame and its missing values, as `inspect_variables` says. */
export function frameFindings(profile: IProfile): string[] {
  const { rows, columns, measures, categories, dates } = profile;
  const kinds = Object.entries({
    measure: measures,
    grouping: categories,
    date: dates
  })
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${plural(names.length, kind)} (${codes(names)})`);
  const gaps = columns
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.missing - a.missing);
  const total = gaps.reduce((sum, { missing }) => sum + missing, 0);
  return [
    ...(kinds.length > 0 ? [`Columns: ${kinds.join(', ')}.`] : []),
    gaps.length > 0
      ? `Missing: ${plural(total, 'value')} in ${plural(gaps.length, 'column')}, most in \`${gaps[0].name}\` (${number(gaps[0].missing)} of ${number(rows)} rows).`
      : 'No values are missing.'
  ];
}

/** Duplicate rows, from a line the summary printed. */
export function duplicateFindings(summary: IPastCall): string[] {
  const [, found = '0'] =
    /(?<![\d,])([\d,]+) duplicate rows/.exec(summary.text) ?? [];
  return found === '0'
    ? []
    : [`Duplicate rows: ${found} ${cellLink(summary.cellId, summary.count)}.`];
}

/** What a table shows, and the measures that say most about it. */
interface ITableFindings {
  findings: string[];
  telling: string[];
}

/** Read from the code that ran and the output that it left. */
export function tableFindings(cell: IPastCall): ITableFindings {
  const { kind, by, columns, sizes, aggregate } = readTableCode(
    String(cell.ran.code)
  );
  const table = readTable(cell.text.split('\n').slice(1).join('\n'), columns);
  const link = cellLink(cell.cellId, cell.count);
  const [most, next] = table?.rows ?? [];
  if (table && kind === 'groups') {
    const differences = columns
      .flatMap((name, at) => (at < sizes ? [] : extremes(table, name, at)))
      .sort((a, b) => b.ratio - a.ratio);
    const groups = [...table.rows]
      .sort((a, b) => Number(b.values[0]) - Number(a.values[0]))
      .map(({ label, values }) => `${label} ${number(values[0])}`);
    return {
      findings: [
        ...differences
          .slice(0, 2)
          .map(
            ({ name, high, low }) =>
              `\`${name}\` differs by \`${by}\`: its ${aggregate} is highest for **${high.label}** (${number(high.value)}) and lowest for **${low.label}** (${number(low.value)}) ${link}.`
          ),
        sizes > 0
          ? `Groups of \`${by}\`: ${groups.slice(0, 5).join(', ')}${groups.length > 5 ? ' …' : ''} rows ${link}.`
          : `The table is in ${link}.`
      ],
      telling: differences.map(({ name }) => name)
    };
  }
  if (next && kind === 'counts' && most.values[0] !== next.values[0]) {
    return {
      findings: [
        `The most frequent \`${by}\` is **${most.label}**: ${number(most.values[0])} rows ${link}.`
      ],
      telling: []
    };
  }
  const pair = table && kind === 'correlations' && strongestPair(table);
  return pair
    ? {
        findings: [
          `\`${pair.a}\` and \`${pair.b}\` go together ${Math.abs(pair.r) >= 0.7 ? 'strongly' : 'weakly'}${pair.r < 0 ? ', in opposite directions' : ''}: r = ${pair.r} ${link}.`
        ],
        telling: [pair.a, pair.b]
      }
    : { findings: [`The table is in ${link}.`], telling: [] };
}

function strongestPair({ columns, rows }: ITextTable) {
  return rows
    .flatMap(({ values }, i) =>
      values.flatMap((r, j) =>
        j > i && r !== null ? [{ a: columns[i], b: columns[j], r }] : []
      )
    )
    .sort((a, b) => Math.abs(b.r) - Math.abs(a.r))
    .at(0);
}

/** The rows with the highest and the lowest value; none if they do not differ. */
function extremes({ rows }: ITextTable, name: string, column: number) {
  const sorted = rows
    .map(({ label, values }) => ({ label, value: values[column] }))
    .filter(
      (row): row is { label: string; value: number } => row.value !== null
    )
    .sort((a, b) => a.value - b.value);
  const [low] = sorted;
  const high = sorted.at(-1);
  return high && high.value !== low.value
    ? [{ name, high, low, ratio: low.value > 0 ? high.value / low.value : 0 }]
    : [];
}
