/** A part of a result: a text, or a table. */
type ResultPart = { text: string } | { head: string[]; rows: string[][] };

/** The line below the header of a table. */
const RULE = /^\|(?: --- \|)+$/;

/**
 * Splits a result into tables, as the rows of a server's result are given to a
 * model, and the text around them. All of it is treated as plain text.
 */
export function tablesIn(result: string): ResultPart[] {
  const lines = result.split('\n');
  const parts: ResultPart[] = [];
  let text: string[] = [];
  const flush = (): void => {
    if (text.join('').trim() !== '') {
      parts.push({ text: text.join('\n') });
    }
    text = [];
  };
  for (let at = 0; at < lines.length; at++) {
    if (!isRow(lines[at]) || !RULE.test(lines[at + 1] ?? '')) {
      text.push(lines[at]);
      continue;
    }
    flush();
    const end = lines.findIndex((line, index) => index > at && !isRow(line));
    const rows = lines.slice(at, end < 0 ? lines.length : end);
    parts.push({ head: cells(rows[0]), rows: rows.slice(2).map(cells) });
    at += rows.length - 1;
  }
  flush();
  return parts;
}

function isRow(line: string | undefined): line is string {
  return line !== undefined && line.startsWith('| ') && line.endsWith(' |');
}

/** A bar inside a cell is escaped with a backslash. */
function cells(line: string): string[] {
  return line
    .slice(2, -2)
    .split(' | ')
    .map(cell => cell.replaceAll('\\|', '|'));
}
