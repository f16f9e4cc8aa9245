import type { IBranchRecord } from '../../contract';

/** A branch in a line of branches, and up to which checkpoint it counts. */
export interface IStretch {
  branch: string;
  /** The checkpoint the next branch was forked at; null for the last. */
  until: string | null;
}

/**
 * The branches that make up a conversation, from the first one to the given
 * one, each up to the checkpoint where the next was forked.
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
    // A branch without a checkpoint begins empty, whatever it was forked from.
    at = until === null ? null : (record?.parent ?? null);
  }
  return line;
}
