import type { ITranslator } from '../contract';
import { DurableImages } from './images/durable-images';
import { DurableJournal } from './journal/durable-journal';
import { TabRequests } from './tab-requests';
import type { IThreadStore, IAgentStore } from './thread-store';

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
