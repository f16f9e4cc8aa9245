import type { IRunRecord } from '../../contract';
import type { IUnsentMessage } from '../run-context/run-request';

/** What the person said and has reached no checkpoint yet. */
export class UnsentMessages {
  #unsent: IUnsentMessage[] = [];
  /** Of these, what was not shown yet. */
  #unshown: IUnsentMessage[] = [];

  get unsent(): readonly IUnsentMessage[] {
    return this.#unsent;
  }

  add(messages: readonly IUnsentMessage[]): void {
    this.#unsent.push(...messages);
    this.#unshown.push(...messages);
  }

  /** Hands over what is to be shown. */
  takeUnshown(): IUnsentMessage[] {
    return this.#unshown.splice(0);
  }

  /** Takes over what an earlier page had no time to send; it was shown. */
  takeOver(unsent: readonly IUnsentMessage[]): void {
    this.#unsent = [...unsent];
    this.#unshown = [];
  }

  /** @returns whether there was anything. */
  arrived(): boolean {
    return this.#unsent.splice(0).length > 0;
  }

  /** What a next page has to know of a run that ended before all was sent. */
  left(record: IRunRecord | null): IRunRecord | null {
    return record && this.#unsent.length > 0
      ? { ...record, unsent: [...this.#unsent] }
      : null;
  }
}
