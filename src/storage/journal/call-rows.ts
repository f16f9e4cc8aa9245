import type { IBranch, ICallRecord } from '../../contract';
import { unawaited } from '../database/unawaited';
import { keysUnder } from '../database/keys-under';
import type { ICallRow, ThreadWrite } from '../database/thread-schema';
import { callKey, type IFound } from './call-cache';
import { recordIn } from './record-in';

/** A call's record, and the row it is stored in. */
export interface IStoredCall {
  row: ICallRow;
  record: ICallRecord;
}

type CallWrite = ThreadWrite<('calls' | 'fences')[]>;

/** By transaction and call: what the transaction has written so far. */
const written = new WeakMap<CallWrite, Map<string, ICallRow>>();

/** The rows of a branch's calls within the transactions that change them. */
export class CallRows {
  /** Makes the error for a record that is there but unreadable. */
  private readonly _unreadable: (threadId: string, cause?: unknown) => Error;

  constructor(unreadable: (threadId: string, cause?: unknown) => Error) {
    this._unreadable = unreadable;
  }

  /**
   * The latest attempt at a call; undefined if there is none.
   *
   * @param stored what was stored before the transaction; it is read if
   * absent.
   * @throws the error for an unreadable one.
   */
  async latest(
    tx: CallWrite,
    at: IBranch,
    callId: string,
    stored?: IFound<ICallRow>
  ): Promise<IStoredCall | undefined> {
    const mine = written.get(tx)?.get(callKey(at, callId));
    if (mine || stored) {
      const row = mine ?? stored?.found;
      return row && this._checked(at.threadId, row);
    }
    return this.read(
      at,
      tx
        .objectStore('calls')
        .openCursor(keysUnder(at.threadId, at.branch, callId), 'prev')
    );
  }

  /** The call whose latest attempt is under the cursor. */
  async read(
    { threadId }: IBranch,
    cursor: Promise<{ value: ICallRow } | null>
  ): Promise<IStoredCall | undefined> {
    let row: ICallRow | undefined;
    try {
      row = (await cursor)?.value;
    } catch (error) {
      // If another tab has the thread, the transaction is aborted, which does
      // not mean that the record is damaged.
      if ((error as { name?: unknown } | null)?.name === 'AbortError') {
        throw error;
      }
      throw this._unreadable(threadId, error);
    }
    return row && this._checked(threadId, row);
  }

  /** Stores attempts at a call, the latest last. */
  put(
    tx: CallWrite,
    at: IBranch,
    callId: string,
    rows: readonly (ICallRow & { record: ICallRecord })[]
  ): void {
    const calls = tx.objectStore('calls');
    const own = written.get(tx) ?? new Map<string, ICallRow>();
    written.set(tx, own);
    for (const row of rows) {
      const { attempt } = row.record;
      unawaited([calls.put(row, [at.threadId, at.branch, callId, attempt])]);
      own.set(callKey(at, callId), row);
    }
  }

  private _checked(threadId: string, row: ICallRow): IStoredCall {
    const record = recordIn(row);
    if (!record) {
      throw this._unreadable(threadId);
    }
    return { row, record };
  }
}
