import type { IRunRecord } from '../../contract';
import type { IUnsentMessage } from '../run-context/run-request';

/** The person's messages that are in no checkpoint yet. */
export class UnsentMessages {
  private _unsent: IUnsentMessage[] = [];
  /** Those of them that were not shown yet. */
  private _unshown: IUnsentMessage[] = [];

  get unsent(): readonly IUnsentMessage[] {
    return this._unsent;
  }

  add(messages: readonly IUnsentMessage[]): void {
    this._unsent.push(...messages);
    this._unshown.push(...messages);
  }

  /** Hands over the messages that are to be shown. */
  takeUnshown(): IUnsentMessage[] {
    return this._unshown.splice(0);
  }

  /**
   * Takes over messages that an earlier page showed but had no time to send.
   */
  takeOver(unsent: readonly IUnsentMessage[]): void {
    this._unsent = [...unsent];
    this._unshown = [];
  }

  /** @returns whether there were any. */
  arrived(): boolean {
    return this._unsent.splice(0).length > 0;
  }

  /**
   * The record for a later page if the run ended before all messages were sent;
   * else null.
   */
  left(record: IRunRecord | null): IRunRecord | null {
    return record && this._unsent.length > 0
      ? { ...record, unsent: [...this._unsent] }
      : null;
  }
}
