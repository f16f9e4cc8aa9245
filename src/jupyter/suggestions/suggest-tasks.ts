import type {
  ICellInfo,
  IFileInfo,
  IFiles,
  ISuggestion,
  ITranslator
} from '../../contract';
import { ifRefused } from '../../contract/ports/workspace-error';
import { readDelimited } from '../../contract/text/delimited';
import { decodeText } from '../../contract/text/decode-text';
import { cellMark } from '../../contract/text/translator';
import { spoken } from '../../contract/text/spoken';
import { folderOf } from '../../contract/text/path-from-root';

const HOW_MANY = 3;
/** A table up to this size is read to count its rows. */
const COUNT_UP_TO = 2_000_000;
/** Names of files in code that are looked for. */
const NAMES_TRIED = 5;
/** A cell with fewer lines needs no explanation. */
const SUBSTANTIAL = 3;

export interface ISuggestionSource {
  path: string;
  name: string;
  cells: ICellInfo[];
  files: IFiles;
  trans: ITranslator;
}

/** Up to three things to try with a notebook, based on what is really in it. */
export async function suggestTasks(
  source: ISuggestionSource
): Promise<ISuggestion[]> {
  const found = [
    fixing(source),
    // A folder that cannot be read suggests nothing.
    await exploring(source).catch(ifRefused(null)),
    explaining(source),
    summarising(source),
    ...beginning(source)
  ];
  return found.filter(suggestion => suggestion !== null).slice(0, HOW_MANY);
}

function fixing({ cells, trans }: ISuggestionSource): ISuggestion | null {
  const cell = cells.find(({ error }) => error);
  if (!cell?.error) {
    return null;
  }
  const { name, message } = cell.error;
  return {
    title: trans.__('Fix cell %1', cellMark(cell.id)),
    detail: message ? `${name}: ${firstLine(message)}` : name,
    prompt: trans.__(
      'Cell %1 fails with %2. Find out why and fix it.',
      cellMark(cell.id),
      spoken(name)
    )
  };
}

async function exploring({
  path,
  cells,
  files,
  trans
}: ISuggestionSource): Promise<ISuggestion | null> {
  const folder = folderOf(path);
  const read = await tableRead(cells, folder, files);
  const table =
    read ??
    (await files.list(folder)).find(
      file => file.type === 'file' && /\.(csv|tsv)$/i.test(file.name)
    );
  if (!table) {
    return null;
  }
  const size =
    (await dimensions(table, files, trans)) ?? sizeText(table, trans);
  return {
    title: trans.__('Explore %1', spoken(table.name)),
    detail: read
      ? trans.__('%1, read by this notebook', size)
      : trans.__('%1, next to this notebook', size),
    prompt: trans.__(
      'Explore %1: what is in it, what stands out, and show it in a plot.',
      spoken(table.name)
    )
  };
}

/** The first table that the notebook's code names and that is there. */
async function tableRead(
  cells: readonly ICellInfo[],
  folder: string,
  files: IFiles
): Promise<IFileInfo | undefined> {
  const named = cells.flatMap(({ type, source }) =>
    type === 'code'
      ? [...source.matchAll(/(["'])([^"'\n]+\.(?:csv|tsv))\1/gi)].map(
          ([, , name]) => name
        )
      : []
  );
  for (const name of [...new Set(named)].slice(0, NAMES_TRIED)) {
    const path = pathFrom(folder, name);
    const found = (
      await files.list(folderOf(path)).catch((): IFileInfo[] => [])
    ).find(file => file.type === 'file' && file.path === path);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The path of a name in the notebook's code; an address leads nowhere. */
function pathFrom(folder: string, name: string): string {
  const path = folder ? folder.split('/') : [];
  for (const part of name.split('/')) {
    if (part === '..') {
      path.pop();
    } else if (part !== '.') {
      path.push(part);
    }
  }
  return path.join('/');
}

/** "344 rows, 8 columns"; null if that means reading a large file. */
async function dimensions(
  table: IFileInfo,
  files: IFiles,
  trans: ITranslator
): Promise<string | null> {
  if (table.size === null || table.size > COUNT_UP_TO) {
    return null;
  }
  // In the encodings that `read_file` reads.
  const decoded = decodeText(
    await files.readBytes(table.path, COUNT_UP_TO),
    false
  );
  if (decoded === null) {
    return null;
  }
  const { rows, columns } = readDelimited(decoded.text);
  return trans.__(
    '%1, %2',
    trans._n('%1 row', '%1 rows', rows),
    trans._n('%1 column', '%1 columns', columns)
  );
}

function sizeText({ size }: IFileInfo, trans: ITranslator): string {
  return trans.__('%1 MB', ((size ?? 0) / 1e6).toFixed(1));
}

function explaining({ cells, trans }: ISuggestionSource): ISuggestion | null {
  const cell = cells.find(
    ({ type, source, error }) =>
      type === 'code' && !error && meaningfulLines(source).length >= SUBSTANTIAL
  );
  if (!cell) {
    return null;
  }
  return {
    title: trans.__('Explain cell %1', cellMark(cell.id)),
    detail: gist(cell.source),
    prompt: trans.__(
      'Explain what cell %1 does, step by step.',
      cellMark(cell.id)
    )
  };
}

/**
 * The functions that a cell defines, else its first line that does something.
 */
function gist(source: string): string {
  const functions = [...source.matchAll(/^(?:async )?def (\w+)/gm)].map(
    match => `${match[1]}()`
  );
  if (functions.length > 0) {
    return functions.slice(0, 3).join(', ');
  }
  const lines = meaningfulLines(source);
  return (
    lines.find(line => !/^(import|from|library|using)\b|^%/.test(line)) ??
    lines[0]
  );
}

function meaningfulLines(source: string): string[] {
  return source
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

function summarising({
  cells,
  name,
  trans
}: ISuggestionSource): ISuggestion | null {
  const filled = cells.filter(({ source }) => source.trim() !== '').length;
  if (filled < 2) {
    return null;
  }
  return {
    title: trans.__('Summarise this notebook'),
    detail: trans._n('%1 cell in %2', '%1 cells in %2', filled, spoken(name)),
    prompt: trans.__(
      'Summarise this notebook: what it does, what it finds, and what is missing.'
    )
  };
}

/** For a notebook that is still empty. */
function beginning({ trans }: ISuggestionSource): ISuggestion[] {
  return [
    {
      title: trans.__('See what is here'),
      detail: trans.__('The files in this folder'),
      prompt: trans.__(
        'Look at the files in this folder and tell me what I could do with them.'
      )
    },
    {
      title: trans.__('Try an example'),
      detail: trans.__('A small made-up data set and a plot'),
      prompt: trans.__(
        'Make a small example data set, and show it in a table and a plot.'
      )
    },
    {
      title: trans.__('Check the kernel'),
      detail: trans.__('Version and installed packages'),
      prompt: trans.__(
        'Show which version this kernel has and which packages for data analysis are installed.'
      )
    }
  ];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0];
}
