import {
  deltaChannelHistoryTests,
  validate
} from '@langchain/langgraph-checkpoint-validation';

import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import { MemoryRows } from '../database/memory-rows';
import { ThreadDatabase } from '../database/thread-database';
import { newDatabase } from './agent-of';
import { softFailures } from './soft-failures';

/**
 * LangGraph's complete public test suite for savers. `storage.spec.ts` in
 * `ui-tests/` runs the same suite on a browser's own IndexedDB.
 */
const open = new Map<IndexedDBSaver, ThreadDatabase>();

const initializers = [
  { name: 'IndexedDB', make: () => newDatabase() },
  { name: 'memory', make: async () => new ThreadDatabase(new MemoryRows()) }
].map(({ name, make }) => ({
  checkpointerName: `IndexedDBSaver in ${name}`,
  async createCheckpointer(): Promise<IndexedDBSaver> {
    const database = await make();
    const saver = new IndexedDBSaver(database);
    open.set(saver, database);
    return saver;
  },
  async destroyCheckpointer(saver: IndexedDBSaver): Promise<void> {
    open.get(saver)?.close();
  }
}));

softFailures();
for (const initializer of initializers) {
  validate(initializer);
  // Not part of `validate`; LangGraph's own savers run it in addition.
  deltaChannelHistoryTests(initializer);
}
