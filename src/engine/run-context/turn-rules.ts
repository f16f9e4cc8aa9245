import type { Effect } from '../../contract';

/** What the person decided in one turn: for its rest, and call by call. */
export class TurnRules {
  readonly #effects = new Set<Effect>();
  readonly #reviewed = new Set<string>();

  /** Effects that the person lets through for the rest of this turn. */
  get effects(): ReadonlySet<Effect> {
    return this.#effects;
  }

  /** Calls that a person decided on, by id. */
  get reviewed(): ReadonlySet<string> {
    return this.#reviewed;
  }

  /** @returns whether that changes anything. */
  allow(effects: readonly Effect[], on: boolean): boolean {
    const changed = effects.filter(each => this.#effects.has(each) !== on);
    changed.forEach(each =>
      on ? this.#effects.add(each) : this.#effects.delete(each)
    );
    return changed.length > 0;
  }

  /** Notes that a person decided on a call. */
  review(callId: string): void {
    this.#reviewed.add(callId);
  }
}
