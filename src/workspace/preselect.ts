import type { IFiles, IShell } from '../contract';
import { isWorkspaceError } from '../contract/ports';
import type { OpenDocuments } from './open-documents';

/** Lets a search of a large tree end where the folders are huge, in ms. */
const TIMEOUT = 20_000;

/** How ripgrep ends without a match and without an error. */
const NOTHING_MATCHED = 1;

interface IPreselection {
  files: IFiles;
  open: OpenDocuments;
  shell?: IShell;
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
  { files, open, shell }: IPreselection
): Promise<string[] | null> {
  const opened = open.paths();
  if (!shell || !opened || !(await hasKernelShell(shell))) {
    return null;
  }
  const known = (await files.list(folder)).find(each => each.type === 'file');
  if (!known) {
    return null;
  }
  const found = await ripgrep(literal, folder, known.name, shell, signal);
  if (!found) {
    return null;
  }
  const prefix = folder === '' ? '' : `${folder}/`;
  // What is typed and not saved yet is on no disk.
  const unsaved = opened.filter(path => path.startsWith(prefix));
  return [...new Set([...found.map(path => `${prefix}${path}`), ...unsaved])];
}

async function hasKernelShell(shell: IShell): Promise<boolean> {
  const there = await shell.availability();
  return there.ok && there.how === 'kernel';
}

async function ripgrep(
  literal: string,
  folder: string,
  known: string,
  shell: IShell,
  signal: AbortSignal
): Promise<string[] | null> {
  const command = [
    // Without that file the kernel's machine has another disk than the server's.
    `test -f ${quoted(`./${known}`)} || exit 9`,
    'rg --files-with-matches --fixed-strings --no-ignore --hidden --follow' +
      ` --text --null --no-messages --no-config -e ${quoted(literal)} .`
  ].join('; ');
  try {
    const run = await shell.run(
      { command, stdin: '', timeout: TIMEOUT, cwd: folder },
      { signal, onOutput: () => undefined }
    );
    const complete =
      run.status === 'done' &&
      !run.cut &&
      !run.merged &&
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

/** For a POSIX shell; another one knows neither `test` nor these quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
