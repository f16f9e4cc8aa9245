import { RemoveMessage } from '@langchain/core/messages';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IBranch, IBranchRecord, IJournal } from '../../contract';
import type { IForkPoint } from './find-fork-point';
import type { AgentGraph } from '../run/build-graph';
import { AgentMemoryStore } from '../thread-context/agent-memory-store';
import { graphConfig } from '../run-context/graph-config';

/** A saver that can begin a branch with a copy of a checkpoint. */
interface IForkingSaver extends BaseCheckpointSaver {
  fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void>;
}

/** The branch records of a thread with a new one added. */
export function withBranch(
  branches: readonly IBranchRecord[],
  branch: IBranchRecord
): IBranchRecord[] {
  const first: IBranchRecord = {
    id: '',
    parent: null,
    events: 0,
    checkpointId: null,
    created: branch.created
  };
  const all = branches.some(({ id }) => id === '')
    ? branches
    : [first, ...branches];
  return [...all, branch];
}

/** Begins a branch in the graph: a LangGraph thread whose first checkpoint is a copy. */
export async function forkGraph(
  saver: BaseCheckpointSaver,
  { graph }: AgentGraph,
  { from, checkpointId, without }: IForkPoint,
  to: IBranch
): Promise<void> {
  if (checkpointId === null) {
    return;
  }
  if ('fork' in saver) {
    await (saver as IForkingSaver).fork(from, checkpointId, to);
  } else {
    await copyCheckpoint(saver, from, checkpointId, to);
  }
  if (without !== undefined) {
    await graph.updateState(
      graphConfig(to),
      { messages: [new RemoveMessage({ id: without })] },
      'tools'
    );
  }
}

/** For a saver that stores whole checkpoints. */
async function copyCheckpoint(
  saver: BaseCheckpointSaver,
  from: IBranch,
  checkpointId: string,
  to: IBranch
): Promise<void> {
  const { configurable } = graphConfig(from);
  const tuple = await saver.getTuple({
    configurable: { ...configurable, checkpoint_id: checkpointId }
  });
  if (!tuple) {
    throw new Error(`There is no checkpoint ${checkpointId} to begin at.`);
  }
  const { checkpoint, metadata } = tuple;
  await saver.put(
    graphConfig(to),
    checkpoint,
    { source: 'fork', step: metadata?.step ?? 0, parents: {} },
    checkpoint.channel_versions
  );
}

/**
 * Copies the memory that holds in a branch too: what the model made, what was
 * attached, the names of cells, and that it was told of the notebook. What it
 * has read is left out, so it is read again: it may have changed since the
 * fork.
 */
export async function inheritMemory(
  journal: IJournal,
  from: IBranch,
  to: IBranch,
  begins: boolean
): Promise<void> {
  const known = Object.entries(await journal.remembered(from));
  const facts = known.filter(
    ([key]) =>
      key === 'epoch' ||
      key === 'mode' ||
      key.startsWith('made:') ||
      key.startsWith('document:') ||
      (key === 'told' && !begins)
  );
  // The messages that introduced these names may come after the fork.
  const names = known
    .filter(([key]) => key.startsWith('name:'))
    .map(([key, name]) => [key, AgentMemoryStore.untold(name)] as const);
  await journal.remember(to, Object.fromEntries([...facts, ...names]));
}
