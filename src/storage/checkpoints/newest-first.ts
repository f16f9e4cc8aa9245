type CheckpointKey = [graph: string, namespace: string, id: string];

/** By graph and namespace, and in each the newest checkpoint first. */
export function newestFirst(a: CheckpointKey, b: CheckpointKey): number {
  return compare(a[0], b[0]) || compare(a[1], b[1]) || -compare(a[2], b[2]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
