import type {
  IImageStore,
  IJournal,
  ITabRequests,
  IThreadLock,
  IThreads,
  Keeping
} from '../contract';
import type { OnDamaged } from './database/read-rows';
import type { ThreadDatabase } from './database/thread-database';

/** What is kept of the agent's work, and only the agent asks for. */
export interface IAgentStore {
  readonly journal: IJournal;
  readonly images: IImageStore;
  /** Null where nothing outlives the page: then tabs have nothing in common. */
  readonly requests: ITabRequests | null;
}

interface IOpenStore {
  readonly keeping: Keeping;
  readonly threads: IThreads;
  readonly lock: IThreadLock;
  /** Told of records that others read from the database: their thread is marked. */
  readonly onDamaged: OnDamaged;
}

/**
 * All that is kept of conversations. The journal comes with the agent (see
 * `IAgentStore`), and the checkpoints with the engine.
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
