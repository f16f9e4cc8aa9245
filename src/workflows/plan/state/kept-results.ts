import { keepPlanFiles } from './keep-plan-files';
import type { IPlanPorts } from './plan-ports';
import type { PlanStateValue } from './plan-state';

/**
 * Keeps the results of a plan after each step, one after the other. The work
 * does not wait: they are on their way before the step counts as done, and what
 * went wrong is said after the next one, or at the end.
 */
export class KeptResults {
  private _last: Promise<string[]> = Promise.resolve([]);

  constructor(private readonly _ports: Pick<IPlanPorts, 'shelf' | 'trans'>) {}

  /** @returns what is to be said of those before. */
  keep(state: PlanStateValue): Promise<string[]> {
    const before = this._last;
    this._last = before.then(() =>
      keepPlanFiles(this._ports, 'results', state)
    );
    return before;
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
    const before = await this.keep(state);
    return [...new Set([...before, ...(await this._last)])];
  }
}
