import {
  deltaChannelHistoryTests,
  validate
} from '@langchain/langgraph-checkpoint-validation';

import { IndexedDBSaver } from '../checkpoints/indexed-db-saver';
import { MemoryRows } from '../database/memory-rows';
import { ThreadDatabase } from '../database/thread-database';
import { newDatabase } from './agent-of';

/**
 * Gives Jest's `expect` Vitest's `expect.soft`, which the validation suite
 * uses: a failed soft expectation lets the test continue and fails it at the
 * end.
 */
function softFailures(): void {
  const failures: unknown[] = [];

  const softly = <T extends object>(matchers: T): T =>
    new Proxy(matchers, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member === 'object' && member !== null) {
          // `not`; no soft expectation is awaited here.
          return softly(member);
        }
        return typeof member !== 'function'
          ? member
          : (...args: unknown[]) => {
              try {
                return member.apply(target, args);
              } catch (error) {
                failures.push(error);
              }
            };
      }
    });

  Object.assign(expect, { soft: (actual: unknown) => softly(expect(actual)) });
  afterEach(() => {
    const [first] = failures.splice(0);
    if (first) {
      throw first;
    }
  });
}

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
