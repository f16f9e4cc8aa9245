import type {
  CellOutput,
  EvidenceContent,
  IEvidenceTable
} from '../../contract';
import { cleanText } from '../text/clean-text';
import { imageSize, readDrawing } from './image-size';
import { bothEnds, readHtmlTable, MAX_ROWS } from './read-html-table';

/** The most characters of a text that are used for a report. */
const MAX_TEXT = 20_000;

/**
 * The most characters of HTML that are parsed, and of an image that is
 * included.
 */
const MAX_HTML = 1_000_000;
const MAX_IMAGE = 14_000_000;
const MAX_SVG = 3_000_000;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const RASTERS = ['image/png', 'image/jpeg', 'image/gif'] as const;

export interface IReadOutput {
  content: EvidenceContent;
  cut: boolean;
}

/**
 * An output in a form that documents can hold: a plot, a table, else its text.
 * Null if it has none of these, such as a widget or an empty line.
 */
export function readOutput(output: CellOutput): IReadOutput | null {
  switch (output.type) {
    case 'stream':
      return output.name === 'stderr' ? null : readText(output.text);
    case 'error': {
      const { text, cut } = bounded(
        output.traceback.length > 0
          ? output.traceback.join('\n')
          : `${output.name}: ${output.message}`
      );
      return {
        content: { kind: 'error', name: bounded(output.name).text, text },
        cut
      };
    }
    case 'data':
      return readData(output.data);
  }
}

/** Text from any source as evidence; a printed frame becomes a table. */
export function readText(source: string): IReadOutput | null {
  const { text, cut } = bounded(source);
  if (text.trim() === '') {
    return null;
  }
  const table = cut ? null : (readBoxTable(text) ?? readTextTable(text));
  return table
    ? {
        content: { kind: 'table', table: table.table },
        cut: table.cut
      }
    : { content: { kind: 'text', text: text.trimEnd() }, cut };
}

/** Markdown as evidence, such as the person's own words. */
export function readMarkdownText(source: string): IReadOutput | null {
  const { text, cut } = bounded(source);
  return text.trim() === ''
    ? null
    : { content: { kind: 'markdown', text }, cut };
}

function readData(data: Record<string, unknown>): IReadOutput | null {
  const of = (type: string): string | null => {
    const value = data[type];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const plot = readPlot(of);
  if (plot) {
    return plot;
  }
  const html = of('text/html');
  const plain = of('text/plain');
  if (html !== null) {
    const table = readHtmlTable(html.slice(0, MAX_HTML));
    if (table !== null && table.table.rows.length > 0) {
      return {
        content: { kind: 'table', table: table.table },
        cut: table.cut || html.length > MAX_HTML
      };
    }
  }
  const markdown = of('text/markdown') ?? of('text/latex');
  if (markdown !== null) {
    return readMarkdownText(markdown);
  }
  return plain !== null
    ? readText(plain)
    : html !== null
      ? readText(htmlText(html.slice(0, MAX_HTML)))
      : null;
}

function readPlot(of: (type: string) => string | null): IReadOutput | null {
  const svg = of('image/svg+xml');
  const drawing =
    svg !== null && svg.length <= MAX_SVG ? readDrawing(svg) : null;
  if (drawing) {
    return {
      content: { kind: 'plot', mimeType: 'image/svg+xml', ...drawing },
      cut: false
    };
  }
  for (const mimeType of RASTERS) {
    const given = of(mimeType);
    const data =
      given !== null && given.length <= MAX_IMAGE
        ? given.replace(/\s+/g, '')
        : '';
    // Only the header is read for the size, so the rest is checked to be base64
    // too.
    const size = BASE64.test(data) ? imageSize(mimeType, data) : null;
    if (size) {
      return {
        content: { kind: 'plot', mimeType, data, ...size },
        cut: false
      };
    }
  }
  return null;
}

/** The readable text of HTML, without scripts and styles. */
function htmlText(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  parsed
    .querySelectorAll('script, style, template, noscript')
    .forEach(each => each.remove());
  return parsed.body.textContent ?? '';
}

/** Cut first, since an output may have a hundred megabytes. */
function bounded(text: string): { text: string; cut: boolean } {
  const head = text.slice(0, MAX_TEXT * 2);
  const clean = cleanText(head);
  return {
    text: clean.slice(0, MAX_TEXT),
    cut: head.length < text.length || clean.length > MAX_TEXT
  };
}

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
  // The name of its labels has a line of its own.
  const [name] = rest[0].length === 1 ? rest.shift()! : [''];
  if (
    width < 3 ||
    rest.length === 0 ||
    rest.some(cells => cells.length !== width)
  ) {
    return null;
  }
  return {
    table: {
      header: [[name, ...head]],
      rows: bothEnds(rest),
      labels: 1,
      size: size
        ? { rows: Number(size[1]), columns: Number(size[2]) }
        : { rows: rest.length, columns: head.length }
    },
    cut: rest.length > MAX_ROWS || size !== null
  };
}

/** The line with which polars states the size of a frame. */
const SHAPE = /^shape: \(([\d_]{1,20}), [\d_]{1,20}\)\n/;

/** Lines between the rows of a drawn table, also of one in Markdown. */
const RULE = /^(?:[\u2500-\u257f]+|[-+|=: ]+)$/;
const ROW = /^[│┃║|](.*)[│┃║|]$/;
const BETWEEN = /[│┃║┆|]/;

/**
 * A table drawn with lines, as polars, DuckDB, MySQL, Node or `to_markdown`
 * print it; null if a line does not fit. Below the names of its columns there
 * may be their types.
 */
export function readBoxTable(text: string): ITextTable | null {
  const [shape, length = ''] = SHAPE.exec(text) ?? [''];
  const lines = text
    .slice(shape.length)
    .trim()
    .split('\n', MAX_LINES + 1);
  const rows: string[][] = [];
  let header: string[] | undefined;
  for (const line of lines.map(each => each.trim())) {
    const cells = ROW.exec(line)?.[1].split(BETWEEN);
    if (RULE.test(line)) {
      header ??= rows.splice(0)[0];
    } else if (cells && cells.length === (header ?? rows[0] ?? cells).length) {
      rows.push(cells.map(cell => cell.trim()));
    } else if (!header || cells?.length !== 1) {
      // DuckDB alone ends with a line of one cell, about its rows.
      return null;
    }
  }
  if (!header || rows.length === 0 || lines.length > MAX_LINES) {
    return null;
  }
  // A row of dots stands for those that are not shown; DuckDB prints three.
  const isGap = (row?: string[]) => row?.every(cell => /^[….·]+$/.test(cell));
  const shown = rows
    .filter((row, at) => !isGap(row) || !isGap(rows[at - 1]))
    .map(row => (isGap(row) ? row.map(() => '…') : row));
  const isPart = shown.some(isGap);
  const labels = /^(?:\((?:index|idx)\))?$/.test(header[0]) ? 1 : 0;
  return {
    table: {
      header: [header],
      rows: bothEnds(shown),
      labels,
      size: {
        rows: length
          ? Number(length.replaceAll('_', ''))
          : isPart
            ? null
            : shown.length,
        columns: header.length - labels
      }
    },
    cut: shown.length > MAX_ROWS || isPart
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
          rows: bothEnds(rows),
          labels: width - 1,
          size: { rows: length ? Number(length) : rows.length, columns: 1 }
        },
        cut: rows.length > MAX_ROWS || length !== undefined
      };
}
