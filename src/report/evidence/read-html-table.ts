import type { IEvidenceTable } from '../../contract';
import { cleanText } from '../text/clean-text';

/**
 * The most rows that a document shows; the number of the others is stated. As
 * many as pandas and R show of a table before they leave out its middle.
 */
export const MAX_ROWS = 60;
/** The most rows of which both ends are looked for. */
const MAX_READ = 5000;
const MAX_COLUMNS = 40;
export const MAX_CELL = 500;
/** The most characters of a line that states the size of a table. */
const MAX_SIZE = 200;

/**
 * The first table of an HTML output as text, in the forms of pandas, polars, R
 * and Julia. It is parsed in a document of its own, in which nothing is loaded
 * or run.
 *
 * @returns null if there is none.
 */
export function readHtmlTable(
  html: string
): { table: IEvidenceTable; cut: boolean } | null {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const element = parsed.querySelector('table');
  if (element === null) {
    return null;
  }
  const rows = [...element.rows].filter(row => row.cells.length > 0);
  const isHead = (row: HTMLTableRowElement): boolean =>
    row.parentElement?.localName === 'thead' ||
    [...row.cells].every(cell => cell.localName === 'th');
  const headRows = rows.findIndex(row => !isHead(row));
  const heads = headRows < 0 ? rows.length : headRows;
  const grid = gridOf(rows.slice(0, heads + MAX_READ));
  const wide = Math.max(0, ...grid.map(row => row.length));
  const labels = labelsOf(rows[heads]);
  const table = {
    header: grid.slice(0, heads),
    rows: bothEnds(grid.slice(heads)),
    labels,
    // Row labels do not count as a column, in agreement with the libraries.
    size: sizeOf(parsed, rows.length - heads, wide - labels)
  };
  return {
    table: withoutGaps(table),
    cut:
      rows.length - heads > MAX_ROWS ||
      (table.size.rows ?? 0) > rows.length - heads ||
      wide > MAX_COLUMNS
  };
}

/** The rows of a long table without its middle, as libraries show it. */
export function bothEnds(rows: readonly string[][]): string[][] {
  const half = MAX_ROWS / 2;
  return rows.length <= MAX_ROWS
    ? [...rows]
    : [...rows.slice(0, half), rows[0].map(() => '…'), ...rows.slice(1 - half)];
}

/** Cells that span several rows or columns are repeated in each of them. */
function gridOf(rows: readonly HTMLTableRowElement[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[at][column] !== undefined) {
        column++;
      }
      const text = cellText(cell);
      const down = Math.min(Math.max(1, cell.rowSpan || 1), rows.length - at);
      const across = Math.min(Math.max(1, cell.colSpan), MAX_COLUMNS + 1);
      for (let y = 0; y < down; y++) {
        for (let x = 0; x < across && column + x <= MAX_COLUMNS; x++) {
          grid[at + y][column + x] = text;
        }
      }
      column += across;
      if (column > MAX_COLUMNS) {
        break;
      }
    }
  });
  return grid;
}

/** The readable text of a cell, without styles and scripts inside it. */
function cellText(cell: HTMLTableCellElement): string {
  const text = cleanText(
    // Most cells of a frame hold only text, and there are many of them.
    (cell.firstElementChild === null ? cell : withoutCode(cell)).textContent ??
      ''
  )
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
}

function withoutCode(cell: HTMLTableCellElement): Node {
  const copy = cell.cloneNode(true) as HTMLTableCellElement;
  copy.querySelectorAll('script, style, template').forEach(each => {
    each.remove();
  });
  copy.querySelectorAll('br').forEach(each => each.replaceWith(' '));
  return copy;
}

/** How many cells at the left of a row are labels. */
function labelsOf(row: HTMLTableRowElement | undefined): number {
  const cells = [...(row?.cells ?? [])];
  const first = cells.findIndex(cell => cell.localName !== 'th');
  return first < 0 ? 0 : first;
}

/** "344 rows × 7 columns", "shape: (344, 7)", "A data.frame: 344 × 7". */
function sizeOf(
  parsed: Document,
  rows: number,
  columns: number
): IEvidenceTable['size'] {
  const words = [...parsed.querySelectorAll('p, small, caption')]
    .filter(each => each.closest('td, th') === null)
    .map(each => (each.textContent ?? '').slice(0, MAX_SIZE))
    .join('\n')
    .slice(-MAX_SIZE * 10);
  const size =
    /(?<!\d)(\d[\d,]{0,18})\s{0,3}(?:rows)?\s{0,3}[×x]\s{0,3}(\d[\d,]{0,18})|shape: \((\d[\d_]{0,18}), (\d{1,15})\)/i.exec(
      words
    );
  const number = (text: string | undefined): number | null =>
    text === undefined ? null : Number(text.replace(/[,_]/g, ''));
  return {
    rows: number(size?.[1] ?? size?.[3]) ?? rows,
    columns: number(size?.[2] ?? size?.[4]) ?? columns
  };
}

/** pandas gives the names of its labels a row of their own. */
function mergedHeader(header: string[][], labels: number): string[][] {
  const [above, names] = header.slice(-2);
  return header.length > 1 &&
    names.every((cell, at) => (at < labels ? !above[at] : !cell))
    ? [
        ...header.slice(0, -2),
        above.map((cell, at) => (at < labels ? names[at] : cell))
      ]
    : header;
}

/** Makes all rows as long as the longest; gaps become empty text. */
function withoutGaps(table: IEvidenceTable): IEvidenceTable {
  const width = Math.min(
    MAX_COLUMNS,
    Math.max(0, ...[...table.header, ...table.rows].map(row => row.length))
  );
  const full = (row: string[]): string[] =>
    Array.from({ length: width }, (_, at) => row[at] ?? '');
  return {
    ...table,
    header: mergedHeader(table.header.map(full), table.labels),
    rows: table.rows.map(full)
  };
}
