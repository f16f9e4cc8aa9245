import { z } from 'zod';

import { type ITool, type IToolContext, isWithin } from '../../contract';
import {
  baseName,
  isBinary,
  isCode,
  isNotebook
} from '../shared/files/mime-type';
import { folderName, namedFolder } from '../shared/files/named-folder';
import { literalPart } from '../shared/code/literal-part';
import { formatCount } from '../shared/text/format-size';
import {
  type IFound,
  LIMITS,
  findInBatch,
  foundText,
  nothingFound,
  skip
} from '../shared/files/find-in-batch';
import { Walk, isSkipped } from '../shared/files/walk';
import { workspaceFailure } from '../shared/files/workspace-failure';

/** Larger files are data, and come whole. */
const MAX_BYTES = 1_000_000;

/** Files that are read at most, and at once. */
const MAX_FILES = 2000;
const BATCH = 50;

/** A tree with more files is worth a fast search, which may need a kernel. */
const SMALL_TREE = 200;

/** For everything, in ms. */
const TIME = 30_000;

/**
 * How much further names are looked for once a fast search has looked for lines:
 * folders, and ms.
 */
const NAME_FOLDERS = 300;
const NAME_TIME = 3_000;

const schema = z.object({
  pattern: z.string().describe('JavaScript regex, by line'),
  file_types: z.array(z.string()).optional().describe('["py", "md"]'),
  path: z.string().optional()
});

type Arguments = z.infer<typeof schema>;

export const searchWorkspace: ITool<Arguments> = {
  name: 'search_workspace',
  description: 'Search names and lines of files in and below a folder.',
  schema,
  effects: ['read'],
  effect: () => 'read',
  schemasOnly: true,
  offered: ({ folder }) => folder.texts > 0 || folder.folders > 0,
  running: (_args, trans) => trans.__('Searching the files'),
  async run(args, context) {
    const { patterns, signal, trans } = context;
    try {
      // A bad pattern costs no walk.
      await patterns.find(args.pattern, [], LIMITS, signal);
      const folder = namedFolder(args.path, context);
      const { paths, names, cut, namesCut, fast } = await candidates(
        args,
        folder,
        context
      );
      const found = { ...nothingFound(), cut };
      const named = await searchNames(args.pattern, names, context);
      await search(args.pattern, paths, found, context);
      if (fast) {
        // That a fast search names such a file would tell what is in it.
        found.skipped.denied = 0;
        // Nor does the walk see what the server hides.
        found.skipped.unreadable = 0;
      }
      const noun = found.searched === 1 ? 'file' : 'files';
      return {
        text: [
          ...namesText(named),
          ...(namesCut === null ? [] : [namesCut]),
          foundText(
            found,
            `${formatCount(found.searched)} ${noun} under ${folderName(folder)}`,
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
    } catch (error) {
      return workspaceFailure(error, context);
    }
  }
};

interface ICandidates {
  paths: string[];
  /** Paths of all files that were walked past, those of no text too. */
  names: string[];
  /** What ended the walk before it was through. */
  cut: string | null;
  /** Where looking for names ended before it was through, in a sentence. */
  namesCut: string | null;
  /** They are those that a fast search names. */
  fast?: boolean;
}

/** The files to read: of a large tree only those a fast search names. */
async function candidates(
  { pattern, file_types: types }: Arguments,
  folder: string,
  { files, signal }: IToolContext
): Promise<ICandidates> {
  const literal = literalPart(pattern);
  const limits = { entries: MAX_FILES * 5, ms: TIME / 2 };
  const walk = new Walk(files, folder, limits, signal);
  const paths: string[] = [];
  const names: string[] = [];
  let fast: string[] | null = null;
  let namesCut: string | null = null;
  let lastFolder = Infinity;
  let end = Infinity;
  for await (const entry of walk.entries()) {
    if (walk.listed > lastFolder || Date.now() > end) {
      namesCut = `Names were not looked for everywhere: that stopped in ${folderName(walk.at)}, after ${formatCount(walk.listed)} folders.`;
      break;
    }
    if (entry.type === 'directory') {
      continue;
    }
    names.push(entry.path);
    if (fast || !isWanted(entry.path, types)) {
      continue;
    }
    if (paths.length === SMALL_TREE && literal !== null) {
      fast = (await files.preselect?.(literal, folder, signal)) ?? null;
      if (fast) {
        lastFolder = walk.listed + NAME_FOLDERS;
        end = Date.now() + NAME_TIME;
        continue;
      }
    }
    paths.push(entry.path);
  }
  const wanted = fast
    ? fast
        .filter(
          path =>
            isWithin(path, folder) && !isSkipped(path) && isWanted(path, types)
        )
        .sort()
    : paths;
  const cut =
    wanted.length > MAX_FILES
      ? `stopped after ${formatCount(MAX_FILES)} files`
      : walk.cut;
  return {
    paths: wanted.slice(0, MAX_FILES),
    names,
    cut,
    namesCut,
    fast: fast !== null
  };
}

/** Names that are told; the rest is counted. */
const MAX_NAMES = 30;

/** The paths whose last part fits. */
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
      ({ text: index, line, content }) => {
        const path = batch[index];
        const shown =
          context.values || isCode(path) ? `: ${content.trim()}` : '';
        return `${path}:${line}${shown}`;
      }
    );
    if (!goesOn) {
      return;
    }
  }
}

/** Text of a file as it is now; what can't be read is counted and left out. */
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
