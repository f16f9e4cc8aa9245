/** A table parsed from pandas' plain text. */
export interface ITextTable {
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
    .map(rows => rows.filter(row => row.values.length > 0))
    .filter(rows => rows.length > 0);
  if (blocks.length === 0 || columns.length === 0) {
    return null;
  }
  const widths = blocks.map(rows =>
    Math.min(...rows.map(row => row.values.length))
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  // A label that ends in a number (a year) looks like an additional value.
  const extra =
    total === columns.length
      ? 0
      : total === columns.length + blocks.length
        ? 1
        : null;
  if (extra === null || blocks.some(rows => rows.length !== blocks[0].length)) {
    return null;
  }
  return {
    columns,
    rows: blocks[0].map((_, index) => {
      const parts = blocks.map((rows, block) =>
        take(rows[index], widths[block] - extra)
      );
      return {
        label: parts[0].label,
        values: parts.flatMap(part => part.values)
      };
    })
  };
}

interface IRow {
  tokens: string[];
  /** Trailing tokens that are numbers. */
  values: string[];
}

function splitRow(line: string): IRow {
  const tokens = line
    .trim()
    .split(/\s+/)
    .filter(token => token !== '\\');
  let at = tokens.length;
  while (at > 0 && NUMBER.test(tokens[at - 1])) {
    at -= 1;
  }
  return { tokens, values: tokens.slice(at) };
}

function take(
  row: IRow,
  width: number
): { label: string; values: (number | null)[] } {
  const at = row.tokens.length - width;
  return {
    label: row.tokens.slice(0, at).join(' '),
    values: row.tokens.slice(at).map(token => {
      const value = Number(token.replaceAll(',', ''));
      return Number.isFinite(value) ? value : null;
    })
  };
}
