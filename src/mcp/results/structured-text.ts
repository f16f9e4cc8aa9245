type Flat = Record<string, string | number | boolean | null>;

/** Maximum number of columns, since each row may have its own. */
const MAX_COLUMNS = 100;

/**
 * Structured content as a model reads it: the text if it is nothing else (with
 * or without a wrapper), a table if that loses nothing, JSON otherwise.
 */
export function structuredText(value: unknown): string {
  const inner =
    isObject(value) && Object.keys(value).length === 1
      ? Object.values(value)[0]
      : value;
  if (typeof inner === 'string') {
    return inner;
  }
  return (
    (Array.isArray(inner) && inner.length > 0 && inner.every(isFlat)
      ? tableText(inner)
      : null) ?? JSON.stringify(value, null, 1)
  );
}

/** @returns null if a table would lose something. */
function tableText(rows: Flat[]): string | null {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  if (columns.length > MAX_COLUMNS) {
    return null;
  }
  const lines = rows.map(row =>
    columns.map(column => String(row[column] ?? ''))
  );
  return [columns, ...lines].flat().some(isSeveralLines)
    ? null
    : [columns, columns.map(() => '---'), ...lines]
        .map(cells => `| ${cells.map(escaped).join(' | ')} |`)
        .join('\n');
}

function isSeveralLines(text: string): boolean {
  return /[\r\n]/.test(text);
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
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
