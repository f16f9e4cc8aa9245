import {
  deltaChannelHistoryTests,
  validate
} from '@langchain/langgraph-checkpoint-validation';

import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import type { ThreadDatabase } from '../database/thread-database';
import { newDatabase } from './agent-of';
import { softFailures } from './soft-failures';

/**
 * LangGraph's complete public test suite for savers. `storage.spec.ts` in
 * `ui-tests/` runs the same suite on a browser's own IndexedDB.
 */
const open = new Map<IndexedDBSaver, ThreadDatabase>();

const initializer = {
  checkpointerName: 'IndexedDBSaver',
  async createCheckpointer(): Promise<IndexedDBSaver> {
    const database = await newDatabase();
    const saver = new IndexedDBSaver(database);
    open.set(saver, database);
    return saver;
  },
  async destroyCheckpointer(saver: IndexedDBSaver): Promise<void> {
    open.get(saver)?.close();
  }
};

softFailures();
validate(initializer);
// Not part of `validate`; LangGraph's own savers run it in addition.
deltaChannelHistoryTests(initializer);
