import type { IEvidenceTable } from '../../contract';
import { MAX_ROWS } from './read-html-table';

/** The line with which pandas states the size of an abbreviated frame. */
const SIZE = /^\[(\d{1,15}) rows x (\d{1,15}) columns\]$/;
const MAX_LINES = 400;

/**
 * A frame as printed, with at least two spaces between columns; null if a line
 * does not fit, since it is a different text then.
 */
export function readTextTable(
  text: string
): { table: IEvidenceTable; cut: boolean } | null {
  const lines = text
    .trimEnd()
    .replace(/^\n+/, '')
    .split('\n', MAX_LINES + 1);
  const reported = SIZE.exec(lines.at(-1) ?? '');
  const body = reported
    ? lines.slice(0, -1).filter(line => line !== '')
    : lines;
  const [head, ...rest] = body.map(line => line.trim().split(/\s{2,}/));
  if (
    lines.length > MAX_LINES ||
    rest.length === 0 ||
    head.length === 0 ||
    !/^\s/.test(body[0])
  ) {
    return null;
  }
  const width = head.length + 1;
  if (width < 3 || rest.some(cells => cells.length !== width)) {
    return null;
  }
  return {
    table: {
      header: [['', ...head]],
      rows: rest.slice(0, MAX_ROWS),
      labels: 1,
      size: reported
        ? { rows: Number(reported[1]), columns: Number(reported[2]) }
        : { rows: rest.length, columns: head.length }
    },
    cut: rest.length > MAX_ROWS || reported !== null
  };
}
