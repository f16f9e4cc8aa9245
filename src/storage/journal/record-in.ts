import type { IDBPObjectStore } from 'idb';

import type { IBranch, ICallRecord } from '../../contract';
import type {
  ICallRow,
  IThreadSchema,
  ThreadStoreName
} from '../database/thread-schema';
import { keysUnder } from '../database/keys-under';

/** The record in a row; null if the row is invalid. */
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

/** The position of the branch's next started call. */
export async function nextPlace(
  calls: IDBPObjectStore<
    IThreadSchema,
    ThreadStoreName[],
    'calls',
    'readwrite'
  >,
  { threadId, branch }: IBranch
): Promise<NonNullable<ICallRow['begun']>> {
  const last = await calls
    .index('begun')
    .openKeyCursor(keysUnder(threadId, branch), 'prev');
  return [threadId, branch, (last?.key[2] ?? -1) + 1];
}
