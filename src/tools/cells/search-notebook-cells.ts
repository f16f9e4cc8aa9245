import { z } from 'zod';

import type { INotebookFile, IToolContext, ITool } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { baseName, isNotebook } from '../shared/files/mime-type';
import { formatCount } from '../../contract/text/format-size';
import {
  type IFound,
  LIMITS,
  findInBatch,
  foundText,
  nothingFound,
  skip
} from '../shared/files/find-in-batch';
import { forCall, readPlace } from '../shared/files/paths';
import { Walk } from '../shared/files/walk';

/** Notebooks are downloaded whole, outputs included. */
const MAX_NOTEBOOKS = 100;

/** For the whole search, in ms. */
const TIME = 30_000;

const schema = z.object({
  pattern: z.string(),
  notebook_path: z.string().optional()
});

export const searchNotebookCells: ITool<z.infer<typeof schema>> = {
  name: 'search_notebook_cells',
  description:
    'Search lines of cells by JavaScript regex, in any case, in all notebooks or one.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: ({ notebook_path: path }, trans) =>
    path
      ? trans.__('Searching %1', spoken(baseName(path)))
      : trans.__('Searching the notebooks'),
  async run({ pattern, notebook_path: path }, context) {
    const { patterns, signal, trans } = context;
    await patterns.find(pattern, [], LIMITS, signal);
    const found = nothingFound();
    const own = context.notebook.path;
    const named = path
      ? await readPlace(path, context, async place =>
          place === own ? null : context.files.stat(place)
        )
      : null;
    const paths = named ? [named.path] : await notebooks(own, found, context);
    // A notebook that was named has to exist; if there are many, a missing
    // one is skipped.
    await search(pattern, paths, path !== undefined, found, context);
    const noun = found.searched === 1 ? 'notebook' : 'notebooks';
    return {
      text: [
        ...(named?.note ? [named.note] : []),
        foundText(
          found,
          named
            ? forCall(named.path, context)
            : `${formatCount(found.searched)} ${noun}`,
          'Each line of a cell is searched by itself; outputs are not. Files are searched with search_workspace.'
        )
      ].join('\n'),
      ok: true,
      summary: trans._n(
        'Found %1 line in the notebooks',
        'Found %1 lines in the notebooks',
        found.total
      )
    };
  }
};

/** Paths of all notebooks on the server, the current one first. */
async function notebooks(
  own: string,
  found: IFound,
  { files, signal }: IToolContext
): Promise<string[]> {
  const walk = new Walk(files, '', { entries: 5000, ms: TIME / 3 }, signal);
  const paths = [own];
  for await (const { path } of walk.entries()) {
    if (isNotebook(path) && path !== own) {
      if (paths.length === MAX_NOTEBOOKS) {
        found.cut = `stopped after ${MAX_NOTEBOOKS} notebooks`;
        return paths;
      }
      paths.push(path);
    }
  }
  found.cut = walk.cut;
  return paths;
}

async function search(
  pattern: string,
  paths: string[],
  named: boolean,
  found: IFound,
  context: IToolContext
): Promise<void> {
  const end = Date.now() + TIME;
  for (const path of paths) {
    if (Date.now() > end) {
      found.cut = `stopped after ${TIME / 1000} s`;
      return;
    }
    const cells = await cellsOf(path, named, found, context);
    if (!cells) {
      continue;
    }
    found.searched++;
    const ids = cells.map(({ id }) => id);
    const codeFirst = cells
      .map((cell, index) => ({ ...cell, index }))
      .sort((one, other) => rank(one) - rank(other));
    const goesOn = await findInBatch(
      found,
      pattern,
      codeFirst.map(({ source }) => source),
      context,
      ({ text, line, content }) => {
        const { id, index, type } = codeFirst[text];
        return `${forCall(path, context)}, cell ${index + 1} (${context.names.of(id, ids)}, ${type}), line ${line}: ${content.trim()}`;
      }
    );
    if (!goesOn) {
      return;
    }
  }
}

function rank({ type }: { type: string }): number {
  return type === 'code' ? 0 : 1;
}

async function cellsOf(
  path: string,
  named: boolean,
  found: IFound,
  { notebook, files }: IToolContext
): Promise<INotebookFile['cells'] | null> {
  if (path === notebook.path) {
    return notebook.cells();
  }
  try {
    return (await files.readNotebook(path)).cells;
  } catch (error) {
    if (named) {
      throw error;
    }
    skip(found, error);
    return null;
  }
}
