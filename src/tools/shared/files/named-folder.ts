import type { IToolContext } from '../../../contract';
import { notebookFolder } from './notebook-folder';

/**
 * The folder that an argument `path` names: the notebook's own where it is left
 * out or ".", which its kernel works in; "/" is the server's root.
 */
export function namedFolder(
  path: string | undefined,
  { notebook }: IToolContext
): string {
  const wanted = path?.trim() ?? '';
  if (/^\/+$/.test(wanted)) {
    return '';
  }
  return /^\.?\/?$/.test(wanted)
    ? notebookFolder(notebook.path)
    : wanted.replace(/^\.\/|\/+$/g, '');
}

/** How a model reads a folder. */
export function folderName(folder: string): string {
  return folder || "The server's root";
}
