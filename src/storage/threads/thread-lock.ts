import type { IThreadHold, IThreadLock } from '../../contract';
import { onlyKey, type ITransaction } from '../database/rows';
import type { ThreadDatabase } from '../database/thread-database';
import type { IThreadSchema } from '../database/thread-schema';
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
    const leases = await this._database.read(['leases'], tx =>
      tx.list('leases')
    );
    return new Set(
      leases.flatMap(({ key, value }) => (isValid(value) ? [key] : []))
    );
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
    const fence = await this._transact(async tx => {
      if (isValid(await tx.get('leases', threadId)) && !steal) {
        return null;
      }
      tx.put('leases', threadId, { tab, until: Date.now() + LEASE });
      return raiseFence(tx, threadId);
    });
    if (fence === null) {
      return null;
    }
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
  private _changeLease(
    threadId: string,
    tab: string,
    lease: Lease | null
  ): Promise<boolean> {
    return this._database.rows.transact('write', ['leases'], async tx => {
      const isOurs = (await tx.get('leases', threadId))?.tab === tab;
      if (isOurs && lease) {
        tx.put('leases', threadId, lease);
      } else if (isOurs) {
        tx.delete('leases', onlyKey(threadId));
      }
      return isOurs;
    });
  }

  private async _isLeased(threadId: string): Promise<boolean> {
    return isValid(
      await this._database.read(['leases'], tx => tx.get('leases', threadId))
    );
  }

  private async _countUp(threadId: string): Promise<number> {
    const fence = await this._transact(tx => raiseFence(tx, threadId));
    this._database.setFence(threadId, fence);
    return fence;
  }

  private _transact<T>(work: (tx: ITransaction) => Promise<T>): Promise<T> {
    return this._database.rows.transact('strict', ['leases', 'fences'], work);
  }

  private _nameOf(threadId: string): string {
    return `${this._database.rows.name} ${threadId}`;
  }
}

type Lease = IThreadSchema['leases']['value'];

function isValid(lease: Lease | undefined): boolean {
  return lease !== undefined && lease.until > Date.now();
}

async function raiseFence(tx: ITransaction, threadId: string): Promise<number> {
  const fence = ((await tx.get('fences', threadId)) ?? 0) + 1;
  tx.put('fences', threadId, fence);
  return fence;
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
