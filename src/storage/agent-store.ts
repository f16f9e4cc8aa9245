import type {
  IImageStore,
  IJournal,
  ITabRequests,
  ITranslator
} from '../contract';
import { DurableImages } from './images/durable-images';
import { DurableJournal } from './journal/durable-journal';
import type { IThreadStore } from './open-thread-store';
import { TabRequests } from './tab-requests';

/** What is kept of the agent's work, and only the agent asks for. */
export interface IAgentStore {
  readonly journal: IJournal;
  readonly images: IImageStore;
  /** Null where nothing outlives the page: then tabs have nothing in common. */
  readonly requests: ITabRequests | null;
}

/**
 * The agent's part of what is kept. It comes with the agent and not with the
 * panel, which lists and shows conversations without it.
 */
export function agentStore(
  { database, inMemory, onDamaged }: IThreadStore,
  trans: ITranslator
): IAgentStore {
  return database
    ? {
        journal: new DurableJournal(database, { trans, onDamaged }),
        images: new DurableImages(database, { trans }),
        requests: new TabRequests(database)
      }
    : { ...inMemory, requests: null };
}
