/** Maximum number of table rows for the model. */
const MOST_ROWS = 50;
const MOST_CELL = 200;
/** Maximum number of columns, since each row may have its own. */
const MOST_COLUMNS = 100;

type Flat = Record<string, string | number | boolean | null>;

/**
 * Structured content as a model reads it: a table if it consists of nothing
 * else; JSON otherwise.
 */
export function structuredText(value: unknown): string {
  const rows = rowsOf(value);
  return rows ? tableText(rows) : JSON.stringify(value, null, 1);
}

/** The rows, if a value is a list of flat objects, with or without a wrapper. */
export function rowsOf(value: unknown): Flat[] | null {
  const list =
    isObject(value) && Object.keys(value).length === 1
      ? Object.values(value)[0]
      : value;
  return Array.isArray(list) && list.length > 0 && list.every(isFlat)
    ? list
    : null;
}

function tableText(rows: Flat[]): string {
  const all = columnsOf(rows);
  const columns = all.slice(0, MOST_COLUMNS);
  const more = all.length - columns.length;
  const lines = rows
    .slice(0, MOST_ROWS)
    .map(row => columns.map(column => cellText(row[column])));
  const left = rows.length - lines.length;
  return [columns.map(cellText), columns.map(() => '---'), ...lines]
    .map(cells => `| ${cells.join(' | ')} |`)
    .concat(left > 0 ? [`… ${left} of ${rows.length} rows left out …`] : [])
    .concat(more > 0 ? [`… ${more} of ${all.length} columns left out …`] : [])
    .join('\n');
}

function columnsOf(rows: readonly Flat[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) {
      names.add(name);
    }
  }
  return [...names];
}

function cellText(value: unknown): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  const cut = text.length > MOST_CELL ? `${text.slice(0, MOST_CELL)}…` : text;
  return cut.replaceAll('|', '\\|');
}

function isFlat(value: unknown): value is Flat {
  return (
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.values(value).every(
      each =>
        each === null || ['string', 'number', 'boolean'].includes(typeof each)
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
