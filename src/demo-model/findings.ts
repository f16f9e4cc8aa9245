import type { ICell } from './cell-code';
import type { IProfile } from './profile';
import { cellLink, number, plural } from './script';
import type { IPastCall } from './transcript';

interface IRow {
  label: string;
  values: number[];
}

const NUMBER = /^(-?\d[\d.]*(e[+-]\d+)?|NaN)$/;

/**
 * The rows of numbers in a data frame's plain text, which pandas may have wrapped
 * into several blocks; none where it is cut.
 *
 * @param width the number of columns it is known to have; labels and names may
 * contain spaces.
 */
export function readRows(text: string, width: number): IRow[] {
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map(block => block.split('\n').map(line => line.trim().split(/\s+/)))
    .map(lines => lines.filter(words => NUMBER.test(words.at(-1) ?? '')))
    .filter(lines => lines.length > 0);
  return (blocks[0] ?? []).flatMap((words, at) => {
    const parts = blocks.map(lines => lines[at] ?? []);
    // Each block begins with the label again.
    const label = (parts.flat().length - width) / parts.length;
    const values = parts.flatMap(part => part.slice(label));
    return label >= 1 &&
      values.length === width &&
      values.every(word => NUMBER.test(word))
      ? [{ label: words.slice(0, label).join(' '), values: values.map(Number) }]
      : [];
  });
}

/** What is missing in a data frame, as `inspect_variables` says. */
export function missingValues({ rows, columns }: IProfile): string {
  const gaps = columns
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => b.missing - a.missing);
  const total = gaps.reduce((sum, { missing }) => sum + missing, 0);
  return gaps.length > 0
    ? `Missing: ${plural(total, 'value')} in ${plural(gaps.length, 'column')}, most in \`${gaps[0].name}\` (${number(gaps[0].missing)} of ${number(rows)} rows).`
    : 'No values are missing.';
}

/** What a table shows, and the measures that say most about it, best first. */
export function tableFindings(cell: IPastCall, table: ICell['table']) {
  const link = cellLink(cell);
  const { by, columns = [] } = table ?? {};
  const output = cell.text.split('\n').slice(1).join('\n');
  const rows = table ? readRows(output, columns.length) : [];
  const differences = columns
    .slice(1)
    .flatMap((name, at) => extremes(rows, name, at + 1))
    .sort((x, y) => y.ratio - x.ratio);
  return {
    findings:
      differences.length > 0
        ? differences
            .slice(0, 2)
            .map(
              ({ name, high, low }) =>
                `\`${name}\` differs by \`${by}\`: its mean is highest for **${high.label}** (${number(high.value)}) and lowest for **${low.label}** (${number(low.value)}) ${link}.`
            )
        : [`The table is in ${link}.`],
    telling: differences.map(({ name }) => name)
  };
}

/** The rows with the highest and the lowest value; none if they do not differ. */
function extremes(rows: IRow[], name: string, column: number) {
  const sorted = rows
    .map(({ label, values }) => ({ label, value: values[column] }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => a.value - b.value);
  const [low] = sorted;
  const high = sorted.at(-1);
  return high && high.value !== low.value
    ? [{ name, high, low, ratio: low.value > 0 ? high.value / low.value : 0 }]
    : [];
}
