import type { IFileInfo } from '../../../contract';

/** So that `run2` stands before `run10`, the same on every machine. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/** Folders first, then in natural order; a server lists in no order at all. */
export function byFolderAndName(one: IFileInfo, other: IFileInfo): number {
  return (
    Number(other.type === 'directory') - Number(one.type === 'directory') ||
    NATURAL.compare(one.path, other.path) ||
    (one.path < other.path ? -1 : 1)
  );
}

/** By the time of the last change. */
export function newestFirst(one: IFileInfo, other: IFileInfo): number {
  const time = ({ modified }: IFileInfo): number => Date.parse(modified) || 0;
  return time(other) - time(one) || byFolderAndName(one, other);
}
