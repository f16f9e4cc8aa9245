/** The folder a notebook is in, which its kernel works in; "" for the root. */
export function notebookFolder(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}
