/**
 * The server's root folder; empty if its pages do not say. JupyterLab's language
 * servers add it to every page as a URL, while JupyterLab's own option is
 * missing from some pages of Notebook 7.
 *
 * @param option reads the page configuration; empty if an option is not set.
 */
export function serverRoot(option: (name: string) => string): string {
  return pathOf(option('rootUri')) || option('serverRoot');
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
