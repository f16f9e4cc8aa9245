/** ms: a tab that is frozen while it holds the lock never lets go. */
const MAX_LENGTH = 10_000;

/**
 * Runs work on a document's file while no other tab of this browser saves or
 * loads that file for Cellwright. A Jupyter server that reads a notebook while
 * writing it finds it empty, or puts the version before in its place
 * (`FileManagerMixin._read_notebook` of `jupyter_server`).
 *
 * Without Web Locks (plain `http`), and if the lock cannot be had in time, the
 * work is done all the same.
 *
 * @throws whatever the work throws.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks
): Promise<T> {
  if (!locks) {
    return work();
  }
  let hasBegun = false;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), MAX_LENGTH);
  try {
    return await locks.request(
      `cellwright:file:${path}`,
      { signal: patience.signal },
      () => {
        hasBegun = true;
        return work();
      }
    );
  } catch (error) {
    if (hasBegun) {
      throw error;
    }
    console.warn('Cellwright could not keep other tabs from a file', error);
    return work();
  } finally {
    clearTimeout(timer);
  }
}
