/** The folder of a notebook, in which its kernel runs; "" for the root. */
export function notebookFolder(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}
