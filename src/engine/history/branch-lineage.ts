import type { IBranchRecord } from '../../contract';

/** A branch as it stands in a line of them, and up to where. */
export interface IStretch {
  branch: string;
  /** The checkpoint the next branch was forked at; null for the last. */
  until: string | null;
}

/**
 * The branches whose checkpoints make up the conversation of one, from the
 * first to itself, each up to where the next was forked.
 */
export function branchLineage(
  branch: string,
  branches: readonly IBranchRecord[]
): IStretch[] {
  const line: IStretch[] = [];
  let until: string | null = null;
  let at: string | null = branch;
  while (at !== null && !line.some(each => each.branch === at)) {
    line.unshift({ branch: at, until });
    const record: IBranchRecord | undefined = branches.find(
      ({ id }) => id === at
    );
    until = record?.checkpointId ?? null;
    // Without a checkpoint it begins with nothing, whatever it was forked from.
    at = until === null ? null : (record?.parent ?? null);
  }
  return line;
}
