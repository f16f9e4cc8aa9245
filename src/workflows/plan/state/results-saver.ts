import { keepPlanFiles } from './keep-plan-files';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Stores the results of a plan after each step, one version after the other.
 * The work does not wait: storing starts before the step counts as done, a
 * newer version replaces one that still waits, and a failure is reported after
 * the first step that knows of it, or at the end.
 */
export class ResultsSaver {
  private _next: PlanStateValue | null = null;
  private _working: Promise<void> | null = null;
  private _unsaid: string[] = [];

  constructor(
    private readonly _ports: Pick<IPlanPorts, 'planFiles' | 'trans'>
  ) {}

  /** @returns problems of earlier versions to report, as far as known. */
  keep(state: PlanStateValue): string[] {
    this._next = state;
    this._working ??= this._work();
    return this._unsaid.splice(0);
  }

  /**
   * Stores the results once more, since an earlier page may have closed before
   * they were stored.
   *
   * @returns all problems to report, each sentence once.
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
