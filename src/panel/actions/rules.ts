import type { StoreApi } from 'zustand/vanilla';

import {
  type Effect,
  type INotebookRule,
  type IPolicy,
  type IServerTool,
  type IServerToolRule,
  type NotebookBinding,
  EFFECTS,
  NEVER_ALWAYS,
  isBoundTo,
  isSameNotebook,
  isSameServerTool
} from '../../contract';

import { omit, type IPanelState } from '../state/panel-state';
import type { IPanelServices } from '../state/panel-services';
import { isOwnHand } from '../trust/is-own-hand';

/**
 * The standing rules. Whatever lets more through needs a trusted event; taking
 * a rule back never does. Each change counts for cards that wait already.
 */
export class Rules {
  private _last: Promise<void> = Promise.resolve();

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _announce: (text: string) => void
  ) {}

  get policy(): IPolicy {
    return this._services.preferences.current.policy;
  }

  /** @returns whether the rule was sent: switching it on needs a trusted event. */
  setTurnRule(on: boolean, event: Event): boolean {
    if (on && !this._isOwnHand(event)) {
      return false;
    }
    const { threadId } = this._main.getState();
    void this._services.agent.send({ type: 'turn-rule', threadId, on });
    return true;
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
      this._change(allow, policy => ({
        ...policy,
        markdown: allow ? 'allow' : 'ask'
      }));
    }
  }

  /**
   * For the notebook that is open at this path, and for no other that will be.
   * Together with an approval, which was the person's own.
   */
  allowInNotebook(path: string, effect: Effect): void {
    const { workspace } = this._services;
    this._change(true, policy => {
      const { identity } = workspace.bind(path);
      const known = policy.notebooks.find(rule => isBoundTo(rule, identity));
      const rule: INotebookRule = known ?? {
        ...this._bindingOf(path),
        effects: []
      };
      return withRule(policy, known, {
        ...rule,
        effects: EFFECTS.filter(
          each => each === effect || rule.effects.includes(each)
        )
      });
    });
  }

  /** Takes back what a rule for one notebook lets through. */
  endInNotebook(rule: INotebookRule, effect: Effect): void {
    this._change(false, policy => {
      const known = policy.notebooks.find(each => isSameNotebook(each, rule));
      return withRule(policy, known, {
        ...rule,
        effects: known?.effects.filter(each => each !== effect) ?? []
      });
    });
  }

  /**
   * Until the page is closed. Together with an approval, which was the person's
   * own.
   */
  allowServerTool(tool: IServerTool & { says: string }): void {
    this._change(true, policy =>
      withServerTool(policy, {
        ...serverToolOf(tool),
        notebook: null,
        lasts: 'page',
        said: tool.says
      })
    );
  }

  /**
   * "Reads only; I trust this server": by hand, on the page of the server alone.
   *
   * @param where path of the one open notebook it holds for; null for all.
   * @returns whether it was the person's own hand.
   */
  trustServerTool(
    tool: IServerTool & { says: string },
    where: string | null,
    repeat: boolean,
    event: Event
  ): boolean {
    if (!this._isOwnHand(event)) {
      return false;
    }
    this._change(true, policy =>
      withServerTool(policy, {
        ...serverToolOf(tool),
        notebook: where === null ? null : this._bindingOf(where),
        lasts: 'ever',
        said: tool.says,
        ...(repeat && { repeat })
      })
    );
    return true;
  }

  /** Takes back a rule for a tool of a server. */
  endServerTool(rule: IServerToolRule): void {
    this._change(false, policy => ({
      ...policy,
      serverTools: (policy.serverTools ?? []).filter(
        each => !isSameRule(each, rule)
      )
    }));
  }

  /** A tool is asked about as its effect says again. */
  forgetTool(tool: string, event: Event): void {
    const tightens = this.policy.interruptOn[tool] === false;
    if (tightens || this._isOwnHand(event)) {
      this._change(!tightens, policy => ({
        ...policy,
        interruptOn: omit(policy.interruptOn, tool)
      }));
    }
  }

  private _bindingOf(path: string): NotebookBinding {
    const { workspace, preferences } = this._services;
    const notebook = workspace.bind(path);
    return {
      root: notebook.identity.root,
      notebook: path,
      ...notebook.identify(preferences.current.provenance)
    };
  }

  private _setAlways(effect: Effect, allow: boolean): void {
    if (allow && NEVER_ALWAYS.has(effect)) {
      return;
    }
    this._change(allow, policy => ({
      ...policy,
      effects: { ...policy.effects, [effect]: allow ? 'allow' : 'ask' }
    }));
  }

  private _isOwnHand(event: Event): boolean {
    return isOwnHand(event, this._services, this._announce);
  }

  /**
   * @param loosens lets more through: one after the other then, so that a rule
   * does not overwrite the one before it. What is taken back waits for nobody.
   */
  private _change(
    loosens: boolean,
    change: (policy: IPolicy) => IPolicy
  ): void {
    const apply = () => this._apply(change);
    this._last = loosens
      ? this._last.then(apply)
      : Promise.all([apply(), this._last]).then(() => undefined);
  }

  private async _apply(change: (policy: IPolicy) => IPolicy): Promise<void> {
    const { preferences, agent, trans } = this._services;
    const { threadId } = this._main.getState();
    try {
      const how = await preferences.setPolicy(change(this.policy));
      if (how === 'held') {
        this._announce(
          trans.__(
            'The rule no longer holds. Your settings are updated as soon as the Jupyter server accepts the change.'
          )
        );
      }
    } catch (reason) {
      console.warn('Cellwright could not keep a rule.', reason);
      this._announce(
        trans.__('The rule could not be saved. Please try again.')
      );
      return;
    }
    await agent.send({ type: 'policy-changed', threadId });
  }
}

/** What a tool of a server is known by, without what else is told of it. */
export function serverToolOf({
  server,
  address,
  tool,
  hash
}: IServerTool): IServerTool {
  return { server, address, tool, hash };
}

function withServerTool(policy: IPolicy, rule: IServerToolRule): IPolicy {
  return {
    ...policy,
    serverTools: [
      ...(policy.serverTools ?? []).filter(each => !isSameRule(each, rule)),
      rule
    ]
  };
}

/** For the same tool in the same place: one takes the place of the other. */
function isSameRule(one: IServerToolRule, other: IServerToolRule): boolean {
  return (
    isSameServerTool(one, other) &&
    one.lasts === other.lasts &&
    (one.notebook === null
      ? other.notebook === null
      : other.notebook !== null && isSameNotebook(one.notebook, other.notebook))
  );
}

/** The policy with a rule in the place of the one that is known. */
function withRule(
  policy: IPolicy,
  known: INotebookRule | undefined,
  rule: INotebookRule
): IPolicy {
  const others = policy.notebooks.filter(each => each !== known);
  return {
    ...policy,
    notebooks: rule.effects.length > 0 ? [...others, rule] : others
  };
}
