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
    .map(rows => rows.filter(({ values }) => values.length > 0))
    .filter(rows => rows.length > 0);
  const widths = blocks.map(rows =>
    Math.min(...rows.map(({ values }) => values.length))
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
        .flatMap((rows, block) =>
          rows[row].tokens.slice(
            rows[row].tokens.length - widths[block] + extra
          )
        )
        .map(token => Number(token.replaceAll(',', '')))
        .map(value => (Number.isFinite(value) ? value : null))
    }))
  };
}

function splitRow(line: string): { tokens: string[]; values: string[] } {
  const tokens = line
    .trim()
    .split(/\s+/)
    .filter(token => token !== '\\');
  const word = tokens.findLastIndex(token => !NUMBER.test(token));
  return { tokens, values: tokens.slice(word + 1) };
}

/** The table that a cell showed, if its text still has the columns of its code. */
function tableOf(cell: IPastCall): ITextTable | null {
  const { columns } = readTableCode(String(cell.ran.code));
  return readTable(cell.text.split('\n').slice(1).join('\n'), columns);
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
    : [
        `${found === '1' ? '1 row is a duplicate' : `${found} rows are duplicates`} of an earlier one ${linkTo(summary)}.`
      ];
}

/** What a table shows, read from the code and the output that there are. */
export function tableFindings(cell: IPastCall): string[] {
  const { kind, by, sizes, aggregate } = readTableCode(String(cell.ran.code));
  const table = tableOf(cell);
  const link = linkTo(cell);
  const [most, next] = table?.rows ?? [];
  const pair = table && strongestPair(table);
  if (table && kind === 'groups') {
    const differences = table.columns
      .flatMap((name, at) => (at < sizes ? [] : extremes(table, name, at)))
      .filter(({ high, low }) => high.value !== low.value)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, 2);
    const groups = [...table.rows]
      .sort((a, b) => Number(b.values[0]) - Number(a.values[0]))
      .map(({ label, values }) => `${label} ${number(values[0])}`);
    return [
      ...differences.map(
        ({ name, high, low }) =>
          `\`${name}\` differs by \`${by}\`: its ${aggregate} is highest for **${high.label}** (${number(high.value)}) and lowest for **${low.label}** (${number(low.value)}) ${link}.`
      ),
      sizes > 0
        ? `Groups of \`${by}\`: ${groups.slice(0, 5).join(', ')}${groups.length > 5 ? ' …' : ''} rows ${link}.`
        : `The table is in ${link}.`
    ];
  }
  if (most && kind === 'counts') {
    return next && most.values[0] === next.values[0]
      ? [
          `No \`${by}\` is the most frequent: several occur ${most.values[0] === 1 ? 'once' : `${number(most.values[0])} times`} ${link}.`
        ]
      : [
          `The most frequent \`${by}\` is **${most.label}**: ${number(most.values[0])} rows ${link}.`
        ];
  }
  if (pair && kind === 'correlations') {
    const size = Math.abs(pair.r);
    const strength =
      size >= 0.7 ? 'strongly' : size >= 0.4 ? 'clearly' : 'only weakly';
    return [
      `\`${pair.a}\` and \`${pair.b}\` go together ${strength}${pair.r < 0 ? ', in opposite directions' : ''}: r = ${pair.r} ${link}.`
    ];
  }
  return [`The table is in ${link}.`];
}

/** Measures by how much groups differ in them, or the two that go together most. */
export function tellingMeasures(cell: IPastCall | undefined): string[] {
  const table = cell && tableOf(cell);
  if (!cell || !table) {
    return [];
  }
  const { kind, sizes } = readTableCode(String(cell.ran.code));
  if (kind === 'correlations') {
    const pair = strongestPair(table);
    return pair ? [pair.a, pair.b] : [];
  }
  const ratio = (name: string) =>
    extremes(table, name, table.columns.indexOf(name))[0]?.ratio ?? 0;
  return kind === 'groups'
    ? table.columns.slice(sizes).sort((a, b) => ratio(b) - ratio(a))
    : [];
}

function strongestPair(
  table: ITextTable
): { a: string; b: string; r: number } | undefined {
  return table.rows
    .flatMap(({ values }, i) =>
      values.flatMap((r, j) =>
        j > i && r !== null
          ? [{ a: table.columns[i], b: table.columns[j], r }]
          : []
      )
    )
    .sort((a, b) => Math.abs(b.r) - Math.abs(a.r))[0];
}

/** The rows with the highest and the lowest value; none if there are no two. */
function extremes(table: ITextTable, name: string, column: number) {
  const rows = table.rows
    .map(({ label, values }) => ({ label, value: values[column] }))
    .filter(
      (row): row is { label: string; value: number } => row.value !== null
    )
    .sort((a, b) => a.value - b.value);
  const [low] = rows;
  const high = rows[rows.length - 1];
  return rows.length < 2
    ? []
    : [{ name, high, low, ratio: low.value > 0 ? high.value / low.value : 0 }];
}

function linkTo({ cellId, count }: IPastCall): string {
  return cellLink(cellId, count);
}
