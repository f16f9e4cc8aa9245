import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/**
 * The rows of the first table below a heading of a page, by their first column.
 */
export function readTable(
  page: string,
  heading: string
): Map<string, string[]> {
  const under =
    readFileSync(join(ROOT, page), 'utf8').split(`\n## ${heading}\n`)[1] ?? '';
  const lines = /(?:^\|.*\n)+/m.exec(under)?.[0].trim().split('\n') ?? [];
  const rows = lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim())
  );
  return new Map(rows.map(([name, ...cells]) => [name, cells]));
}
