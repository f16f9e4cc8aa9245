import type { IFileInfo } from '../../../contract';

/** Sorts `run2` before `run10`, in the same way on every machine. */
const NATURAL = new Intl.Collator('en', { numeric: true });

/**
 * Folders first, then in natural order; servers list entries in no particular
 * order.
 */
export function byFolderAndName(one: IFileInfo, other: IFileInfo): number {
  return (
    Number(other.type === 'directory') - Number(one.type === 'directory') ||
    NATURAL.compare(one.path, other.path) ||
    (one.path < other.path ? -1 : 1)
  );
}

/** By time of last modification. */
export function newestFirst(one: IFileInfo, other: IFileInfo): number {
  const time = ({ modified }: IFileInfo): number => Date.parse(modified) || 0;
  return time(other) - time(one) || byFolderAndName(one, other);
}
