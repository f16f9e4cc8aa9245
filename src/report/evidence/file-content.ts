import type { EvidenceContent, IEvidenceTable } from '../../contract';
import { cleanText } from '../text/clean-text';
import { MAX_CELL, MAX_ROWS } from './read-html-table';
import { type IReadOutput, readMarkdownText, readText } from './read-output';

const MAX_COLUMNS = 40;

/**
 * The content of a file that a person named, read by its extension; null for an
 * empty file.
 */
export function fileContent(path: string, text: string): IReadOutput | null {
  const extension = /\.([a-z\d]+)$/i.exec(path)?.[1].toLowerCase();
  const table =
    extension === 'csv' || extension === 'tsv'
      ? readSeparated(text, extension === 'tsv' ? '\t' : separatorOf(text))
      : null;
  return (
    table ??
    (extension === 'md' ? readMarkdownText(text) : readText(cleanText(text)))
  );
}

function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf('\n') + 1 || undefined);
  return line.split(';').length > line.split(',').length ? ';' : ',';
}

/**
 * Rows of a file with separated values, as spreadsheets write it; null if it is
 * not a table.
 */
function readSeparated(
  text: string,
  separator: string
): { content: EvidenceContent; cut: boolean } | null {
  const [header, ...rows] = recordsOf(cleanText(text), separator);
  if (!header || header.length < 2 || rows.length === 0) {
    return null;
  }
  const table: IEvidenceTable = {
    header: [header.slice(0, MAX_COLUMNS)],
    rows: rows
      .slice(0, MAX_ROWS)
      .map(row => header.slice(0, MAX_COLUMNS).map((_, at) => row[at] ?? '')),
    labels: 0,
    size: { rows: rows.length, columns: header.length }
  };
  return {
    content: { kind: 'table', table },
    cut: rows.length > MAX_ROWS || header.length > MAX_COLUMNS
  };
}

/** With the same limit as in any other table. */
function cut(field: string): string {
  return field.length > MAX_CELL ? `${field.slice(0, MAX_CELL - 1)}…` : field;
}

function recordsOf(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let isQuoted = false;
  const endRecord = (): void => {
    record.push(cut(field));
    if (record.some(each => each !== '')) {
      records.push(record);
    }
    record = [];
    field = '';
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') {
        field += character;
      } else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else {
        isQuoted = false;
      }
    } else if (character === '"' && field === '') {
      isQuoted = true;
    } else if (character === separator) {
      record.push(cut(field));
      field = '';
    } else if (character === '\n') {
      endRecord();
    } else if (character !== '\r') {
      field += character;
    }
  }
  endRecord();
  return records;
}
