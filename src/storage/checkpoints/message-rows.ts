import type { IDBPTransaction } from 'idb';

import type {
  IListRow,
  IThreadSchema,
  ThreadWrite
} from '../database/thread-schema';
import type { ThreadDatabase } from '../database/thread-database';
import { keysUnder } from '../database/keys-under';
import type { MustHold } from '../database/thread-database';
import type { IMessageKeys } from './to-stored';

/** How a list is stored: as a chain of differences. */
export interface IChain {
  /** The list at the start of the chain, which is stored completely, and its length. */
  whole: number;
  wholeLength: number;
  /** Number of lists in between. */
  depth: number;
}

/** A list of messages that is both stored and in memory. */
interface IKnownList {
  id: number;
  chain: IChain;
  keys: readonly number[];
  messages: readonly object[];
}

/**
 * What this page knows about one thread's stored messages: which objects are
 * stored, under which key, and the lists last used. Thanks to this, a message
 * is written only once, and new entries in a list are found by comparing
 * identities.
 *
 * It relies on messages never being changed in place, which reducers guarantee.
 * An id that LangGraph assigns to a message later is noticed.
 */
export class MessageRows {
  private _keys = new WeakMap<object, { key: number; id: unknown }>();
  private _lists: IKnownList[] = [];
  /** The highest stored keys; null until they are read. */
  private _last: ILastKeys | null = null;
  /** The thread's fence number when they were read. */
  private _fence: number | undefined;

  constructor(
    readonly database: ThreadDatabase,
    readonly threadId: string
  ) {}

  /**
   * Reads the highest keys again if another tab may have driven the thread
   * since.
   *
   * @param fence the fence number with which this tab drives it.
   * @returns whether no other tab can assign keys now.
   */
  async follow(fence: number | undefined): Promise<boolean> {
    if (fence !== undefined && fence !== this._fence) {
      await this.refresh();
      this._fence = fence;
    }
    return fence !== undefined;
  }

  /** Starts a write, which takes effect when `MessageDraft.kept` is called. */
  async draft(): Promise<MessageDraft> {
    this._last ??= await this._readLast();
    return new MessageDraft(this, this._last);
  }

  keyOf(message: object): number | undefined {
    const known = this._keys.get(message);
    return known && known.id === idOf(message) ? known.key : undefined;
  }

  /** Newest first. */
  get lists(): readonly IKnownList[] {
    return this._lists;
  }

  knows(message: object, key: number): void {
    this._keys.set(message, { key, id: idOf(message) });
  }

  knowsList(list: IKnownList): void {
    this._lists = [
      list,
      ...this._lists.filter(({ id }) => id !== list.id)
    ].slice(0, KNOWN_LISTS);
  }

  knowsLast(last: ILastKeys): void {
    this._last = last;
  }

  /**
   * Another tab has written: new keys have to follow its own. Existing rows
   * stay valid.
   */
  async refresh(): Promise<void> {
    const before = this._last;
    this._last = await this._readLast();
    if (before && this._last.message < before.message) {
      // The thread was deleted, so everything known about it is invalid.
      this._keys = new WeakMap();
      this._lists = [];
    }
  }

  /** Some of what was assumed to be stored is not. */
  forget(): void {
    this._keys = new WeakMap();
    this._lists = [];
    this._last = null;
    this._fence = undefined;
  }

  /** Releases the messages themselves. */
  forgetLists(): void {
    this._lists = [];
  }

  private _readLast(): Promise<ILastKeys> {
    return lastKeys(
      this.database.db.transaction<Shared[], 'readonly'>(['messages', 'lists']),
      this.threadId
    );
  }
}

/** The highest keys of a thread's messages and lists; 0 where there are none. */
interface ILastKeys {
  message: number;
  list: number;
}

/** After what a transaction has written so far; all of it is of one thread. */
const assigned = new WeakMap<SharedWrite, ILastKeys>();

/** @throws StaleKeys if they are not. */
function mustBeSame(last: ILastKeys, expected: ILastKeys): void {
  if (last.message !== expected.message || last.list !== expected.list) {
    throw new StaleKeys();
  }
}

async function lastKeys<M extends IDBTransactionMode>(
  tx: IDBPTransaction<IThreadSchema, Shared[], M>,
  threadId: string
): Promise<ILastKeys> {
  const range = keysUnder(threadId);
  const [message, list] = await Promise.all([
    tx.objectStore('messages').openKeyCursor(range, 'prev'),
    tx.objectStore('lists').openKeyCursor(range, 'prev')
  ]);
  return { message: message?.key[1] ?? 0, list: list?.key[1] ?? 0 };
}

/** The messages and lists that one write adds. */
export class MessageDraft implements IMessageKeys {
  private readonly _rows: MessageRows;
  private readonly _last: ILastKeys;
  private readonly _messages = new Map<object, number>();
  private readonly _lists: (IKnownList & { row: IListRow })[] = [];

  constructor(rows: MessageRows, last: ILastKeys) {
    this._rows = rows;
    this._last = last;
  }

  message(message: object): number {
    const known = this._rows.keyOf(message) ?? this._messages.get(message);
    if (known !== undefined) {
      return known;
    }
    const key = this._last.message + 1 + this._messages.size;
    this._messages.set(message, key);
    return key;
  }

  list(messages: object[]): number {
    const keys = messages.map(each => this.message(each));
    const { base, keep } = this._closest(keys);
    if (base && keep === keys.length && keep === base.keys.length) {
      return base.id;
    }
    const id = this._last.list + 1 + this._lists.length;
    // Stores a complete list from time to time, to keep reading short. There
    // are as many writes between two of them as the first has messages, which
    // spreads the cost.
    if (base && base.chain.depth < Math.max(base.chain.wholeLength, SHORTEST)) {
      const { chain } = base;
      this._lists.push({
        id,
        keys,
        messages,
        chain: { ...chain, depth: chain.depth + 1 },
        row: {
          base: base.id,
          whole: chain.whole,
          keep,
          add: keys.slice(keep)
        }
      });
    } else {
      this._lists.push({
        id,
        keys,
        messages,
        chain: { whole: id, wholeLength: keys.length, depth: 0 },
        row: { base: null, whole: id, keep: 0, add: keys }
      });
    }
    return id;
  }

  /** The messages to store, with their keys. */
  get messages(): readonly (readonly [object, number])[] {
    return [...this._messages];
  }

  get lists(): readonly { id: number; row: IListRow }[] {
    return this._lists;
  }

  /**
   * Looks up whether these keys are still free; only the first write of a
   * transaction has to.
   *
   * @param mustHold is given a promise that is rejected with `StaleKeys` if
   * another tab has assigned them.
   * @throws StaleKeys if an earlier write of the transaction has.
   */
  check(tx: SharedWrite, mustHold: MustHold): void {
    if (this._messages.size === 0 && this._lists.length === 0) {
      return;
    }
    const expected = this._last;
    const before = assigned.get(tx);
    if (!before) {
      mustHold(
        lastKeys(tx, this._rows.threadId).then(last =>
          mustBeSame(last, expected)
        )
      );
    } else {
      mustBeSame(before, expected);
    }
    assigned.set(tx, this._after);
  }

  /** The write succeeded. */
  stored(): void {
    this._messages.forEach((key, message) => this._rows.knows(message, key));
    this._lists.forEach(list => this._rows.knowsList(list));
    this._rows.knowsLast(this._after);
  }

  /** The highest keys once this is written. */
  private get _after(): ILastKeys {
    return {
      message: this._last.message + this._messages.size,
      list: this._last.list + this._lists.length
    };
  }

  /** The list with the longest common beginning; null if none has one. */
  private _closest(keys: number[]): { base: IKnownList | null; keep: number } {
    let base: IKnownList | null = null;
    let keep = 0;
    for (const list of [...this._lists.toReversed(), ...this._rows.lists]) {
      const common = commonLength(list.keys, keys);
      if (common === keys.length && common === list.keys.length) {
        return { base: list, keep: common };
      }
      if (common > keep) {
        base = list;
        keep = common;
      }
    }
    return { base, keep };
  }
}

/** A write to the stores that all branches of a thread share. */
export type SharedWrite = ThreadWrite<Shared[]>;

type Shared = 'messages' | 'lists' | 'fences';

/** Another tab assigned the same keys; try again with new ones. */
export class StaleKeys extends Error {
  constructor() {
    super('Another tab has given out the same keys.');
    this.name = 'StaleKeys';
  }
}

/** The list in the state, and those in pending calls. */
const KNOWN_LISTS = 4;
/** Minimum number of lists that may follow a complete one. */
const SHORTEST = 32;

function commonLength(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) {
    at++;
  }
  return at;
}

function idOf(message: object): unknown {
  return 'id' in message ? message.id : undefined;
}
