import { z } from 'zod';

import {
  type IFileInfo,
  type ITool,
  type IToolContext,
  type IToolResult,
  isWorkspaceError
} from '../../contract';
import { delimited, headerNames } from '../shared/inspection/delimited';
import { baseName, isNotebook, isTable } from '../shared/files/mime-type';
import {
  forCall,
  fromCall,
  notebookFolder,
  readPlace
} from '../shared/files/paths';
import { byFolderAndName } from '../shared/files/by-folder-and-name';
import { showsLines } from '../shared/files/shows-lines';
import { formatCount, formatSize } from '../shared/text/format-size';
import { MAX_LINE, cutLine, truncateText } from '../shared/text/truncate-text';
import { workspaceFailure } from '../shared/files/workspace-failure';

/** Maximum download size in bytes: a file cannot be read in part. */
export const MAX_BYTES = 1_000_000;

/** Maximum number of characters shown. */
const BUDGET = 6000;

/** A table's first and last lines reveal its shape; the kernel can read the rest. */
const TABLE_HEAD = 12;
const TABLE_TAIL = 3;

/** Number of names suggested from the folder if a file doesn't exist. */
const MAX_NAMES = 20;

const schema = z.object({
  path: z.string(),
  start_line: z.number().int().min(1).optional()
});

export const readFile: ITool<z.infer<typeof schema>> = {
  name: 'read_file',
  description: 'Read a text file or the head of a table.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: ({ path }, trans) => trans.__('Reading %1', baseName(path)),
  async run({ path, start_line: start }, context) {
    try {
      const { value: info, note } = await readPlace(path, context, place =>
        context.files.stat(place)
      );
      const result = await read(info, start, context);
      return note ? { ...result, text: `${note}\n${result.text}` } : result;
    } catch (error) {
      if (isWorkspaceError(error) && error.code === 'not-found') {
        return missing(path, error, context);
      }
      return workspaceFailure(error, context);
    }
  }
};

/**
 * The head of a file as `read_file` says it: size and shape, then its first
 * lines; null if it cannot be read.
 *
 * @param path as in a call: from the notebook's folder.
 * @param budget most characters.
 */
export async function fileHead(
  path: string,
  context: IToolContext,
  budget = 1500
): Promise<string | null> {
  const { text, ok } = await readFile.run({ path }, context);
  return ok ? truncateText(text, budget) : null;
}

async function read(
  info: IFileInfo,
  start: number | undefined,
  context: IToolContext
): Promise<IToolResult> {
  const { files, trans } = context;
  if (info.type === 'directory') {
    const folder = forCall(info.path, context);
    return {
      text: `${folder} is a folder. Call list_files with path="${folder}".`,
      ok: false,
      summary: trans.__('%1 is a folder', info.name)
    };
  }
  if (isNotebook(info.name)) {
    return await notebook(info, start, context);
  }
  if (info.size !== null && info.size > MAX_BYTES) {
    return described(info, 'too large to read here', context);
  }
  const file = await files.openText(info.path, MAX_BYTES);
  if (!file) {
    return described(info, 'not text', context);
  }
  const text = file.text.replace(/^\ufeff/, '');
  return showsLines(info.name, context)
    ? shown(info, text, start, context)
    : withheld(info, text, context);
}

/** Another notebook's sources: its JSON would mostly be outputs. */
async function notebook(
  info: IFileInfo,
  start: number | undefined,
  context: IToolContext
): Promise<IToolResult> {
  const { cells } = await context.files.readNotebook(info.path);
  const text = cells
    .map(
      ({ id, type, source }, index) =>
        `--- cell ${index + 1} (${id}, ${type})\n${source}`
    )
    .join('\n');
  return shown({ ...info, size: text.length }, text, start, context);
}

/** Describes a file instead of showing its content. */
function described(
  info: IFileInfo,
  why: string,
  context: IToolContext
): IToolResult {
  const { trans } = context;
  const bytes = info.size === null ? '' : `, ${formatSize(info.size)}`;
  return {
    text: `${forCall(info.path, context)}: a file${bytes}, ${why}. Load it, or its first rows, with code in a cell.`,
    ok: true,
    summary: trans.__('Looked at %1, without reading it', info.name)
  };
}

/** What may be revealed of data when no values may: its size and its columns. */
function withheld(
  info: IFileInfo,
  text: string,
  context: IToolContext
): IToolResult {
  const { trans } = context;
  const names = isTable(info.name) ? headerNames(text) : null;
  const columns = isTable(info.name)
    ? names
      ? `\nColumns: ${truncateText(names.join(', '), BUDGET)}`
      : '\nThe first line does not look like names of columns, so it is withheld too.'
    : '';
  return {
    text: `${facts(info, text, context)}.${columns}\nThe lines are withheld: the person lets you see schemas only.`,
    ok: true,
    summary: trans.__('Looked at %1, without its values', info.name)
  };
}

function facts(info: IFileInfo, text: string, context: IToolContext): string {
  const lines = linesOf(text).length;
  return `${forCall(info.path, context)}: ${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}, ${formatSize(info.size ?? text.length)}${tableFacts(info, text)}`;
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function shown(
  info: IFileInfo,
  text: string,
  start: number | undefined,
  context: IToolContext
): IToolResult {
  const { trans } = context;
  const lines = linesOf(text);
  const from = start ?? 1;
  const head = `${facts(info, text, context)}.`;
  if (from > lines.length) {
    return {
      text: `${head} There is no line ${formatCount(from)}.`,
      ok: false,
      summary: trans.__('%1 has no line %2', info.name, from)
    };
  }
  const rest = lines.slice(from - 1);
  const body =
    isTable(info.name) && start === undefined
      ? tableEnds(rest)
      : rest.join('\n');
  const cut = truncateText(body, BUDGET);
  const whole = from === 1 && cut === lines.join('\n');
  return {
    text: [whole ? head : `${head} From line ${formatCount(from)}:`, cut].join(
      '\n'
    ),
    ok: true,
    summary: whole
      ? trans.__('Read %1', info.name)
      : from === 1
        ? trans.__('Read the beginning of %1', info.name)
        : trans.__('Read %1 from line %2', info.name, from)
  };
}

function tableEnds(lines: string[]): string {
  if (lines.length <= TABLE_HEAD + TABLE_TAIL + 1) {
    return lines.join('\n');
  }
  const left = lines.length - TABLE_HEAD - TABLE_TAIL;
  return [
    ...lines.slice(0, TABLE_HEAD),
    `… ${formatCount(left)} lines left out …`,
    ...lines.slice(-TABLE_TAIL)
  ]
    .map(line => cutLine(line, MAX_LINE))
    .join('\n');
}

function tableFacts(info: IFileInfo, text: string): string {
  if (!isTable(info.name)) {
    return '';
  }
  const { separator, rows, columns } = delimited(text);
  const shownSeparator = separator === '\t' ? 'tab' : `"${separator}"`;
  return `; a table of ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} and ${formatCount(columns)} ${columns === 1 ? 'column' : 'columns'}, separator ${shownSeparator}`;
}

async function missing(
  path: string,
  error: Error,
  context: IToolContext
): Promise<IToolResult> {
  const place = fromCall(path, context) ?? path;
  let folder = notebookFolder(place);
  let names: string[] = [];
  for (const each of [folder, notebookFolder(context.notebook.path)]) {
    try {
      names = nearest(path, await context.files.list(each));
      folder = each;
      break;
    } catch (cause) {
      // The folder only improves the advice; a problem with it is not worth
      // reporting.
      if (!isWorkspaceError(cause)) {
        throw cause;
      }
    }
  }
  const shown = names
    .slice(0, MAX_NAMES)
    .map(name => forCall(name, context))
    .join(', ');
  return {
    text: `${error.message} In /${folder}: ${shown || 'nothing'}. Call list_files with a pattern to see more.`,
    ok: false,
    summary: context.trans.__('Could not find %1', baseName(path))
  };
}

/** Paths in a folder, those most similar to the missing one first. */
function nearest(path: string, entries: IFileInfo[]): string[] {
  const wanted = baseName(path).toLowerCase();
  const likeness = ({ name }: IFileInfo): number => {
    const given = name.toLowerCase();
    let same = 0;
    while (same < given.length && given[same] === wanted[same]) {
      same++;
    }
    return given.includes(wanted) ? wanted.length : same;
  };
  return [...entries]
    .sort(
      (one, other) =>
        likeness(other) - likeness(one) || byFolderAndName(one, other)
    )
    .map(entry => entry.path);
}
