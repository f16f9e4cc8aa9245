import { z } from 'zod';

import {
  type IDelimited,
  type IFileInfo,
  type INotebookFile,
  type IToolContext,
  type IToolResult,
  type WorkspaceError,
  columnNames,
  isWorkspaceError,
  linesOf,
  readDelimited,
  type ITool
} from '../../contract';
import { decodeText } from '../../contract/text/decode-text';
import { toBase64 } from '../../contract/text/to-base64';
import { spoken } from '../../contract/text/spoken';
import {
  MAX_WORKBOOK,
  binaryTable,
  binaryTableText,
  type BinaryTable
} from './binary-table';
import {
  baseName,
  isBinary,
  isNotebook,
  isTable,
  pictureType
} from '../shared/files/mime-type';
import { forCall, readPlace } from '../shared/files/paths';
import { showsLines } from '../shared/files/shows-lines';
import { formatCount, formatSize } from '../../contract/text/format-size';
import { MAX_IMAGE_SIZE } from '../shared/text/output-text';
import {
  MAX_LINE,
  cutLine,
  truncateText
} from '../../contract/text/truncate-text';
import { workspaceFailure } from '../shared/files/workspace-failure';

/** Up to this size a file is read whole; of a larger one, its head. */
const MAX_BYTES = 1_000_000;
const HEAD_BYTES = 65_536;

/** The largest picture that is fetched. */
const MAX_PICTURE = 20_000_000;

/** Maximum number of characters shown. */
const BUDGET = 6000;

/** A table's first and last lines reveal its shape; the kernel can read the rest. */
const TABLE_HEAD = 12;
const TABLE_TAIL = 3;

const schema = z.object({
  path: z.string(),
  start_line: z.number().int().min(1).optional()
});

export const readFile: ITool<z.infer<typeof schema>> = {
  name: 'read_file',
  description:
    'Read a text file or the head of a table or large file, or see a picture.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: ({ path }, trans) => trans.__('Reading %1', spoken(baseName(path))),
  async run({ path, start_line: start }, context) {
    const { value: info, note } = await readPlace(path, context, place =>
      context.files.stat(place)
    );
    const result = await read(info, start, context);
    return note ? { ...result, text: `${note}\n${result.text}` } : result;
  }
};

/** Maximum length of a head that goes along with a message. */
const HEAD = 1500;

/**
 * What `read_file` says of a file, for a message that names it; null if there is
 * nothing to say.
 *
 * @param path as in a call: from the notebook's folder.
 */
export async function fileHead(
  path: string,
  context: IToolContext
): Promise<string | null> {
  if (pictureType(path)) {
    return null;
  }
  const { text, ok } = await readFile
    .run({ path }, context)
    .catch((error: unknown) => workspaceFailure(error, context));
  return ok ? truncateText(text, HEAD) : null;
}

async function read(
  info: IFileInfo,
  start: number | undefined,
  context: IToolContext
): Promise<IToolResult> {
  const { trans } = context;
  if (info.type === 'directory') {
    const folder = forCall(info.path, context);
    return {
      text: `${folder} is a folder. Call list_files with path="${folder}".`,
      ok: false,
      summary: trans.__('%1 is a folder', spoken(info.name))
    };
  }
  if (isNotebook(info.name)) {
    return notebook(info, start, context);
  }
  const type = pictureType(info.name);
  if (type) {
    return picture(info, type, context);
  }
  const kind = binaryTable(info.name);
  if (kind) {
    return describedTable(info, kind, context);
  }
  const content = isBinary(info.name) ? null : await textOf(info, context);
  if (!content) {
    return described(info, 'not text', context);
  }
  if (isEmpty(content)) {
    return empty(info, context);
  }
  return showsLines(info.name, context)
    ? shown(info, content, start, context)
    : withheld(info, content, context);
}

/** The text of a file, or of its head. */
interface IContent {
  lines: string[];
  /** "cp949"; empty for UTF-8. */
  encoding: string;
  /** Set if the file says its encoding itself. */
  certain: boolean;
  /** Bytes that were read, if they are only the head of a larger file. */
  head: number | null;
  /** Set for delimited text. */
  table: IDelimited | null;
}

/** Null if the file is not text. */
async function textOf(
  info: IFileInfo,
  { files }: IToolContext
): Promise<IContent | null> {
  const isHead = info.size !== null && info.size > MAX_BYTES;
  if (!isHead) {
    const file = await files.openText(info.path, MAX_BYTES);
    // UTF-16 of plain letters can be read as UTF-8 with zeros in between.
    if (file && !file.text.includes('\0')) {
      return contentOf(info, { text: file.text, encoding: '', certain: true });
    }
  }
  const bytes = await files.readBytes(
    info.path,
    isHead ? HEAD_BYTES : MAX_BYTES
  );
  const decoded = decodeText(bytes, isHead);
  return decoded && contentOf(info, decoded, isHead ? bytes.length : null);
}

function contentOf(
  { name }: IFileInfo,
  decoded: { text: string; encoding: string; certain: boolean },
  head: number | null = null
): IContent {
  const whole = decoded.text.replace(/^\ufeff/, '');
  // The last line of a head is cut off somewhere.
  const end = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('\r'));
  const text = head !== null && end > 0 ? whole.slice(0, end + 1) : whole;
  return {
    lines: linesOf(text),
    encoding: decoded.encoding,
    certain: decoded.certain,
    head,
    table: isTable(name) ? readDelimited(text) : null
  };
}

/** Another notebook's sources: its JSON would mostly be outputs. */
async function notebook(
  info: IFileInfo,
  start: number | undefined,
  context: IToolContext
): Promise<IToolResult> {
  let cells: INotebookFile['cells'];
  try {
    ({ cells } = await context.files.readNotebook(info.path));
  } catch (error) {
    if (!isWorkspaceError(error) || error.code !== 'failed') {
      throw error;
    }
    return damagedNotebook(info, start, error, context);
  }
  const text = cells
    .map(
      ({ id, type, source }, index) =>
        `--- cell ${index + 1} (${id}, ${type})\n${source}`
    )
    .join('\n');
  if (cells.length === 0) {
    return empty(info, context);
  }
  return shown(
    { ...info, size: text.length },
    contentOf(info, { text, encoding: '', certain: true }),
    start,
    context
  );
}

/**
 * A notebook that cannot be read as one, as the text it is: only so can a model
 * say what is wrong, and what could be saved of it.
 */
async function damagedNotebook(
  info: IFileInfo,
  start: number | undefined,
  error: WorkspaceError,
  context: IToolContext
): Promise<IToolResult> {
  const file = await context.files.openText(info.path, MAX_BYTES);
  if (!file) {
    throw error;
  }
  const damage = damageOf(file.text, context);
  const content = contentOf(info, {
    text: file.text,
    encoding: '',
    certain: true
  });
  // The text of a notebook holds its outputs.
  const result = context.values
    ? shown(info, content, start, context)
    : withheld(info, content, context);
  return {
    ...result,
    text: `It cannot be opened as a notebook: ${damage} Tell the person; don't make a new one in its place.\n${result.text}`,
    ok: false,
    summary: error.message
  };
}

function damageOf(text: string, { values }: IToolContext): string {
  if (/^<{7}(?!<)/m.test(text) && /^>{7}(?!>)/m.test(text)) {
    return 'it holds the marks of a merge that was not finished (<<<<<<< … >>>>>>>).';
  }
  try {
    JSON.parse(text);
    return 'it is JSON, but holds no list of cells.';
  } catch (error) {
    // What a browser says quotes the text.
    return values && error instanceof Error
      ? `it is not valid JSON (${cutLine(error.message, 200)}).`
      : 'it is not valid JSON.';
  }
}

async function picture(
  info: IFileInfo,
  mimeType: string,
  context: IToolContext
): Promise<IToolResult> {
  const { files, images, values, trans } = context;
  const bytes = info.size ?? MAX_PICTURE;
  if (!values) {
    return described(
      info,
      'a picture, withheld: the person lets you see schemas only',
      context
    );
  }
  if (bytes > MAX_PICTURE) {
    return described(info, 'a picture too large to look at here', context);
  }
  const data = toBase64(await files.readBytes(info.path, bytes));
  const image = await images.toImage({ mimeType, data }, MAX_IMAGE_SIZE);
  if (!image) {
    return described(info, 'a picture that could not be read', context);
  }
  const kind = image.mimeType === 'image/jpeg' ? 'JPEG' : 'PNG';
  return {
    text: `${named(info, context)}.\n[image 1: ${kind} ${image.width}×${image.height}]`,
    images: [image],
    ok: true,
    summary: trans.__('Looked at %1', spoken(info.name))
  };
}

async function describedTable(
  info: IFileInfo,
  kind: BinaryTable,
  context: IToolContext
): Promise<IToolResult> {
  const isLarge = kind === 'Excel' && (info.size ?? 0) > MAX_WORKBOOK;
  // CodeRefusal here for a file that is never read.
  await context.files.readBytes(info.path, 16);
  const found = isLarge
    ? { problem: 'it is large' }
    : await binaryTableText(info, kind, context);
  if ('problem' in found) {
    return described(
      info,
      `${kind}; not looked into: ${found.problem}`,
      context
    );
  }
  return {
    text: truncateText(
      [
        `${named(info, context)}, ${kind}.`,
        ...found.lines,
        ...(context.values
          ? []
          : ['Rows are withheld: the person lets you see schemas only.'])
      ].join('\n'),
      BUDGET
    ),
    ok: true,
    summary: context.trans.__('Looked at %1', spoken(info.name))
  };
}

function isEmpty({ lines, head }: IContent): boolean {
  return head === null && lines.every(line => line.trim() === '');
}

function empty(info: IFileInfo, context: IToolContext): IToolResult {
  return {
    text: `${named(info, context)}. It is empty: there is nothing in it to load or run.`,
    ok: true,
    summary: context.trans.__('%1 is empty', spoken(info.name))
  };
}

/** Describes a file instead of showing its content. */
function described(
  info: IFileInfo,
  why: string,
  context: IToolContext
): IToolResult {
  return {
    text: `${named(info, context)}, ${why}. Load it, or its first rows, with code in a cell.`,
    ok: true,
    summary: context.trans.__(
      'Looked at %1, without reading it',
      spoken(info.name)
    )
  };
}

/** What may be revealed of data when no values may: its size and its columns. */
function withheld(
  info: IFileInfo,
  content: IContent,
  context: IToolContext
): IToolResult {
  const names = content.table && columnNames(content.table.sample);
  const columns = content.table
    ? names
      ? `\nColumns: ${truncateText(names.join(', '), BUDGET)}`
      : '\nThe first line does not look like names of columns, so it is withheld too.'
    : '';
  return {
    text: `${facts(info, content, context)}.${columns}\nThe lines are withheld: the person lets you see schemas only.`,
    ok: true,
    summary: context.trans.__(
      'Looked at %1, without its values',
      spoken(info.name)
    )
  };
}

/** "data/a.csv: 1.8 KB" */
function named({ path, size }: IFileInfo, context: IToolContext): string {
  const bytes = size === null ? 'a file' : formatSize(size);
  return `${forCall(path, context)}: ${bytes}`;
}

/** "a.csv: 201 lines, 1.8 KB; a table of 200 rows and 2 columns, separator ","" */
function facts(
  info: IFileInfo,
  { lines, encoding, certain, head, table }: IContent,
  context: IToolContext
): string {
  const count = `${formatCount(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}`;
  const size = info.size === null ? '' : formatSize(info.size);
  return [
    `${forCall(info.path, context)}: ${[...(head === null ? [count] : []), size].filter(Boolean).join(', ')}`,
    ...(encoding
      ? [`, encoding ${certain ? '' : 'probably '}${encoding}`]
      : []),
    ...(table ? [tableFacts(table, head, info.size)] : []),
    ...(head === null
      ? []
      : [`; these are its first ${formatSize(head)}, ${count}`])
  ].join('');
}

function tableFacts(
  { separator, rows, columns }: IDelimited,
  head: number | null,
  size: number | null
): string {
  const all = head === null || size === null ? rows : (rows * size) / head;
  const count =
    head === null
      ? formatCount(rows)
      : `about ${formatCount(Number(all.toPrecision(2)))}`;
  const shownSeparator = separator === '\t' ? 'tab' : `"${separator}"`;
  return `; a table of ${count} ${rows === 1 ? 'row' : 'rows'} and ${formatCount(columns)} ${columns === 1 ? 'column' : 'columns'}, separator ${shownSeparator}`;
}

function shown(
  info: IFileInfo,
  content: IContent,
  start: number | undefined,
  context: IToolContext
): IToolResult {
  const { trans } = context;
  const { lines, head: bytes, table } = content;
  const from = start ?? 1;
  const head = `${facts(info, content, context)}.`;
  if (from > lines.length) {
    const more = bytes === null ? '' : ' here; read on with code in a cell';
    return {
      text: `${head} There is no line ${formatCount(from)}${more}.`,
      ok: false,
      summary: trans.__('%1 has no line %2', spoken(info.name), from)
    };
  }
  const rest = lines.slice(from - 1);
  const body =
    table && start === undefined
      ? tableEnds(rest, bytes !== null)
      : rest.join('\n');
  const cut = truncateText(body, BUDGET);
  const whole = from === 1 && bytes === null && cut === lines.join('\n');
  return {
    text: `${head}${whole ? '' : ` From line ${formatCount(from)}:`}\n${cut}`,
    ok: true,
    summary: whole
      ? trans.__('Read %1', spoken(info.name))
      : from === 1
        ? trans.__('Read the beginning of %1', spoken(info.name))
        : trans.__('Read %1 from line %2', spoken(info.name), from)
  };
}

function tableEnds(lines: string[], isHead: boolean): string {
  const tail = isHead ? 0 : TABLE_TAIL;
  if (lines.length <= TABLE_HEAD + tail + 1) {
    return lines.join('\n');
  }
  const left = lines.length - TABLE_HEAD - tail;
  return [
    ...lines.slice(0, TABLE_HEAD),
    ...(isHead ? [] : [`… ${formatCount(left)} lines left out …`]),
    ...lines.slice(lines.length - tail)
  ]
    .map(line => cutLine(line, MAX_LINE))
    .join('\n');
}
