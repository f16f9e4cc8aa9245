import { IndexedDBSaver } from '../../storage';
import { memoryStores } from '../../storage/stories/memory-stores';

/** What an engine stores, in memory. */
export function engineStores() {
  const { database, journal, images, threads } = memoryStores();
  const checkpointer = new IndexedDBSaver(database);
  return { journal, imageStore: images, threads, checkpointer };
}
