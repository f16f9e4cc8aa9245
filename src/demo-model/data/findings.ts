import type { IProfile } from '../reading/profile';
import type { ITableCell } from './table-cells';
import { type ITextTable, readTable } from '../reading/read-table';

/** A cell that ran, in the form findings refer to. */
export interface IRanCell {
  cellId: string;
  /** Execution count, if known. */
  count: string | null;
  /** Its output, without the line on how the run ended. */
  output: string;
}

/** `[5](#cell=id)`: a link the panel follows. */
export function cellLink({ cellId, count }: IRanCell): string {
  return `[${count ?? 'cell'}](#cell=${cellId})`;
}

/**
 * The columns of a data frame and its missing values, according to
 * `inspect_variables`.
 */
export function frameFindings(profile: IProfile): string[] {
  const { rows, columns, measures, categories, dates } = profile;
  const kinds = [
    measures.length > 0
      ? `${plural(measures.length, 'measure')} (${code(measures)})`
      : '',
    categories.length > 0
      ? `${plural(categories.length, 'grouping')} (${code(categories)})`
      : '',
    dates.length > 0 ? `${plural(dates.length, 'date')} (${code(dates)})` : ''
  ].filter(kind => kind !== '');
  const gaps = columns
    .filter(column => column.missing > 0)
    .sort((a, b) => b.missing - a.missing);
  const total = gaps.reduce((sum, column) => sum + column.missing, 0);
  return [
    kinds.length > 0 ? `Columns: ${kinds.join(', ')}.` : '',
    gaps.length > 0
      ? `Missing: ${plural(total, 'value')} in ${plural(gaps.length, 'column')}, most in \`${gaps[0].name}\` (${number(gaps[0].missing)} of ${number(rows)} rows).`
      : 'No values are missing.'
  ].filter(finding => finding !== '');
}

/** Duplicate rows, from a line the summary printed. */
export function duplicateFindings(ran: IRanCell): string[] {
  const told = /(?<![\d,])([\d,]+) duplicate rows/.exec(ran.output);
  if (!told || told[1] === '0') {
    return [];
  }
  const rows =
    told[1] === '1' ? '1 row is a duplicate' : `${told[1]} rows are duplicates`;
  return [`${rows} of an earlier one ${cellLink(ran)}.`];
}

/** A cell's table, if its text still has the expected columns. */
export function tableOf(cell: ITableCell, ran: IRanCell): ITextTable | null {
  return readTable(ran.output, cell.columns);
}

/** What a comparison shows. @param aggregate the one that actually ran. */
export function tableFindings(
  cell: ITableCell,
  ran: IRanCell,
  aggregate = cell.aggregate ?? 'mean'
): string[] {
  const table = tableOf(cell, ran);
  const link = cellLink(ran);
  if (!table || table.rows.length === 0) {
    return [`The table is in ${link}.`];
  }
  switch (cell.kind) {
    case 'groups':
      return groupFindings(table, cell.by ?? 'group', aggregate, link);
    case 'periods':
      return periodFindings(table, link);
    case 'counts': {
      const [most, next] = table.rows;
      if (next && most.values[0] === next.values[0]) {
        return [
          `No \`${cell.by}\` is the most frequent: several occur ${times(most.values[0])} ${link}.`
        ];
      }
      return [
        `The most frequent \`${cell.by}\` is **${most.label}**: ${number(most.values[0])} rows ${link}.`
      ];
    }
    case 'correlations':
      return correlationFindings(table, link);
    default:
      return [`The table is in ${link}.`];
  }
}

/** Measures, ordered by how well they separate groups or correlate with each other. */
export function interestingMeasures(
  cell: ITableCell | undefined,
  table: ITextTable | null,
  summary: ITextTable | null
): string[] {
  if (!cell || !table) {
    return [];
  }
  if (cell.kind === 'groups') {
    return table.columns
      .slice(1)
      .map((name, index) => ({
        name,
        spread: spread(table, index + 1, summary)
      }))
      .sort((a, b) => b.spread - a.spread)
      .map(({ name }) => name);
  }
  const pair = cell.kind === 'correlations' ? strongestPair(table) : null;
  return pair ? [pair.a, pair.b] : [];
}

function groupFindings(
  table: ITextTable,
  by: string,
  aggregate: string,
  link: string
): string[] {
  const sizes = [...table.rows]
    .filter(row => row.values[0] !== null)
    .sort((a, b) => Number(b.values[0]) - Number(a.values[0]));
  const differences = table.columns
    .slice(1)
    .map((name, index) => extremes(table, name, index + 1))
    .filter(difference => difference !== null)
    .filter(({ high, low }) => high.value !== low.value)
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 2);
  return [
    ...differences.map(
      ({ name, high, low }) =>
        `\`${name}\` differs by \`${by}\`: its ${aggregate} is highest for **${high.label}** (${number(high.value)}) and lowest for **${low.label}** (${number(low.value)}) ${link}.`
    ),
    sizes.length > 1
      ? `Groups of \`${by}\`: ${sizes
          .slice(0, 5)
          .map(row => `${row.label} ${number(row.values[0])}`)
          .join(', ')}${sizes.length > 5 ? ' …' : ''} rows ${link}.`
      : `The table is in ${link}.`
  ];
}

function periodFindings(table: ITextTable, link: string): string[] {
  const [name] = table.columns;
  const found = extremes(table, name, 0);
  return [
    found
      ? `\`${name}\` is highest in **${found.high.label}** (mean ${number(found.high.value)}) and lowest in **${found.low.label}** (${number(found.low.value)}) ${link}.`
      : `The table by month is in ${link}.`
  ];
}

function correlationFindings(table: ITextTable, link: string): string[] {
  const pair = strongestPair(table);
  if (!pair) {
    return [`The correlations are in ${link}.`];
  }
  const strength =
    Math.abs(pair.r) >= 0.7
      ? 'strongly'
      : Math.abs(pair.r) >= 0.4
        ? 'clearly'
        : 'only weakly';
  const sense = pair.r < 0 ? ', in opposite directions' : '';
  return [
    `\`${pair.a}\` and \`${pair.b}\` go together ${strength}${sense}: r = ${pair.r} ${link}.`
  ];
}

function strongestPair(
  table: ITextTable
): { a: string; b: string; r: number } | null {
  let best: { a: string; b: string; r: number } | null = null;
  table.rows.forEach((row, i) =>
    row.values.forEach((r, j) => {
      if (j > i && r !== null && Math.abs(r) > Math.abs(best?.r ?? 0)) {
        best = { a: table.columns[i], b: table.columns[j], r };
      }
    })
  );
  return best;
}

function extremes(table: ITextTable, name: string, column: number) {
  const values = table.rows
    .map(row => ({ label: row.label, value: row.values[column] }))
    .filter(
      (one): one is { label: string; value: number } => one.value !== null
    )
    .sort((a, b) => a.value - b.value);
  if (values.length < 2) {
    return null;
  }
  const low = values[0];
  const high = values[values.length - 1];
  const ratio = low.value > 0 ? high.value / low.value - 1 : 0;
  return { name, high, low, ratio };
}

/** Range of the group values, in standard deviations if the summary has them. */
function spread(
  table: ITextTable,
  column: number,
  summary: ITextTable | null
): number {
  const found = extremes(table, '', column);
  if (!found) {
    return 0;
  }
  const at = summary?.columns.indexOf(table.columns[column]) ?? -1;
  const std =
    at < 0
      ? null
      : (summary?.rows.find(row => row.label === 'std')?.values[at] ?? null);
  const scale = std || Math.abs(found.high.value) || 1;
  return (found.high.value - found.low.value) / scale;
}

function times(n: number | null): string {
  return n === 1 ? 'once' : `${number(n)} times`;
}

export function plural(n: number, noun: string): string {
  return `${number(n)} ${noun}${n === 1 ? '' : 's'}`;
}

export function number(value: number | null): string {
  return value === null
    ? '–'
    : value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

function code(names: string[]): string {
  const shown = names
    .slice(0, 6)
    .map(name => `\`${name}\``)
    .join(', ');
  return names.length > 6 ? `${shown} …` : shown;
}
