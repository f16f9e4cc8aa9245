/** Steps a character that no code of a person's takes; see `WorkBudget`. */
const STEPS = 20;
/** For the shortest of code. */
const FEWEST_STEPS = 50_000;

/**
 * What looking at code may cost: a number of steps that grows with the code and
 * no faster. Whoever walks through a tree counts its steps here and ends when
 * they are spent; code that spends them all is asked about. Steps are the same
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
