import type { IFiles, IPrograms } from '../../contract';
import { isWorkspaceError } from '../../contract/ports/workspace-error';
import type { OpenDocuments } from './open-documents';

/** Ends a search of a very large tree, in ms. */
const TIMEOUT = 20_000;

/** ripgrep's exit code when nothing matched and nothing failed. */
const NOTHING_MATCHED = 1;

/** Paths with slashes as Jupyter writes them, on Windows too. */
const OPTIONS =
  '--files-with-matches --fixed-strings --ignore-case --no-ignore --hidden --follow --text ' +
  '--null --no-messages --no-config --path-separator=/';

interface IPreselection {
  files: IFiles;
  open: OpenDocuments;
  programs?: IPrograms;
}

/**
 * Files that contain a literal text, found by ripgrep if the server's machine
 * has it. This only saves reading the other files: the page still decides what
 * matches.
 *
 * @returns null whenever a file could be missed: there is no ripgrep, the
 * programs run on another disk than the server's, or there are too many names
 * to list.
 */
export async function findWithRipgrep(
  literal: string,
  folder: string,
  signal: AbortSignal,
  { files, open, programs }: IPreselection
): Promise<string[] | null> {
  const opened = open.paths();
  if (!programs || !opened) {
    return null;
  }
  const known = (await files.list(folder)).find(each => each.type === 'file');
  if (!known) {
    return null;
  }
  const found = await ripgrep(literal, folder, known.name, programs, signal);
  if (!found) {
    return null;
  }
  const prefix = folder === '' ? '' : `${folder}/`;
  // Unsaved text is not on disk, so ripgrep cannot see it.
  const unsaved = opened.filter(path => path.startsWith(prefix));
  return [...new Set([...found.map(path => `${prefix}${path}`), ...unsaved])];
}

async function ripgrep(
  literal: string,
  folder: string,
  known: string,
  programs: IPrograms,
  signal: AbortSignal
): Promise<string[] | null> {
  try {
    const run = await programs.runProgram(
      {
        argv: [
          'rg',
          ...OPTIONS.split(' '),
          // Written by the model: stays one argument, whatever it contains.
          `--regexp=${literal}`,
          '--',
          '.'
        ],
        // If this file is missing, the kernel's machine has another disk than
        // the server's.
        beside: known,
        timeout: TIMEOUT,
        cwd: folder
      },
      signal
    );
    const complete =
      run?.status === 'done' &&
      !run.cut &&
      (run.exitCode === 0 || run.exitCode === NOTHING_MATCHED);
    return complete
      ? run.stdout
          .split('\0')
          .filter(path => path !== '')
          .map(path => path.replace(/^\.\//, ''))
      : null;
  } catch (error) {
    // The slow search finds the same.
    if (isWorkspaceError(error)) {
      return null;
    }
    throw error;
  }
}
