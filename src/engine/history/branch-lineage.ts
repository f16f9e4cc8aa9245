import type { IBranch, IBranchRecord } from '../../contract';

/** A branch in a line of branches, and up to which checkpoint it counts. */
interface IStretch {
  at: IBranch;
  /** The checkpoint the next branch was forked at; null for the last. */
  until: string | null;
}

/**
 * The branches that make up a conversation, from the first one to the given
 * one, each up to the checkpoint where the next was forked.
 */
export function branchLineage(
  { threadId, branch }: IBranch,
  branches: readonly IBranchRecord[]
): IStretch[] {
  const line: IStretch[] = [];
  let until: string | null = null;
  let id: string | null = branch;
  while (id !== null && !line.some(({ at }) => at.branch === id)) {
    line.unshift({ at: { threadId, branch: id }, until });
    const record: IBranchRecord | undefined = branches.find(
      each => each.id === id
    );
    until = record?.checkpointId ?? null;
    // A branch without a checkpoint begins empty, whatever it was forked from.
    id = until === null ? null : (record?.parent ?? null);
  }
  return line;
}
