import { FencedError, type AgentEvent, type IBranch } from '../../contract';
import { keysUnder, type IRows, type ITransaction } from './rows';
import type { ThreadStoreName } from './thread-schema';

/** Called for each record that could not be read; the rest is returned. */
export type OnDamaged = (threadId: string, error: unknown) => void;

/** Name of the database for one person on one server. */
export function databaseName(owner: readonly string[]): string {
  return `cellwright-threads ${JSON.stringify(owner)}`;
}

/** Lower than any fence number. */
const NO_FENCE = 0;

/** Events of a thread that no write has begun to store. */
interface IUnstored {
  events: { branch: string; event: AgentEvent }[];
  /** The write they ride in. */
  carrier?: Promise<unknown>;
  stored: Promise<void>;
}

/**
 * The rows of all conversations. Each write of a thread is one transaction, and
 * is refused once another tab has the thread. Events ride in the next write, so
 * the display log never lacks what led to a state that is stored.
 */
export class ThreadDatabase {
  private readonly _fences = new Map<string, number>();
  private readonly _unstored = new Map<string, IUnstored>();

  /** @param _onEvents called once events of a thread are stored. */
  constructor(
    readonly rows: IRows,
    private readonly _onEvents: (threadId: string) => void = () => undefined
  ) {}

  /** Appends an event to the display log; resolves once it is stored. */
  addEvent({ threadId, branch }: IBranch, event: AgentEvent): Promise<void> {
    const unstored = this._unstored.get(threadId) ?? this._begin(threadId);
    unstored.events.push({ branch, event });
    return unstored.stored;
  }

  /** Resolves once all events of a thread are stored, or could not be. */
  async eventsStored(threadId: string): Promise<void> {
    // Whoever added them gets the error.
    await this._unstored.get(threadId)?.stored.catch(() => undefined);
  }

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
    const unstored = this._unstored.get(threadId);
    this._unstored.delete(threadId);
    const done = this._write(
      threadId,
      stores,
      async tx => {
        await addEvents(tx, threadId, unstored?.events ?? []);
        return work(tx);
      },
      strict
    );
    if (unstored) {
      unstored.carrier = done;
    }
    return done;
  }

  private _write<T>(
    threadId: string,
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T>,
    strict = false
  ): Promise<T> {
    const held = this._fences.get(threadId) ?? Infinity;
    return this.rows.transact(
      strict ? 'strict' : 'write',
      [...new Set([...stores, 'fences' as const, 'events' as const])],
      async tx => {
        if (((await tx.get('fences', threadId)) ?? NO_FENCE) > held) {
          throw new FencedError(threadId);
        }
        return work(tx);
      }
    );
  }

  private _begin(threadId: string): IUnstored {
    const events: IUnstored['events'] = [];
    const store = async (): Promise<void> => {
      // Events that come at once go together.
      await null;
      try {
        await (unstored.carrier ?? this.write(threadId, [], () => undefined));
      } catch {
        // Whoever wrote gets the error; they may fit without the rest of it.
        await this._write(threadId, [], tx => addEvents(tx, threadId, events));
      }
      this._onEvents(threadId);
    };
    const unstored: IUnstored = { events, stored: Promise.resolve() };
    this._unstored.set(threadId, unstored);
    unstored.stored = store();
    return unstored;
  }

  close(): void {
    this.rows.close();
  }
}

/** Appends events to the display log. */
async function addEvents(
  tx: ITransaction,
  threadId: string,
  events: IUnstored['events']
): Promise<void> {
  const ends = new Map<string, number>();
  for (const { branch, event } of events) {
    const end =
      ends.get(branch) ??
      (await tx.last('events', keysUnder(threadId, branch)))?.key[2] ??
      -1;
    tx.put('events', [threadId, branch, end + 1], event);
    ends.set(branch, end + 1);
  }
}
