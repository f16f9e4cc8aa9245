import { z } from 'zod';
import { type ITool, type IToolContext, isWithin } from '../../contract';
import { baseName, isBinary, isNotebook } from '../shared/files/mime-type';
import { formatCount } from '../shared/text/format-size';
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
import { Walk, isSkipped } from '../shared/files/walk';
import { workspaceFailure } from '../shared/files/workspace-failure';

/** Larger files are data, and a file can only be downloaded whole. */
const MAX_BYTES = 1_000_000;

/** Maximum number of files read in total, and at the same time. */
const MAX_FILES = 2000;
const BATCH = 50;

/**
 * With more files than this, a fast search is worthwhile, even if it needs a
 * kernel.
 */
const SMALL_TREE = 200;

/** For the whole search, in ms. */
const TIME = 30_000;

/**
 * How much longer to look for matching names after a fast search for lines:
 * number of folders, and ms.
 */
const NAME_FOLDERS = 300;
const NAME_TIME = 3_000;

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
    try {
      // Rejects a bad pattern before the walk.
      await patterns.find(args.pattern, [], LIMITS, signal);
      const { path: folder, note } = await readPlace(
        args.path ?? '',
        context,
        // The walk lists it; what is looked up here is only where it is.
        async place => (args.path ? context.files.stat(place) : null)
      );
      const { paths, names, withheld, cut, namesCut, fast } = await candidates(
        args,
        folder,
        context
      );
      const found = { ...nothingFound(), cut };
      const named = await searchNames(args.pattern, names, context);
      await search(args.pattern, paths, found, context);
      if (fast) {
        // A fast search lists files by content, so mentioning a denied file
        // would reveal some of it.
        found.skipped.denied = 0;
        // The walk does not see files that the server hides either.
        found.skipped.unreadable = 0;
      }
      const noun = found.searched === 1 ? 'file' : 'files';
      return {
        text: [
          ...(note ? [note] : []),
          ...namesText(named.map(path => forCall(path, context))),
          ...(namesCut === null ? [] : [namesCut]),
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
    } catch (error) {
      return workspaceFailure(error, context);
    }
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
  /** Where the search for names stopped early, in a sentence. */
  namesCut: string | null;
  /** Set if a fast search selected the files. */
  fast?: boolean;
}

/** The files to read: in a large tree, only those a fast search lists. */
async function candidates(
  { pattern, file_types: types }: Arguments,
  folder: string,
  context: IToolContext
): Promise<ICandidates> {
  const { files, signal, values } = context;
  const literal = literalPart(pattern);
  const limits = { entries: MAX_FILES * 5, ms: TIME / 2 };
  const walk = new Walk(files, folder, limits, signal);
  const paths: string[] = [];
  const names: string[] = [];
  let withheld = 0;
  let fast: string[] | null = null;
  let namesCut: string | null = null;
  let lastFolder = Infinity;
  let end = Infinity;
  for await (const entry of walk.entries()) {
    if (walk.listed > lastFolder || Date.now() > end) {
      namesCut = `Names were not looked for everywhere: that stopped in /${walk.at}, after ${formatCount(walk.listed)} folders.`;
      break;
    }
    if (entry.type === 'directory') {
      continue;
    }
    names.push(entry.path);
    if (fast || !isWanted(entry.path, types)) {
      continue;
    }
    if (!showsLines(entry.path, context)) {
      withheld++;
      continue;
    }
    // A fast search reads all files, those with values too, and even whether
    // it found too many of them to list could be noticed.
    if (paths.length === SMALL_TREE && literal !== null && values) {
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
    withheld,
    cut,
    namesCut,
    fast: fast !== null
  };
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

/** Shorter texts occur in nearly every file. */
const SHORTEST = 3;

/**
 * The longest text that every match of a regular expression contains; null if
 * none is certain. Must not be wrong: files without this text are not read.
 */
export function literalPart(pattern: string): string | null {
  // Alternatives, and escapes for a character by its code.
  if (/\||\\[xuckpP0-9]/.test(pattern)) {
    return null;
  }
  const runs: string[] = [];
  let run = '';
  const end = (): void => {
    runs.push(run);
    run = '';
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
      if (/[\w\n]/.test(pattern[at] ?? '\n')) {
        end();
      } else {
        run += pattern[at];
      }
    } else if (character === '[') {
      end();
      at = classEnd(pattern, at);
    } else if (character === '(') {
      end();
      at = groupEnd(pattern, at);
    } else if (character === '*' || character === '?' || character === '{') {
      run = run.slice(0, -1);
      end();
      at = character === '{' ? braceEnd(pattern, at) : at;
    } else if ('+.^$'.includes(character)) {
      end();
    } else {
      run += character;
    }
  }
  end();
  const longest = runs
    .filter(one => !/\p{Cs}/u.test(one))
    .reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length >= SHORTEST ? longest : null;
}

function classEnd(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') {
      at++;
    } else if (pattern[at] === ']') {
      return at;
    }
  }
  return pattern.length;
}

function groupEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      at++;
    } else if (character === '[') {
      at = classEnd(pattern, at);
    } else if (character === '(') {
      depth++;
    } else if (character === ')' && --depth === 0) {
      return at;
    }
  }
  return pattern.length;
}

function braceEnd(pattern: string, from: number): number {
  const counts = /^\{\d+(,\d*)?\}/.exec(pattern.slice(from));
  return counts ? from + counts[0].length - 1 : from;
}
