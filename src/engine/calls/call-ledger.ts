import { endsWithin } from '../../contract/util/ends-within';
import type { EffectLog } from '../effects/effect-log';

/** The calls of one run: which were shown, and how far each has got. */
export class CallLedger {
  /**
   * The effects of calls that have begun, recorded before they are done; by
   * call.
   */
  readonly begun = new Map<string, EffectLog>();
  /**
   * The call of our own final answer that leaves items of the todo list open, if
   * any.
   */
  leftOpen: string | null = null;
  /**
   * By call: the cell that an earlier call of its step, with the same `after`,
   * has put there.
   */
  readonly behind = new Map<string, string>();

  private readonly _proposed = new Set<string>();
  private readonly _ran = new Map<string, string>();
  private readonly _working = new Set<Promise<unknown>>();

  /** Takes over what an earlier page knew about the calls. */
  takeOver(earlier: {
    /** Calls that were shown and have no outcome yet. */
    open: Iterable<string>;
    /** The tools that were run, by call. */
    ran: ReadonlyMap<string, string>;
  }): void {
    for (const callId of earlier.open) {
      this.propose(callId);
    }
    earlier.ran.forEach((tool, callId) => this.count(callId, tool));
  }

  /** Calls that were shown and have no outcome yet. */
  get open(): string[] {
    return [...this._proposed];
  }

  /** Records that a call is shown. */
  propose(callId: string): void {
    this._proposed.add(callId);
  }

  /**
   * Records that a call has its outcome.
   *
   * @returns false if it had one before.
   */
  close(callId: string): boolean {
    return this._proposed.delete(callId);
  }

  /** Records that a call runs its tool, once however often it goes on. */
  count(callId: string, tool: string): void {
    if (!this._ran.has(callId)) {
      this._ran.set(callId, tool);
    }
  }

  /** How many other calls have run the tool. */
  othersOf(callId: string, tool: string): number {
    return [...this._ran].filter(([id, ran]) => id !== callId && ran === tool)
      .length;
  }

  /** Tracks work that Stop has to wait for. */
  track<T>(work: Promise<T>): Promise<T> {
    this._working.add(work);
    const done = (): unknown => this._working.delete(work);
    work.then(done, done);
    return work;
  }

  /** Resolves when all tracked work has settled, or after `ms`. */
  async settled(ms: number): Promise<void> {
    await endsWithin(Promise.allSettled([...this._working]), ms);
  }
}
