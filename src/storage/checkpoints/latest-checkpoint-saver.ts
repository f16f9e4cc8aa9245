import {
  MemorySaver,
  copyCheckpoint,
  type BaseCheckpointSaver
} from '@langchain/langgraph-checkpoint';

import {
  ENGLISH,
  graphThread,
  type IBranch,
  type ITranslator
} from '../../contract';
import { goneCheckpoint } from '../database/storage-errors';

type Serializer = NonNullable<ConstructorParameters<typeof MemorySaver>[0]>;

/** A saver whose threads can be continued from an earlier point, in a branch. */
export interface IThreadSaver extends BaseCheckpointSaver {
  /**
   * Makes a checkpoint the first of another branch; what waited at it waits no
   * more. Ids of tasks and interrupts that follow are those of the first branch.
   * @throws ThreadError where it is not kept any more.
   */
  fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void>;
  /**
   * Resolves once what a run has written behind (`WRITE_BEHIND`) is durable.
   * @throws what it failed with: the thread ends where it was before that.
   */
  settled(at: IBranch): Promise<void>;
  /** The same, and never throws: from then on all begins with what is kept. */
  afresh(at: IBranch): Promise<void>;
}

/**
 * Keeps values as they are. Reducers make new values and leave the old ones
 * alone, and writing out a whole history several times a step would cost more
 * with each step.
 */
const BY_REFERENCE: Serializer = {
  dumpsTyped: async value => ['json', value],
  loadsTyped: async (_type, value) => value
};

/**
 * LangGraph's own MemorySaver, which keeps every checkpoint whole: that grows
 * with the square of a conversation. So only the newest stay, to be continued
 * and to go back to.
 */
export class LatestCheckpointSaver extends MemorySaver implements IThreadSaver {
  private readonly _trans: ITranslator;

  constructor(trans: ITranslator = ENGLISH) {
    super(BY_REFERENCE);
    this._trans = trans;
  }

  /** A copy: LangGraph applies what is pending to the checkpoint it is handed. */
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
    const kept = this.storage[threadId]?.[namespace] ?? {};
    for (const id of Object.keys(kept).sort().slice(0, -KEPT)) {
      delete kept[id];
      delete this.writes[JSON.stringify([threadId, namespace, id])];
    }
    return saved;
  }

  /** Nothing is ever on its way. */
  async settled(): Promise<void> {}

  async afresh(): Promise<void> {}

  async fork(from: IBranch, checkpointId: string, to: IBranch): Promise<void> {
    const tuple = await this.getTuple({
      configurable: {
        thread_id: graphThread(from),
        checkpoint_ns: '',
        checkpoint_id: checkpointId
      }
    });
    if (!tuple?.metadata) {
      throw goneCheckpoint(this._trans);
    }
    await this.put(
      { configurable: { thread_id: graphThread(to), checkpoint_ns: '' } },
      copyCheckpoint(tuple.checkpoint),
      tuple.metadata
    );
  }
}

/** A few turns of a few steps each. */
const KEPT = 50;
