import type { StoreApi } from 'zustand/vanilla';

import type { Effect, IPolicy } from '../contract';
import { EFFECTS, NEVER_ALWAYS } from '../contract';

import { omit, type IPanelState } from './panel-state';
import type { IPanelServices } from './services';
import { isOwnHand } from './trust';

/**
 * The standing rules. Whatever lets more through needs a trusted event; taking
 * a rule back never does. Each change counts for cards that wait already.
 */
export class Rules {
  constructor(
    private readonly main: StoreApi<IPanelState>,
    private readonly services: IPanelServices,
    private readonly announce: (text: string) => void
  ) {}

  get policy(): IPolicy {
    return this.services.preferences.current.policy;
  }

  /** For all notebooks. */
  setAlways(effect: Effect, allow: boolean, event: Event): void {
    if (!allow || this._isOwnHand(event)) {
      this._setAlways(effect, allow);
    }
  }

  /** Together with an approval, which was the person's own. */
  allowAlways(effect: Effect): void {
    this._setAlways(effect, true);
  }

  /** Markdown the agent writes, in a cell of its own. */
  setMarkdown(allow: boolean, event: Event): void {
    if (!allow || this._isOwnHand(event)) {
      this._change(policy => ({
        ...policy,
        markdown: allow ? 'allow' : 'ask'
      }));
    }
  }

  /** For one notebook. */
  setInNotebook(
    notebook: string,
    effect: Effect,
    allow: boolean,
    event: Event
  ): void {
    if (!allow || this._isOwnHand(event)) {
      this._setInNotebook(notebook, effect, allow);
    }
  }

  /** Together with an approval, which was the person's own. */
  allowInNotebook(notebook: string, effect: Effect): void {
    this._setInNotebook(notebook, effect, true);
  }

  /** A tool is asked about as its effect says again. */
  forgetTool(tool: string, event: Event): void {
    const tightens = this.policy.interruptOn[tool] === false;
    if (tightens || this._isOwnHand(event)) {
      this._change(policy => ({
        ...policy,
        interruptOn: omit(policy.interruptOn, tool)
      }));
    }
  }

  private _setAlways(effect: Effect, allow: boolean): void {
    if (allow && NEVER_ALWAYS.has(effect)) {
      return;
    }
    this._change(policy => ({
      ...policy,
      effects: { ...policy.effects, [effect]: allow ? 'allow' : 'ask' }
    }));
  }

  private _setInNotebook(
    notebook: string,
    effect: Effect,
    allow: boolean
  ): void {
    this._change(policy => {
      const known = policy.notebooks.find(rule => rule.notebook === notebook);
      const effects = EFFECTS.filter(each =>
        each === effect ? allow : known?.effects.includes(each)
      );
      const others = policy.notebooks.filter(rule => rule !== known);
      return {
        ...policy,
        notebooks:
          effects.length > 0 ? [...others, { notebook, effects }] : others
      };
    });
  }

  private _isOwnHand(event: Event): boolean {
    return isOwnHand(event, this.services, this.announce);
  }

  private _change(change: (policy: IPolicy) => IPolicy): void {
    const { preferences, agent, trans } = this.services;
    const { threadId } = this.main.getState();
    // One after the other: a rule must not overwrite the one before it.
    this._last = this._last.then(async () => {
      try {
        await preferences.setPolicy(change(this.policy));
      } catch (reason) {
        console.warn('Cellwright could not keep a rule.', reason);
        this.announce(
          trans.__('The rule could not be kept. Please try again.')
        );
        return;
      }
      await agent.send({ type: 'policy-changed', threadId });
    });
  }

  private _last: Promise<void> = Promise.resolve();
}
