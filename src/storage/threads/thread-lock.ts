import type { IThreadHold, IThreadLock } from '../../contract';
import type { ThreadDatabase } from '../database/thread-database';
import { newId } from '../database/new-id';

/** How long a lease is valid without renewal, in ms. */
const LEASE = 6000;
/** How often it is renewed, and checked by those waiting for it, in ms. */
const RENEWAL = 2000;

export type Locks = Pick<LockManager, 'request' | 'query'>;

export interface IThreadLockOptions {
  database: ThreadDatabase;
  /** Web Locks; null if the browser has none (plain `http`). */
  locks?: Locks | null;
}

/**
 * Which of this browser's tabs drives a thread. Uses Web Locks, which are
 * released when a tab closes or crashes; without them, a lease in the database
 * that has to be renewed. Writes rely on neither: each hold increments the
 * thread's fence, and a write with a lower number fails.
 */
export class ThreadLock implements IThreadLock {
  private readonly _database: ThreadDatabase;
  private readonly _locks: Locks | null;

  constructor({
    database,
    locks = globalThis.navigator?.locks ?? null
  }: IThreadLockOptions) {
    this._database = database;
    this._locks = locks;
  }

  take(
    threadId: string,
    { steal = false }: { steal?: boolean } = {}
  ): Promise<IThreadHold | null> {
    return this._locks
      ? this._takeLock(this._locks, threadId, steal)
      : this._takeLease(threadId, steal);
  }

  async freed(threadId: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this._locks) {
      // Shared, so that waiting tabs do not block each other.
      await this._locks.request(
        this._nameOf(threadId),
        { mode: 'shared', signal },
        () => undefined
      );
      return;
    }
    while (await this._isLeased(threadId)) {
      await pause(RENEWAL, signal);
    }
  }

  /** Threads that any tab currently drives. */
  async held(): Promise<ReadonlySet<string>> {
    if (this._locks) {
      const prefix = this._nameOf('');
      const { held = [] } = await this._locks.query();
      return new Set(
        held.flatMap(({ name = '', mode }) =>
          mode === 'exclusive' && name.startsWith(prefix)
            ? [name.slice(prefix.length)]
            : []
        )
      );
    }
    const threads = await this._database.db.getAllKeys('leases');
    const leased = await Promise.all(threads.map(id => this._isLeased(id)));
    return new Set(threads.filter((_, index) => leased[index]));
  }

  private _takeLock(
    locks: Locks,
    threadId: string,
    steal: boolean
  ): Promise<IThreadHold | null> {
    return new Promise((resolve, reject) => {
      const lost = new AbortController();
      let release = (): void => undefined;
      const until = new Promise<void>(done => (release = done));
      const ended = locks
        .request(
          this._nameOf(threadId),
          steal ? { steal } : { ifAvailable: true },
          async lock => {
            if (!lock) {
              resolve(null);
              return;
            }
            const fence = await this._countUp(threadId);
            resolve({
              fence,
              lost: lost.signal,
              release: async () => {
                release();
                await ended;
              }
            });
            await until;
          }
        )
        // It was stolen, or the fence could not be written; in that case nobody
        // has it.
        .catch((error: unknown) => {
          lost.abort(error);
          reject(error);
        });
    });
  }

  private async _takeLease(
    threadId: string,
    steal: boolean
  ): Promise<IThreadHold | null> {
    const tab = newId();
    const tx = this._database.db.transaction(
      ['leases', 'fences'],
      'readwrite',
      { durability: 'strict' }
    );
    const leases = tx.objectStore('leases');
    const lease = await leases.get(threadId);
    if (lease && lease.until > Date.now() && !steal) {
      await tx.done;
      return null;
    }
    await leases.put({ tab, until: Date.now() + LEASE }, threadId);
    const fences = tx.objectStore('fences');
    const fence = ((await fences.get(threadId)) ?? 0) + 1;
    await fences.put(fence, threadId);
    await tx.done;
    this._database.setFence(threadId, fence);
    return this._keepLease(threadId, tab, fence);
  }

  private _keepLease(
    threadId: string,
    tab: string,
    fence: number
  ): IThreadHold {
    const lost = new AbortController();
    // A hidden tab renews late; the lease is still ours unless somebody took
    // it.
    const renew = async (): Promise<void> => {
      try {
        const isOurs = await this._changeLease(threadId, tab, {
          tab,
          until: Date.now() + LEASE
        });
        if (!isOurs) {
          throw new Error('Another tab has the thread.');
        }
      } catch (error) {
        clearInterval(timer);
        lost.abort(error);
      }
    };
    const timer = setInterval(() => void renew(), RENEWAL);
    return {
      fence,
      lost: lost.signal,
      release: async () => {
        clearInterval(timer);
        await this._changeLease(threadId, tab, null);
      }
    };
  }

  /** @returns whether the lease was still ours. */
  private async _changeLease(
    threadId: string,
    tab: string,
    lease: { tab: string; until: number } | null
  ): Promise<boolean> {
    const tx = this._database.db.transaction('leases', 'readwrite');
    const isOurs = (await tx.store.get(threadId))?.tab === tab;
    if (isOurs) {
      await (lease ? tx.store.put(lease, threadId) : tx.store.delete(threadId));
    }
    await tx.done;
    return isOurs;
  }

  private async _isLeased(threadId: string): Promise<boolean> {
    const lease = await this._database.db.get('leases', threadId);
    return lease !== undefined && lease.until > Date.now();
  }

  private async _countUp(threadId: string): Promise<number> {
    const tx = this._database.db.transaction('fences', 'readwrite', {
      durability: 'strict'
    });
    const fence = ((await tx.store.get(threadId)) ?? 0) + 1;
    await tx.store.put(fence, threadId);
    await tx.done;
    this._database.setFence(threadId, fence);
    return fence;
  }

  private _nameOf(threadId: string): string {
    return `${this._database.db.name} ${threadId}`;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
