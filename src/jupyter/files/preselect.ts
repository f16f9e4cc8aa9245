import type { IFiles, IPrograms } from '../../contract';
import { isWorkspaceError } from '../../contract/ports/workspace-error';
import type { OpenDocuments } from './open-documents';

/** Lets a search of a large tree end where the folders are huge, in ms. */
const TIMEOUT = 20_000;

/** How ripgrep ends without a match and without an error. */
const NOTHING_MATCHED = 1;

/** Paths as Jupyter writes them, on Windows as well. */
const OPTIONS =
  '--files-with-matches --fixed-strings --no-ignore --hidden --follow --text ' +
  '--null --no-messages --no-config --path-separator=/';

interface IPreselection {
  files: IFiles;
  open: OpenDocuments;
  programs?: IPrograms;
}

/**
 * Files that hold a literal text, found by ripgrep where the server's machine
 * has it. It only saves reading the others: what is a match, the page decides.
 *
 * @returns null wherever it could miss one: no ripgrep, a machine that sees
 * other files than the server, more names than can be told.
 */
export async function preselect(
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
  // What is typed and not saved yet is on no disk.
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
          // A model wrote it: one argument, whatever is in it.
          `--regexp=${literal}`,
          '--',
          '.'
        ],
        // Without it the kernel's machine has another disk than the server's.
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
    // Without a fast search the walk finds the same, only slower.
    if (isWorkspaceError(error)) {
      return null;
    }
    throw error;
  }
}
