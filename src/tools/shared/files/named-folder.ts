import type { IToolContext } from '../../../contract';
import { notebookFolder } from './notebook-folder';

/**
 * The folder meant by a `path` argument. If it is missing or ".", the
 * notebook's own folder, in which its kernel runs; "/" is the server's root.
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

/** A folder as it is written for a model. */
export function folderName(folder: string): string {
  return folder || "The server's root";
}
