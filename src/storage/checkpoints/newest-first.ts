import type { CheckpointKey } from './checkpoint-rows';

/** Sorts by graph and namespace, and within each by checkpoint, newest first. */
export function newestFirst(a: CheckpointKey, b: CheckpointKey): number {
  return compare(a[0], b[0]) || compare(a[1], b[1]) || -compare(a[2], b[2]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
