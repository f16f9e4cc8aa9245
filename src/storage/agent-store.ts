import type { ITranslator } from '../contract';
import { DurableImages } from './images/durable-images';
import { DurableJournal } from './journal/durable-journal';
import { TabRequests } from './tab-requests';
import type { IThreadStore, IAgentStore } from './thread-store';

/**
 * The stores that the agent needs. Loaded with the agent rather than the panel,
 * which lists and shows conversations without them.
 */
export function agentStore(
  { database, onDamaged }: IThreadStore,
  trans: ITranslator
): IAgentStore {
  return {
    journal: new DurableJournal(database, { trans, onDamaged }),
    images: new DurableImages(database, { trans }),
    requests: new TabRequests(database)
  };
}
