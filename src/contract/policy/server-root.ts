/**
 * Where a server has its files, by every name that its pages give: the first
 * one counts. JupyterLab's language servers put it into all pages as an
 * address; what JupyterLab says itself is not in all pages of Notebook 7.
 *
 * @param option reads the page's configuration; empty for what is not there.
 */
export function serverRoots(option: (name: string) => string): string[] {
  const names = [pathOf(option('rootUri')), option('serverRoot')];
  return [...new Set(names)].filter(name => name !== '');
}

/** The first of these; empty where the pages do not say. */
export function serverRoot(option: (name: string) => string): string {
  return serverRoots(option)[0] ?? '';
}

function pathOf(uri: string): string {
  const path = uri.replace(/^file:\/\//, '');
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray % is a name as well: what matters is that it stays the same.
    return path;
  }
}
