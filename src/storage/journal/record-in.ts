import type { IDBPObjectStore } from 'idb';

import type { IBranch, ICallRecord } from '../../contract';
import type {
  ICallRow,
  IThreadSchema,
  ThreadStore
} from '../database/thread-schema';
import { keysUnder } from '../database/keys-under';

/** The record in a row, still without its long texts; null where it is none. */
export function recordIn(row: ICallRow | undefined): ICallRecord | null {
  const record = row?.record as Partial<ICallRecord> | null | undefined;
  return typeof record === 'object' &&
    record !== null &&
    typeof record.callId === 'string' &&
    typeof record.attempt === 'number' &&
    Array.isArray(record.effects)
    ? (record as ICallRecord)
    : null;
}

/** The place of the next call of a branch that is begun. */
export async function nextPlace(
  calls: IDBPObjectStore<IThreadSchema, ThreadStore[], 'calls', 'readwrite'>,
  { threadId, branch }: IBranch
): Promise<NonNullable<ICallRow['begun']>> {
  const last = await calls
    .index('begun')
    .openKeyCursor(keysUnder(threadId, branch), 'prev');
  return [threadId, branch, (last?.key[2] ?? -1) + 1];
}
