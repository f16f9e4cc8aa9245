import {
  deltaChannelHistoryTests,
  validate
} from '@langchain/langgraph-checkpoint-validation';
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend
} from '@vitest/expect';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  getCurrentTest,
  it,
  startTests,
  type Suite,
  type Task
} from '@vitest/runner';
import * as chai from 'chai';

import { IndexedDBSaver } from '../../src/storage/checkpoints/indexed-db-saver';
import {
  databaseName,
  type ThreadDatabase
} from '../../src/storage/database/thread-database';
import { openTab } from './tab';

export interface ISuiteResult {
  passed: number;
  /** Names, with what went wrong. */
  failed: string[];
  /** Names of tests that were not run. */
  skipped: string[];
}

/**
 * Runs LangGraph's public suite for savers in this page, on its own IndexedDB.
 * It uses Vitest's runner and expectations, for which the suite was written.
 */
export async function runSuite(): Promise<ISuiteResult> {
  Object.assign(globalThis, {
    afterAll,
    afterEach,
    beforeAll,
    beforeEach,
    describe,
    it,
    expect: vitestExpect()
  });
  const files = await startTests(['validation'], {
    config: {
      root: '/',
      name: undefined,
      setupFiles: [],
      passWithNoTests: false,
      testNamePattern: undefined,
      allowOnly: false,
      sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
      chaiConfig: undefined,
      maxConcurrency: 1,
      testTimeout: 10_000,
      hookTimeout: 10_000,
      retry: 0,
      includeTaskLocation: false,
      tags: [],
      tagsFilter: undefined,
      strictTags: false
    },
    importFile: (_path, source) => {
      if (source === 'collect') {
        collect();
      }
    }
  });
  const result: ISuiteResult = { passed: 0, failed: [], skipped: [] };
  files.forEach(file => count(file, result));
  return result;
}

function collect(): void {
  let databases = 0;
  const open = new Map<IndexedDBSaver, ThreadDatabase>();
  const initializer = {
    checkpointerName: 'IndexedDBSaver',
    async createCheckpointer() {
      const name = databaseName(['validation', String(databases++)]);
      const database = await openTab(name);
      const saver = new IndexedDBSaver(database);
      open.set(saver, database);
      return saver;
    },
    async destroyCheckpointer(saver: IndexedDBSaver) {
      open.get(saver)?.close();
    }
  };
  validate(initializer);
  deltaChannelHistoryTests(initializer);
}

/** Assembled as Vitest does itself. */
function vitestExpect(): unknown {
  chai.use(JestExtend);
  chai.use(JestChaiExpect);
  chai.use(JestAsymmetricMatchers);
  const expect = (value: unknown, message?: string): any => {
    const assertion: any = chai.expect(value, message);
    const test = getCurrentTest();
    return test ? assertion.withTest(test) : assertion;
  };
  const globals = globalThis as any;
  globals[GLOBAL_EXPECT] = Object.assign(
    expect,
    chai.expect,
    globals[ASYMMETRIC_MATCHERS_OBJECT],
    { soft: (value: unknown) => expect(value).withContext({ soft: true }) }
  );
  return expect;
}

function count(task: Task, result: ISuiteResult): void {
  // A suite can itself fail, in a hook.
  const errors = task.result?.errors ?? [];
  if (errors.length > 0) {
    result.failed.push(
      `${task.name}: ${errors.map(({ message }) => message).join('; ')}`
    );
  }
  if (task.type === 'suite') {
    (task as Suite).tasks.forEach(each => count(each, result));
  } else if (task.result?.state === 'pass') {
    result.passed++;
  } else if (errors.length === 0) {
    result.skipped.push(task.name);
  }
}
