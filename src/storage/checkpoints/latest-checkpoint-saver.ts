import {
  MemorySaver,
  copyCheckpoint,
  type BaseCheckpointSaver
} from '@langchain/langgraph-checkpoint';

import {
  ENGLISH,
  graphThreadId,
  type IBranch,
  type ITranslator
} from '../../contract';
import { goneCheckpoint } from '../database/storage-errors';

type Serializer = NonNullable<ConstructorParameters<typeof MemorySaver>[0]>;

/** A saver whose threads can be continued from an earlier point, in a branch. */
export interface IThreadSaver extends BaseCheckpointSaver {
  /**
   * Makes a checkpoint the first of another branch, without the interrupts that
   * were waiting at it. Later ids of tasks and interrupts are the same as in
   * the first branch.
   * @throws ThreadError if the checkpoint is no longer stored.
   */
  fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void>;
}

/**
 * Stores values by reference. Reducers make new values and leave the old ones
 * unchanged, and serialising the whole history several times a step would cost
 * more with each step.
 */
const BY_REFERENCE: Serializer = {
  dumpsTyped: async value => ['json', value],
  loadsTyped: async (_type, value) => value
};

/**
 * LangGraph's own MemorySaver keeps every checkpoint completely, so its size
 * grows with the square of the conversation. This one keeps only the newest
 * `KEPT`, for continuing and for going back.
 */
export class LatestCheckpointSaver extends MemorySaver implements IThreadSaver {
  private readonly _trans: ITranslator;

  constructor(trans: ITranslator = ENGLISH) {
    super(BY_REFERENCE);
    this._trans = trans;
  }

  /**
   * Returns a copy, because LangGraph applies pending writes to the checkpoint
   * it is given.
   */
  override async getTuple(
    config: Parameters<MemorySaver['getTuple']>[0]
  ): ReturnType<MemorySaver['getTuple']> {
    const tuple = await super.getTuple(config);
    return tuple && { ...tuple, checkpoint: copyCheckpoint(tuple.checkpoint) };
  }

  override async put(
    ...[config, checkpoint, metadata]: Parameters<MemorySaver['put']>
  ): ReturnType<MemorySaver['put']> {
    const saved = await super.put(config, checkpoint, metadata);
    const threadId: string = config.configurable?.thread_id;
    const namespace: string = config.configurable?.checkpoint_ns ?? '';
    const stored = this.storage[threadId]?.[namespace] ?? {};
    for (const id of Object.keys(stored).sort().slice(0, -KEPT)) {
      delete stored[id];
      delete this.writes[JSON.stringify([threadId, namespace, id])];
    }
    return saved;
  }

  async fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void> {
    const tuple = await this.getTuple({
      configurable: {
        thread_id: graphThreadId(from),
        checkpoint_ns: '',
        checkpoint_id: checkpointId
      }
    });
    if (!tuple?.metadata) {
      throw goneCheckpoint(this._trans);
    }
    await this.put(
      { configurable: { thread_id: graphThreadId(to), checkpoint_ns: '' } },
      copyCheckpoint(tuple.checkpoint),
      tuple.metadata
    );
  }
}

/** A few turns of a few steps each. */
const KEPT = 50;
