/** A shell escape or a magic, at the beginning of a line or behind `=`. */
const ESCAPE = /^\s*(?:[\w.,\s()[\]]+=\s*)?[!%]/m;

/** What reads notebooks from the disk, or begins a program that may. */
const READERS =
  /ipynb|nbconvert|nbformat|nbclient|jupytext|papermill|subprocess|popen|\bsystem2?\b|\bspawn|\bglob\b|\bopen\s*\(/i;

/**
 * Whether code may read the file of its own notebook, so that it is to be saved
 * first. No decision rests on this: what is missed reads a file that is two
 * seconds old at most.
 */
export function mayReadNotebooks(code: string): boolean {
  return ESCAPE.test(code) || READERS.test(code);
}
