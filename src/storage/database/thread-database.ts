import { FencedError } from '../../contract';
import type { IRows, ITransaction } from './rows';
import type { ThreadStoreName } from './thread-schema';

/** Called for each record that could not be read; the rest is returned. */
export type OnDamaged = (threadId: string, error: unknown) => void;

/** Name of the database for one person on one server. */
export function databaseName(owner: readonly string[]): string {
  return `cellwright-threads ${JSON.stringify(owner)}`;
}

/** Lower than any fence number. */
const NO_FENCE = 0;

/**
 * The rows of all conversations. Each write of a thread is one transaction, and
 * is refused once another tab has the thread.
 */
export class ThreadDatabase {
  private readonly _fences = new Map<string, number>();

  constructor(readonly rows: IRows) {}

  /** Sets the fence number for later writes to this thread. */
  setFence(threadId: string, fence: number): void {
    this._fences.set(threadId, fence);
  }

  /**
   * The thread was deleted: this tab, too, can neither write to it nor go on
   * from what it knows of it.
   */
  fenceOut(threadId: string): void {
    if (this._fences.has(threadId)) {
      this._fences.set(threadId, NO_FENCE);
    }
  }

  /**
   * The fence number for writes to this thread; undefined if this tab does not
   * drive it.
   */
  fence(threadId: string): number | undefined {
    return this._fences.get(threadId);
  }

  read<T>(
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T>
  ): Promise<T> {
    return this.rows.transact('read', stores, work);
  }

  /**
   * Writes of one thread, all or nothing, in the order of the calls; durable
   * once it resolves.
   *
   * @param work must not wait for anything except the transaction.
   * @param strict also survives a crash of the machine.
   * @throws FencedError if a tab with a higher number has the thread.
   */
  write<T>(
    threadId: string,
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T> | T,
    strict = false
  ): Promise<T> {
    const held = this._fences.get(threadId) ?? Infinity;
    return this.rows.transact(
      strict ? 'strict' : 'write',
      [...new Set([...stores, 'fences' as const])],
      async tx => {
        if (((await tx.get('fences', threadId)) ?? NO_FENCE) > held) {
          throw new FencedError(threadId);
        }
        return work(tx);
      }
    );
  }

  close(): void {
    this.rows.close();
  }
}
