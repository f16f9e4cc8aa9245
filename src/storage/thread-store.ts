import type {
  IImageStore,
  IJournal,
  ITabRequests,
  IThreadLock,
  IThreads
} from '../contract';
import type { OnDamaged, ThreadDatabase } from './database/thread-database';

/** The stores that only the agent uses. */
export interface IAgentStore {
  readonly journal: IJournal;
  readonly images: IImageStore;
  readonly requests: ITabRequests;
}

/**
 * Everything stored about conversations. The journal is loaded with the agent
 * (see `IAgentStore`), and the checkpoints with the engine.
 */
export interface IThreadStore {
  readonly threads: IThreads;
  readonly lock: IThreadLock;
  readonly database: ThreadDatabase;
  /**
   * Called for records that other code cannot read from the database: marks
   * their thread.
   */
  readonly onDamaged: OnDamaged;
}
