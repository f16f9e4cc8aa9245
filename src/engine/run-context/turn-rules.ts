import type { Effect } from '../../contract';

/** What the person decided in one turn: for its rest, and call by call. */
export class TurnRules {
  private readonly _effects = new Set<Effect>();
  private readonly _reviewed = new Set<string>();

  /** Effects that the person lets through for the rest of this turn. */
  get effects(): ReadonlySet<Effect> {
    return this._effects;
  }

  /** Calls that a person decided on, by id. */
  get reviewed(): ReadonlySet<string> {
    return this._reviewed;
  }

  /** @returns whether that changes anything. */
  allow(effects: readonly Effect[], on: boolean): boolean {
    const changed = effects.filter(each => this._effects.has(each) !== on);
    changed.forEach(each =>
      on ? this._effects.add(each) : this._effects.delete(each)
    );
    return changed.length > 0;
  }

  /** Notes that a person decided on a call. */
  review(callId: string): void {
    this._reviewed.add(callId);
  }
}
