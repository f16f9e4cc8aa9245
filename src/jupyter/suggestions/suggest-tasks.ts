import type {
  ICellInfo,
  IFiles,
  ISuggestion,
  ITranslator
} from '../../contract';
import { ifRefused } from '../../contract/ports/workspace-error';
import { cellMark } from '../../contract/text/translator';
import { spoken } from '../../contract/text/spoken';
import { folderOf } from '../../contract/text/path-from-root';

const HOW_MANY = 3;
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
  files,
  trans
}: ISuggestionSource): Promise<ISuggestion | null> {
  const table = (await files.list(folderOf(path))).find(
    file => file.type === 'file' && /\.(csv|tsv)$/i.test(file.name)
  );
  if (!table) {
    return null;
  }
  return {
    title: trans.__('Explore %1', spoken(table.name)),
    detail: trans.__('Next to this notebook'),
    prompt: trans.__(
      'Explore %1: what is in it, what stands out, and show it in a plot.',
      spoken(table.name)
    )
  };
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
    detail: meaningfulLines(cell.source)[0],
    prompt: trans.__(
      'Explain what cell %1 does, step by step.',
      cellMark(cell.id)
    )
  };
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
