import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite
} from '@langchain/langgraph-checkpoint';

import { branchOf } from '../../contract';
import { configOf } from './checkpoint-config';
import { LatestCheckpointSaver } from './latest-checkpoint-saver';

/** Maximum number of branches whose newest checkpoint is at hand. */
const AT_MOST = 4;

/**
 * The newest checkpoint of each branch as this tab made it, so that a run that
 * goes on after a decision reads nothing. Only while the tab drives the thread,
 * because nobody else makes checkpoints of it then.
 */
export class CheckpointsAtHand {
  private readonly _fenceOf: (graph: string) => number | undefined;
  private readonly _saver = new LatestCheckpointSaver(undefined, 1);
  /** By branch, the latest at the end: its fence number, and which one it is. */
  private readonly _newest = new Map<string, { fence: number; id: string }>();

  /**
   * @param fenceOf the fence number for writes to a graph's thread; undefined
   * if another tab drives it.
   */
  constructor(fenceOf: (graph: string) => number | undefined) {
    this._fenceOf = fenceOf;
  }

  /** Undefined if it has to be read. */
  async newest(graph: string): Promise<CheckpointTuple | undefined> {
    const newest = this._newest.get(graph);
    return newest && newest.fence === this._fenceOf(graph)
      ? this._saver.getTuple(configOf(graph, '', newest.id))
      : undefined;
  }

  /** @param parent the id of the checkpoint before. */
  async put(
    graph: string,
    parent: string | undefined,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata
  ): Promise<void> {
    const fence = this._fenceOf(graph);
    if (fence === undefined) {
      await this._forget(graph);
      return;
    }
    this._newest.delete(graph);
    this._newest.set(graph, { fence, id: checkpoint.id });
    const configurable = {
      thread_id: graph,
      checkpoint_ns: '',
      checkpoint_id: parent
    };
    await this._saver.put({ configurable }, checkpoint, metadata);
    for (const other of [...this._newest.keys()].slice(0, -AT_MOST)) {
      await this._forget(other);
    }
  }

  async putWrites(
    graph: string,
    id: string,
    writes: PendingWrite[],
    taskId: string
  ): Promise<void> {
    if (this._newest.get(graph)?.id === id) {
      await this._saver.putWrites(configOf(graph, '', id), writes, taskId);
    }
  }

  /** What is stored of the thread may be something else. */
  async forgetThread(threadId: string): Promise<void> {
    for (const graph of [...this._newest.keys()]) {
      if (branchOf(graph).threadId === threadId) {
        await this._forget(graph);
      }
    }
  }

  private async _forget(graph: string): Promise<void> {
    this._newest.delete(graph);
    await this._saver.deleteThread(graph);
  }
}
