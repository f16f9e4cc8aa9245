import { readDelimited, type IEvidenceTable } from '../../contract';
import { cleanText } from '../text/clean-text';
import { MAX_CELL, MAX_ROWS } from './read-html-table';
import { type IReadOutput, readMarkdownText, readText } from './read-output';

const MAX_COLUMNS = 40;

/**
 * The content of a file that a person named, read by its extension; null for an
 * empty file.
 */
export function fileContent(path: string, text: string): IReadOutput | null {
  return (
    (/\.[ct]sv$/i.test(path) ? readSeparated(cleanText(text)) : null) ??
    (/\.md$/i.test(path) ? readMarkdownText(text) : readText(cleanText(text)))
  );
}

/**
 * Rows of a file with separated values, as spreadsheets write it; null if it is
 * not a table.
 */
function readSeparated(text: string): IReadOutput | null {
  const { rows, columns, sample } = readDelimited(text, MAX_ROWS + 1);
  if (columns < 2 || rows === 0) {
    return null;
  }
  const [header, ...body] = sample.map(row =>
    Array.from({ length: Math.min(columns, MAX_COLUMNS) }, (_, at) =>
      cut(row[at] ?? '')
    )
  );
  const table: IEvidenceTable = {
    header: [header],
    rows: body,
    labels: 0,
    size: { rows, columns }
  };
  return {
    content: { kind: 'table', table },
    cut: rows > MAX_ROWS || columns > MAX_COLUMNS
  };
}

/** With the same limit as in any other table. */
function cut(field: string): string {
  return field.length > MAX_CELL ? `${field.slice(0, MAX_CELL - 1)}…` : field;
}
