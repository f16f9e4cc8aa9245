// It writes a document, in the language of its data.
/* eslint-disable jupyter/no-untranslated-string */

import { plainMarkdown } from './plain-markdown';

/** What can be said about a table without computing a number. */
export interface ITableWords {
  kind: 'summary' | 'head' | 'groups' | 'other';
  caption: string;
  sentence: string;
}

/** How many columns are listed, and for how many the mean is given. */
const MOST_NAMES = 6;
const MOST_MEANS = 3;

/** Names of columns that hold the number of rows in a group. */
const SIZES = new Set(['rows', 'count', 'group size', 'rows in group', 'size']);

/**
 * Describes a table from its form in a request: `head | head`, then `r1: cell |
 * cell`.
 */
export function tableSentence(id: string, block: string): ITableWords {
  const rows = [...block.matchAll(/^r\d+: (.*)$/gm)].map(([, row]) =>
    row.split(' | ')
  );
  const header = block
    .slice(0, Math.max(0, block.search(/^r1: /m)))
    .split('\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split(' | '));
  const width = header[0]?.length ?? 0;
  if (rows.at(-1)?.length !== width) {
    // A long table may be cut in the middle of a row.
    rows.pop();
  }
  const isWhole =
    width > 1 && [...header, ...rows].every(row => row.length === width);
  if (!isWhole || rows.length === 0) {
    return other(id);
  }
  const labels = rows.map(([label]) => label.trim());
  const names = header[0].map((name, at) =>
    (header.findLast(row => row[at].trim())?.[at] ?? name).trim()
  );
  return (
    summary(id, labels, names, rows) ??
    head(id, labels, names) ??
    groups(id, header, names, rows) ??
    other(id)
  );
}

function summary(
  id: string,
  labels: readonly string[],
  names: readonly string[],
  rows: readonly string[][]
): ITableWords | null {
  const mean = labels.indexOf('mean');
  if (mean < 0 || !labels.includes('count')) {
    return null;
  }
  const means = rows[mean].flatMap((cell, column) =>
    column > 0 && isNumber(cell)
      ? [
          `${plainMarkdown(names[column])} is {{${id}.r${mean + 1}c${column + 1}}}`
        ]
      : []
  );
  return means.length === 0
    ? null
    : {
        kind: 'summary',
        caption: 'Summary of the columns with numbers',
        sentence: `On average, ${listed(means.slice(0, MOST_MEANS))}[[${id}]].`
      };
}

function head(
  id: string,
  labels: readonly string[],
  names: readonly string[]
): ITableWords | null {
  if (!labels.every((label, at) => label === String(at))) {
    return null;
  }
  const columns = names.slice(1).filter(Boolean).map(plainMarkdown);
  const shown =
    columns.length > MOST_NAMES
      ? [...columns.slice(0, MOST_NAMES), 'others']
      : columns;
  return {
    kind: 'head',
    caption: 'First rows of the data',
    sentence: `Its columns are ${listed(shown)}[[${id}]].`
  };
}

function groups(
  id: string,
  header: readonly string[][],
  names: readonly string[],
  rows: readonly string[][]
): ITableWords | null {
  // A named index has a header row of its own.
  const [by = '', ...rest] = header.at(-1) ?? [];
  const isNamed = by.trim() !== '' && rest.every(cell => cell.trim() === '');
  const at = mostDifferent(names, rows);
  if (!isNamed || at < 0 || rows.length < 2) {
    return null;
  }
  const values = rows.map(row => Number(row[at]));
  const place = (most: number): string => {
    const row = values.indexOf(most);
    return `${plainMarkdown(rows[row][0])} ({{${id}.r${row + 1}c${at + 1}}})`;
  };
  const group = plainMarkdown(by);
  return {
    kind: 'groups',
    caption: `Comparison by ${group}`,
    sentence: `Compared by ${group}, ${plainMarkdown(names[at])} is highest for ${place(Math.max(...values))} and lowest for ${place(Math.min(...values))}[[${id}]].`
  };
}

/** The numeric column whose groups differ most, relative to its values; -1 for none. */
function mostDifferent(
  names: readonly string[],
  rows: readonly string[][]
): number {
  const spreads = names.map((name, column) => {
    if (
      column === 0 ||
      SIZES.has(name) ||
      !rows.every(row => isNumber(row[column]))
    ) {
      return -1;
    }
    const values = rows.map(row => Number(row[column]));
    const size = Math.max(...values.map(Math.abs));
    return size === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / size;
  });
  const most = Math.max(...spreads);
  return most < 0 ? -1 : spreads.indexOf(most);
}

function other(id: string): ITableWords {
  return {
    kind: 'other',
    caption: 'A table of the notebook',
    sentence: `The table has {{${id}.rows}} rows and {{${id}.columns}} columns[[${id}]].`
  };
}

function isNumber(cell: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(cell.trim());
}

/** "a, b and c" */
function listed(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
