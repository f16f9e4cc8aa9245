/**
 * Where a thread's display log ends, by branch. What this tab has added counts
 * for as long as it drives the thread; otherwise the end is looked up, because
 * another tab may have added something.
 */
export class EndsOfLog {
  private readonly _fence: () => number | undefined;
  private readonly _ends = new Map<string, number>();
  /** The thread's fence number when they were noted. */
  private _noted: number | undefined;

  /** @param fence undefined if this tab does not drive the thread. */
  constructor(fence: () => number | undefined) {
    this._fence = fence;
  }

  /** Runs a write to the log. If it fails, everything is looked up again. */
  async following(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this._ends.clear();
      throw error;
    }
  }

  /** The number of the branch's last event; -1 if it has none. */
  async of(branch: string, lookUp: () => Promise<number>): Promise<number> {
    const fence = this._fence();
    if (fence === undefined || fence !== this._noted) {
      this._ends.clear();
      this._noted = fence;
    }
    return this._ends.get(branch) ?? (await lookUp());
  }

  note(branch: string, end: number): void {
    if (this._noted !== undefined) {
      this._ends.set(branch, end);
    }
  }
}
