/** Steps per character, more than any real code takes; see `WorkBudget`. */
const STEPS = 20;
/** Minimum number of steps, for very short code. */
const FEWEST_STEPS = 50_000;

/**
 * A limit on the cost of examining code: a number of steps proportional to its
 * length. Whatever walks through the tree counts its steps here and stops when
 * they are used up; code that uses them up is asked about. Steps are the same
 * on every machine.
 */
export class WorkBudget {
  private _steps = 0;

  private readonly _limit: number;

  /** @param length of the whole code, in characters. */
  constructor(length: number) {
    this._limit = length * STEPS + FEWEST_STEPS;
  }

  get steps(): number {
    return this._steps;
  }

  get isSpent(): boolean {
    return this._steps > this._limit;
  }

  spend(steps: number): void {
    this._steps += steps;
  }
}
