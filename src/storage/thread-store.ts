import type {
  IImageStore,
  IJournal,
  ITabRequests,
  IThreadLock,
  IThreads,
  Keeping
} from '../contract';
import type { OnDamaged, ThreadDatabase } from './database/thread-database';

/** The stores that only the agent uses. */
export interface IAgentStore {
  readonly journal: IJournal;
  readonly images: IImageStore;
  /** Null if nothing outlives the page; then tabs have nothing in common. */
  readonly requests: ITabRequests | null;
}

interface IOpenStore {
  readonly keeping: Keeping;
  readonly threads: IThreads;
  readonly lock: IThreadLock;
  /**
   * Called for records that other code cannot read from the database: marks
   * their thread.
   */
  readonly onDamaged: OnDamaged;
}

/**
 * Everything stored about conversations. The journal is loaded with the agent
 * (see `IAgentStore`), and the checkpoints with the engine.
 */
export type IThreadStore = IOpenStore &
  (
    | { readonly database: ThreadDatabase; readonly inMemory: null }
    /** Nothing outlives the page. */
    | {
        readonly database: null;
        readonly inMemory: Pick<IAgentStore, 'journal' | 'images'>;
      }
  );
