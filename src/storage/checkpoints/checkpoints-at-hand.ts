import {
  WRITES_IDX_MAP,
  copyCheckpoint,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  type PendingWrite
} from '@langchain/langgraph-checkpoint';

import { branchOf } from '../../contract';
import { configOf } from './checkpoint-config';

/** Maximum number of branches whose newest checkpoint is at hand. */
const MAX_COUNT = 4;

interface IAtHand {
  /** The thread's fence number when it was made. */
  fence: number;
  checkpoint: Checkpoint;
  metadata: CheckpointMetadata;
  /** The id of the checkpoint before. */
  parent: string | undefined;
  /** By task and index. */
  writes: Map<string, CheckpointPendingWrite>;
}

/**
 * The newest checkpoint of each branch as this tab made it, so that a run that
 * goes on after a decision reads nothing. Only while the tab drives the thread,
 * because nobody else makes checkpoints of it then. Values are kept by
 * reference: reducers make new ones and leave the old ones unchanged.
 */
export class CheckpointsAtHand {
  private readonly _fenceOf: (graph: string) => number | undefined;
  /** By branch, the latest at the end. */
  private readonly _newest = new Map<string, IAtHand>();

  /**
   * @param fenceOf the fence number for writes to a graph's thread; undefined
   * if another tab drives it.
   */
  constructor(fenceOf: (graph: string) => number | undefined) {
    this._fenceOf = fenceOf;
  }

  /** A copy, to which LangGraph may apply what is pending; undefined if it has to be read. */
  newest(graph: string): CheckpointTuple | undefined {
    this._tidy();
    const newest = this._newest.get(graph);
    if (!newest) {
      return undefined;
    }
    const { checkpoint, metadata, parent, writes } = newest;
    return {
      config: configOf(graph, '', checkpoint.id),
      checkpoint: copyCheckpoint(checkpoint),
      metadata: { ...metadata },
      pendingWrites: [...writes.values()],
      ...(parent !== undefined && { parentConfig: configOf(graph, '', parent) })
    };
  }

  put(
    graph: string,
    parent: string | undefined,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata
  ): void {
    const fence = this._fenceOf(graph);
    this._newest.delete(graph);
    if (fence !== undefined) {
      const writes = new Map<string, CheckpointPendingWrite>();
      this._newest.set(graph, { fence, checkpoint, metadata, parent, writes });
    }
    this._tidy();
  }

  putWrites(
    graph: string,
    id: string,
    writes: readonly PendingWrite[],
    taskId: string
  ): void {
    const newest = this._newest.get(graph);
    if (newest?.checkpoint.id !== id) {
      // Possibly of one that is still to come.
      this._newest.delete(graph);
      return;
    }
    for (const [at, [channel, value]] of writes.entries()) {
      const index = WRITES_IDX_MAP[channel] ?? at;
      const key = JSON.stringify([taskId, index]);
      // Only a task's interrupts and answers are overwritten.
      if (index < 0 || !newest.writes.has(key)) {
        newest.writes.set(key, [taskId, channel, value]);
      }
    }
  }

  /** What is stored of the thread may be something else. */
  forgetThread(threadId: string): void {
    for (const graph of [...this._newest.keys()]) {
      if (branchOf(graph).threadId === threadId) {
        this._newest.delete(graph);
      }
    }
  }

  /** Lets go of what no longer counts, and of what is too much. */
  private _tidy(): void {
    for (const [graph, { fence }] of [...this._newest]) {
      if (fence !== this._fenceOf(graph)) {
        this._newest.delete(graph);
      }
    }
    for (const graph of [...this._newest.keys()].slice(0, -MAX_COUNT)) {
      this._newest.delete(graph);
    }
  }
}
