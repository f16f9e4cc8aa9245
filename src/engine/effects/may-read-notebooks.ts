/** A shell escape or a magic, at the beginning of a line or behind `=`. */
const ESCAPE =
  /^[^\S\r\n\u2028\u2029]*(?:[\w.,()[\]](?:[\w.,()[\]]|[^\S\r\n])*=[^\S\r\n]*)?[!%]/m;

/**
 * Words of code that reads notebooks from the disk, or starts a program that
 * may.
 */
const READERS =
  /ipynb|nbconvert|nbformat|nbclient|jupytext|papermill|subprocess|popen|\bsystem2?\b|\bspawn|\bglob\b|\bopen\s*\(/i;

/**
 * Whether code may read the file of its own notebook, so that the notebook is
 * saved first. No decision depends on it: if a case is missed, the code reads a
 * file that is at most two seconds old.
 */
export function mayReadNotebooks(code: string): boolean {
  return ESCAPE.test(code) || READERS.test(code);
}
