import type { IEvidenceTable } from '../../contract';
import { MAX_ROWS } from './read-html-table';

/** The line with which pandas states the size of an abbreviated frame. */
const SIZE = /^\[(\d{1,15}) rows x (\d{1,15}) columns\]$/;
const MAX_LINES = 400;

/** The line with which pandas ends a printed series. */
const SERIES =
  /^(?:Freq: [^,]{1,40}, )?(?:Name: (.{1,200}?), )?(?:Length: (\d{1,15}), )?dtype: \S{1,60}$/;

interface ITextTable {
  table: IEvidenceTable;
  cut: boolean;
}

/**
 * A frame or a series as printed, with at least two spaces between columns;
 * null if a line does not fit, since it is a different text then.
 */
export function readTextTable(text: string): ITextTable | null {
  const lines = text
    .trimEnd()
    .replace(/^\n+/, '')
    .split('\n', MAX_LINES + 1);
  const series = SERIES.exec(lines.at(-1) ?? '');
  if (series) {
    return lines.length > MAX_LINES
      ? null
      : readSeries(lines.slice(0, -1), series);
  }
  const size = SIZE.exec(lines.at(-1) ?? '');
  const body = size ? lines.slice(0, -1).filter(line => line !== '') : lines;
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
      size: size
        ? { rows: Number(size[1]), columns: Number(size[2]) }
        : { rows: rest.length, columns: head.length }
    },
    cut: rest.length > MAX_ROWS || size !== null
  };
}

/** Labels, one or several a line, and their values. */
function readSeries(
  lines: readonly string[],
  [, name = '', length]: RegExpExecArray
): ITextTable | null {
  const all = lines.map(line => line.trimEnd().split(/\s{2,}/));
  const width = Math.max(0, ...all.map(cells => cells.length));
  // The names of its labels stand above them.
  const names = all[0]?.length < width ? all[0] : [];
  let outer = '';
  const rows = all.slice(names.length > 0 ? 1 : 0).map(cells => {
    if (cells.at(-1) === '...') {
      return Array<string>(width).fill('…');
    }
    // Of labels in levels, an outer one is printed once.
    outer = cells[0] || outer;
    return [outer, ...cells.slice(1)];
  });
  return width < 2 ||
    (names.length > 1 && names.length !== width - 1) ||
    rows.length === 0 ||
    rows.some(cells => cells.length !== width)
    ? null
    : {
        table: {
          header: [
            [
              ...Array.from({ length: width - 1 }, (_, at) => names[at] ?? ''),
              name
            ]
          ],
          rows: rows.slice(0, MAX_ROWS),
          labels: width - 1,
          size: { rows: length ? Number(length) : rows.length, columns: 1 }
        },
        cut: rows.length > MAX_ROWS || length !== undefined
      };
}
