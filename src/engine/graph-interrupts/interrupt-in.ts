import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { interrupt } from '@langchain/langgraph/web';

/**
 * Browsers have no AsyncLocalStorage, so LangGraph's `interrupt()` throws
 * "Called interrupt() outside the context of a graph" (langgraphjs #879).
 * `interrupt()` itself is synchronous: a store that holds its value only while
 * a callback runs is enough, and cannot leak into another thread's work.
 */
class SyncScope {
  private _store: unknown;

  getStore(): unknown {
    return this._store;
  }

  run<T>(store: unknown, callback: () => T): T {
    const outer = this._store;
    this._store = store;
    try {
      return callback();
    } finally {
      this._store = outer;
    }
  }

  enterWith(): void {
    // It would outlive the callback, which nothing here may do.
  }
}

let installed = false;

/**
 * `interrupt()` for a middleware hook in the page.
 *
 * @param configurable `runtime.configurable` of the hook.
 * @param request what the graph pauses with.
 * @returns the resume value. Throws LangGraph's `GraphInterrupt` until there is one.
 */
export function interruptIn<T>(configurable: unknown, request: unknown): T {
  if (!installed) {
    AsyncLocalStorageProviderSingleton.initializeGlobalInstance(
      new SyncScope()
    );
    installed = true;
  }
  // The third argument of runWithConfig must stay out: `true` drops the config.
  return AsyncLocalStorageProviderSingleton.runWithConfig(
    { configurable: configurable as Record<string, unknown> },
    () => interrupt(request)
  ) as T;
}
