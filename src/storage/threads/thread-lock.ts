import { newId } from '../database/new-id';
import { onlyKey, type ITransaction } from '../database/rows';
import type { ThreadDatabase } from '../database/thread-database';

export type Locks = Pick<LockManager, 'request' | 'query'>;

/** A thread that this tab works on. */
export interface IThreadHold {
  release(): Promise<void>;
}

/** After this many ms a row of an owner counts as left behind. */
const DAY = 24 * 60 * 60 * 1000;

/**
 * Which of this browser's tabs works on a thread. Uses Web Locks, which a tab
 * that closes or crashes loses; without them (plain `http`) a row names the
 * owner. Writes rely on neither: taking a thread raises its fence, and a write
 * with a lower number fails.
 */
export class ThreadLock {
  private readonly _tab = newId();

  constructor(
    private readonly _database: ThreadDatabase,
    /** Null if the browser has none. */
    private readonly _locks: Locks | null = globalThis.navigator?.locks ?? null
  ) {}

  /**
   * @param steal takes it from a tab that works on it.
   * @returns null if another tab works on it, or this one already does.
   */
  take(threadId: string, steal = false): Promise<IThreadHold | null> {
    const locks = this._locks;
    if (!locks) {
      return this._takeRow(threadId, steal);
    }
    return new Promise((resolve, reject) => {
      const hold = async (lock: Lock | null): Promise<void> => {
        if (!lock) {
          resolve(null);
          return;
        }
        await this._change(threadId, raiseFence);
        const release = async (free: () => void): Promise<void> => {
          free();
          await ended;
        };
        await new Promise<void>(free =>
          resolve({ release: () => release(free) })
        );
      };
      const how = steal ? { steal } : { ifAvailable: true };
      const ended = locks
        .request(this._nameOf(threadId), how, hold)
        // The fence could not be written, and nobody has it. If it is stolen
        // later this does nothing: the fence keeps this tab from writing.
        .catch(reject);
    });
  }

  /** Whether another tab has taken a thread from this one. */
  async isLost(threadId: string): Promise<boolean> {
    const stored = await this._database.read(['fences'], tx =>
      tx.get('fences', threadId)
    );
    return (stored ?? 0) > (this._database.fence(threadId) ?? Infinity);
  }

  /** Threads that any tab works on. */
  async held(): Promise<ReadonlySet<string>> {
    if (this._locks) {
      const prefix = this._nameOf('');
      const { held = [] } = await this._locks.query();
      const names = held.map(({ name = '' }) => name);
      return new Set(
        names
          .filter(name => name.startsWith(prefix))
          .map(name => name.slice(prefix.length))
      );
    }
    const owners = await this._database.read(['owners'], tx =>
      tx.list('owners')
    );
    const since = Date.now() - DAY;
    return new Set(
      owners.flatMap(({ key, value }) =>
        value && value.time > since ? [key] : []
      )
    );
  }

  private async _takeRow(
    threadId: string,
    steal: boolean
  ): Promise<IThreadHold | null> {
    const isTaken = await this._change(threadId, async tx => {
      if (!steal && (await tx.get('owners', threadId))) {
        return null;
      }
      tx.put('owners', threadId, { tab: this._tab, time: Date.now() });
      return raiseFence(tx, threadId);
    });
    return isTaken === null ? null : { release: () => this._free(threadId) };
  }

  private async _free(threadId: string): Promise<void> {
    await this._database.rows.transact('write', ['owners'], async tx => {
      if ((await tx.get('owners', threadId))?.tab === this._tab) {
        tx.delete('owners', onlyKey(threadId));
      }
    });
  }

  private async _change(
    threadId: string,
    work: (tx: ITransaction, threadId: string) => Promise<number | null>
  ): Promise<number | null> {
    const fence = await this._database.rows.transact(
      'strict',
      ['owners', 'fences'],
      tx => work(tx, threadId)
    );
    if (fence !== null) {
      this._database.setFence(threadId, fence);
    }
    return fence;
  }

  private _nameOf(threadId: string): string {
    return `${this._database.rows.name} ${threadId}`;
  }
}

async function raiseFence(tx: ITransaction, threadId: string): Promise<number> {
  const fence = ((await tx.get('fences', threadId)) ?? 0) + 1;
  tx.put('fences', threadId, fence);
  return fence;
}
