import type { IRunRecord } from '../../contract';
import type { IUnsentMessage } from '../run-context/run-request';

/** What the person said and has reached no checkpoint yet. */
export class UnsentMessages {
  private _unsent: IUnsentMessage[] = [];
  /** Of these, what was not shown yet. */
  private _unshown: IUnsentMessage[] = [];

  get unsent(): readonly IUnsentMessage[] {
    return this._unsent;
  }

  add(messages: readonly IUnsentMessage[]): void {
    this._unsent.push(...messages);
    this._unshown.push(...messages);
  }

  /** Hands over what is to be shown. */
  takeUnshown(): IUnsentMessage[] {
    return this._unshown.splice(0);
  }

  /** Takes over what an earlier page had no time to send; it was shown. */
  takeOver(unsent: readonly IUnsentMessage[]): void {
    this._unsent = [...unsent];
    this._unshown = [];
  }

  /** @returns whether there was anything. */
  arrived(): boolean {
    return this._unsent.splice(0).length > 0;
  }

  /** What a next page has to know of a run that ended before all was sent. */
  left(record: IRunRecord | null): IRunRecord | null {
    return record && this._unsent.length > 0
      ? { ...record, unsent: [...this._unsent] }
      : null;
  }
}
