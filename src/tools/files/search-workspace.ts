import { z } from 'zod';
import type { IToolContext, ITool } from '../../contract';
import { baseName, isBinary, isNotebook } from '../shared/files/mime-type';
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
import { showsLines } from '../shared/files/shows-lines';
import { Walk } from '../shared/files/walk';

/** Larger files are data, and a file can only be downloaded whole. */
const MAX_BYTES = 1_000_000;

/** Maximum number of files read in total, and at the same time. */
const MAX_FILES = 2000;
const BATCH = 50;

/** For the whole search, in ms. */
const TIME = 30_000;

const schema = z.object({
  pattern: z.string(),
  file_types: z.array(z.string()).optional().describe('["py"]'),
  path: z.string().optional()
});

type Arguments = z.infer<typeof schema>;

export const searchWorkspace: ITool<Arguments> = {
  name: 'search_workspace',
  description:
    'Search names and lines of files below a folder by JavaScript regex.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  running: (_args, trans) => trans.__('Searching the files'),
  async run(args, context) {
    const { patterns, signal, trans } = context;
    // Rejects a bad pattern before the walk.
    await patterns.find(args.pattern, [], LIMITS, signal);
    const { path: folder, note } = await readPlace(
      args.path ?? '',
      context,
      // The walk lists it; what is looked up here is only where it is.
      async place => (args.path ? context.files.stat(place) : null)
    );
    const { paths, names, withheld, cut } = await candidates(
      args,
      folder,
      context
    );
    const found = { ...nothingFound(), cut };
    const named = await searchNames(args.pattern, names, context);
    await search(args.pattern, paths, found, context);
    const noun = found.searched === 1 ? 'file' : 'files';
    return {
      text: [
        ...(note ? [note] : []),
        ...namesText(named.map(path => forCall(path, context))),
        ...withheldText(withheld),
        foundText(
          found,
          `${formatCount(found.searched)} ${noun} under /${folder}`,
          'Each line is searched by itself. Notebooks are searched with search_notebook_cells.'
        )
      ].join('\n'),
      ok: true,
      summary:
        found.total === 0 && named.length > 0
          ? trans._n(
              'Found %1 file by its name',
              'Found %1 files by their names',
              named.length
            )
          : trans._n(
              'Found %1 line in the files',
              'Found %1 lines in the files',
              found.total
            )
    };
  }
};

interface ICandidates {
  paths: string[];
  /** Paths of all files passed on the walk, including those that are not text. */
  names: string[];
  /** Number of files whose lines may not be compared with the pattern. */
  withheld: number;
  /** Why the walk ended early. */
  cut: string | null;
}

/** The files to read, nearest first. */
async function candidates(
  { file_types: types }: Arguments,
  folder: string,
  context: IToolContext
): Promise<ICandidates> {
  const { files, signal } = context;
  const limits = { entries: MAX_FILES * 5, ms: TIME / 2 };
  const walk = new Walk(files, folder, limits, signal);
  const paths: string[] = [];
  const names: string[] = [];
  let withheld = 0;
  for await (const { type, path } of walk.entries()) {
    if (type === 'directory') {
      continue;
    }
    names.push(path);
    if (!isWanted(path, types)) {
      continue;
    }
    if (showsLines(path, context)) {
      paths.push(path);
    } else {
      withheld++;
    }
  }
  const cut =
    paths.length > MAX_FILES
      ? `stopped after ${formatCount(MAX_FILES)} files`
      : walk.cut;
  return { paths: paths.slice(0, MAX_FILES), names, withheld, cut };
}

/** Maximum number of names listed; the rest is counted. */
const MAX_NAMES = 30;

/** Paths whose last part matches. */
async function searchNames(
  pattern: string,
  paths: string[],
  { patterns, signal }: IToolContext
): Promise<string[]> {
  const text = paths.map(path => baseName(path).replace(/\s/g, ' ')).join('\n');
  const { matches } = await patterns.find(pattern, [text], LIMITS, signal);
  return matches.map(({ line }) => paths[line - 1]);
}

function namesText(named: string[]): string[] {
  const left = named.length - MAX_NAMES;
  return named.length === 0
    ? []
    : [
        `${formatCount(named.length)} ${named.length === 1 ? 'file' : 'files'} by name: ${named.slice(0, MAX_NAMES).join(', ')}${left > 0 ? ` and ${formatCount(left)} more` : ''}.`
      ];
}

function withheldText(files: number): string[] {
  return files === 0
    ? []
    : [
        `Searched by name only, because the person lets you see schemas only: ${formatCount(files)} ${files === 1 ? 'file that may hold values' : 'files that may hold values'}.`
      ];
}

function isWanted(path: string, types: string[] | undefined): boolean {
  if (isNotebook(path)) {
    return false;
  }
  if (!types?.length) {
    return !isBinary(path);
  }
  const name = baseName(path).toLowerCase();
  return types.some(type =>
    name.endsWith(`.${type.toLowerCase().replace(/^\*?\.?/, '')}`)
  );
}

async function search(
  pattern: string,
  paths: string[],
  found: IFound,
  context: IToolContext
): Promise<void> {
  const end = Date.now() + TIME;
  for (let at = 0; at < paths.length; at += BATCH) {
    if (Date.now() > end) {
      found.cut = `stopped after ${TIME / 1000} s`;
      return;
    }
    const batch = paths.slice(at, at + BATCH);
    const texts = await Promise.all(
      batch.map(path => readable(path, found, context))
    );
    found.searched += texts.filter(text => text !== null).length;
    const goesOn = await findInBatch(
      found,
      pattern,
      texts.map(text => text ?? ''),
      context,
      ({ text: index, line, content }) =>
        `${forCall(batch[index], context)}:${line}: ${content.trim()}`
    );
    if (!goesOn) {
      return;
    }
  }
}

/** Current text of a file; files that can't be read are counted and skipped. */
async function readable(
  path: string,
  found: IFound,
  { files }: IToolContext
): Promise<string | null> {
  try {
    return (await files.openText(path, MAX_BYTES))?.text ?? null;
  } catch (error) {
    skip(found, error);
    return null;
  }
}
