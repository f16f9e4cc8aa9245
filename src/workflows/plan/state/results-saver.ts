import { keepPlanFiles } from './keep-plan-files';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Keeps the results of a plan after each step, one after the other. The work
 * does not wait: they are on their way before the step counts as done, those of
 * a later step instead of any that still wait, and what went wrong is said after
 * the first step that knows, or at the end.
 */
export class ResultsSaver {
  private _next: PlanStateValue | null = null;
  private _working: Promise<void> | null = null;
  private _unsaid: string[] = [];

  constructor(private readonly _ports: Pick<IPlanPorts, 'shelf' | 'trans'>) {}

  /** @returns what is to be said of those before, as far as it is known. */
  keep(state: PlanStateValue): string[] {
    this._next = state;
    this._working ??= this._work();
    return this._unsaid.splice(0);
  }

  /**
   * Once more, since a page that went may have had others on their way.
   *
   * @returns what is to be said of all of them, each sentence once.
   */
  async end(state: PlanStateValue): Promise<string[]> {
    if (Object.keys(state.outcomes).length === 0) {
      return [];
    }
    const before = this.keep(state);
    await this._working;
    return [...new Set([...before, ...this._unsaid.splice(0)])];
  }

  private async _work(): Promise<void> {
    while (this._next) {
      const state = this._next;
      this._next = null;
      this._unsaid.push(
        ...(await keepPlanFiles(this._ports, 'results', state))
      );
    }
    this._working = null;
  }
}
