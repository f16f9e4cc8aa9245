/**
 * The server's root folder, under each name that its pages give for it; the
 * first one is preferred. JupyterLab's language servers add it to every page as
 * a URL, while JupyterLab's own option is missing from some pages of Notebook
 * 7.
 *
 * @param option reads the page configuration; empty if an option is not set.
 */
export function serverRoots(option: (name: string) => string): string[] {
  const names = [pathOf(option('rootUri')), option('serverRoot')];
  return [...new Set(names)].filter(name => name !== '');
}

/** The first of `serverRoots`; empty if the pages do not say. */
export function serverRoot(option: (name: string) => string): string {
  return serverRoots(option)[0] ?? '';
}

function pathOf(uri: string): string {
  const path = uri.replace(/^file:\/\//, '');
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray % may be part of a name: all that matters is that the result is
    // stable.
    return path;
  }
}
