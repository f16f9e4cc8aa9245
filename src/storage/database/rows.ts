import type { StoreKey, StoreValue } from 'idb';

import type { IThreadSchema, ThreadStoreName } from './thread-schema';

type Part = string | number | readonly never[];

/** A range of keys in IndexedDB's order, with both ends. */
export interface IKeys {
  lower: string | readonly Part[];
  upper: string | readonly Part[];
}

/** Keys that begin with these parts; arrays sort after everything else. */
export function keysUnder(...parts: (string | number)[]): IKeys {
  return { lower: parts, upper: [...parts, []] };
}

export function onlyKey(key: string | readonly (string | number)[]): IKeys {
  return { lower: key, upper: key };
}

export interface IRow<S extends ThreadStoreName> {
  key: StoreKey<IThreadSchema, S>;
  /** Undefined if it could not be read. */
  value: StoreValue<IThreadSchema, S> | undefined;
}

/**
 * What can be done in a transaction, whose work waits for nothing else. If a
 * row cannot be stored, the whole transaction fails.
 */
export interface ITransaction {
  get<S extends ThreadStoreName>(
    store: S,
    key: StoreKey<IThreadSchema, S>
  ): Promise<StoreValue<IThreadSchema, S> | undefined>;
  /** The row with the highest key. */
  last<S extends ThreadStoreName>(
    store: S,
    keys: IKeys
  ): Promise<IRow<S> | undefined>;
  /** In the order of the keys; all rows of the store by default. */
  list<S extends ThreadStoreName>(
    store: S,
    keys?: IKeys,
    limit?: number
  ): Promise<IRow<S>[]>;
  put<S extends ThreadStoreName>(
    store: S,
    key: StoreKey<IThreadSchema, S>,
    value: StoreValue<IThreadSchema, S>
  ): void;
  delete(store: ThreadStoreName, keys: IKeys): void;
}

/** Where rows are stored: in IndexedDB, or in memory where there is none. */
export interface IRows {
  /** The same in each tab that shares them. */
  readonly name: string;
  /**
   * All or nothing, and in the order of the calls where they share a store;
   * durable once it resolves.
   *
   * @param mode `strict` also survives a crash of the machine.
   */
  transact<T>(
    mode: 'read' | 'write' | 'strict',
    stores: readonly ThreadStoreName[],
    work: (tx: ITransaction) => Promise<T> | T
  ): Promise<T>;
  /**
   * Lists rows of which some may be damaged: those have no value.
   *
   * @param onDamaged called for each of them.
   */
  salvage<S extends ThreadStoreName>(
    store: S,
    keys: IKeys | undefined,
    onDamaged: (error: unknown) => void,
    limit?: number
  ): Promise<IRow<S>[]>;
  close(): void;
}
