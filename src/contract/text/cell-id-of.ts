import { hashText } from './hash';

/**
 * A cell's id as all of Cellwright knows it: its own if it is one that nbformat
 * allows. A file may hold any text there, which would speak in messages and on
 * cards; such an id gets an alias. An alias stays itself.
 */
export function cellIdOf(stored: string): string {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(stored)
    ? stored
    : `cell-${hashText(stored)}`;
}
