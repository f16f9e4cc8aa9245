import { Notification } from '@jupyterlab/apputils';

import {
  type Effect,
  type ICodeQuestion,
  type INotebookRule,
  type IPolicy,
  type IReviewCard,
  type IServerTool,
  type IServerToolRule,
  type NotebookBinding,
  EFFECTS,
  NEVER_ALWAYS,
  isBoundTo,
  isSameNotebook,
  isSameServerTool
} from '../../contract';

import type { AllowScope } from '../card/card';
import { ALL_CARDS, omit } from '../state/panel-state';
import type { PanelStore } from '../stores/panel-store';
import { isOwnHand, showUnseen } from '../trust/is-persons-event';

type CodeRule = NonNullable<ICodeQuestion['allow']>;

/** The last change of a rule: there is one policy in a page. */
let last: Promise<void> = Promise.resolve();

/**
 * The standing rules. Whatever allows more goes through `mayDecideMore`; taking
 * a rule back never does. Each change also applies to cards that are already
 * waiting.
 */
export class Rules {
  constructor(private readonly _store: PanelStore) {}

  get policy(): IPolicy {
    return this._store.services.preferences.current.policy;
  }

  /**
   * Whether this may decide more than the card it was pressed on: it is the
   * person's own hand, and every other card that waits was in view. If one was
   * not, that one is scrolled to, and the person has to press again.
   *
   * @param card the one that it was pressed on; null for none.
   */
  mayDecideMore(event: Event, card: string | null): boolean {
    const { trans } = this._store.services;
    if (!isOwnHand(this._store, event, card)) {
      return false;
    }
    const { thread, page } = this._store.main.getState();
    const { pending, items } = thread;
    const unseen = showUnseen(
      pending.flatMap(id => {
        const item = items[id];
        return id !== card && item?.kind === 'call' && item.review
          ? [item.review.card]
          : [];
      })
    );
    const why =
      page === null
        ? trans.__(
            'This decides about cards that were not in view yet. Look at them, then press again.'
          )
        : trans.__(
            'This decides about cards that were not in view yet. Go back and look at them first.'
          );
    const key = card ?? ALL_CARDS;
    this._store.main.setState(({ refused }) => ({
      refused: unseen ? { ...refused, [key]: why } : omit(refused, key)
    }));
    return !unseen;
  }

  /** @param card the one that it was pressed on; null for none. */
  setTurnRule(on: boolean, event: Event, card: string | null = null): void {
    if (!on || this.mayDecideMore(event, card)) {
      this._store.send({ type: 'turn-rule', on });
    }
  }

  /** Allows an effect in all notebooks, or takes that back. */
  setAlways(effect: Effect, allow: boolean, event: Event): void {
    if (!allow || this.mayDecideMore(event, null)) {
      this._setAlways(effect, allow);
    }
  }

  /** Called with an approval, whose event was already checked. */
  allow({ effect, server }: IReviewCard, scope: AllowScope): void {
    const { thread } = this._store.main.getState();
    switch (scope) {
      case 'once':
        return;
      case 'turn':
        this._store.send({
          type: 'turn-rule',
          on: true,
          ...(server
            ? { serverTool: serverToolOf(server) }
            : {
                effects: [
                  ...new Set([...(thread.turnRule?.effects ?? []), effect])
                ]
              })
        });
        return;
      case 'page':
        return (
          server &&
          this._trust(server, () => ({ lasts: 'page', notebook: null }))
        );
      case 'notebook':
        return this._allowInNotebook(thread.path, effect);
      case 'always':
        return this._setAlways(effect, true);
    }
  }

  /** Allows Markdown that the agent writes into a cell of its own. */
  setMarkdown(allow: boolean, event: Event): void {
    if (!allow || this.mayDecideMore(event, null)) {
      this._change(allow, policy => ({
        ...policy,
        markdown: allow ? 'allow' : 'ask'
      }));
    }
  }

  /**
   * Allows an effect in the notebook that is open at this path, but not in
   * another one that is at this path later. Called with an approval, whose
   * event was already checked.
   */
  private _allowInNotebook(path: string, effect: Effect): void {
    const { workspace } = this._store.services;
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

  /** Takes back an effect that a rule for one notebook allows. */
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
   * "Reads only; I trust this server": set by hand, only on the servers page.
   *
   * @param where path of the one open notebook that it applies to; null for
   * all.
   */
  trustServerTool(
    tool: IServerTool & { says: string },
    where: string | null,
    repeat: boolean,
    event: Event
  ): void {
    if (this.mayDecideMore(event, null)) {
      this._trust(tool, () => ({
        lasts: 'ever',
        notebook: where === null ? null : this._bindingOf(where),
        ...(repeat && { repeat })
      }));
    }
  }

  private _trust(
    tool: IServerTool & { says: string },
    howOf: () => Pick<IServerToolRule, 'lasts' | 'notebook' | 'repeat'>
  ): void {
    this._change(true, policy => {
      const rule = {
        ...serverToolOf(tool),
        ...howOf(),
        description: tool.says
      };
      const others = (policy.serverTools ?? []).filter(
        each => !isSameRule(each, rule)
      );
      return { ...policy, serverTools: [...others, rule] };
    });
  }

  /** Takes back a rule for a server's tool. */
  endServerTool(rule: IServerToolRule): void {
    this._change(false, policy => ({
      ...policy,
      serverTools: (policy.serverTools ?? []).filter(
        each => !isSameRule(each, rule)
      )
    }));
  }

  /**
   * Allows a package or a language in code, and has the cards that wait judged
   * again; or takes that back.
   *
   * @param card the one that it was pressed on; null for none.
   */
  setCode(
    { kind, name }: CodeRule,
    allow: boolean,
    event: Event,
    card: string | null = null
  ): void {
    if (!allow || this.mayDecideMore(event, card)) {
      const list = kind === 'package' ? 'packages' : 'languages';
      this._change(allow, policy => ({
        ...policy,
        [list]: [
          ...policy[list].filter(each => each !== name),
          ...(allow ? [name] : [])
        ]
      }));
    }
  }

  /**
   * Drops the setting for one tool, so that its effect decides again whether to
   * ask.
   */
  forgetTool(tool: string, event: Event): void {
    const tightens = this.policy.interruptOn[tool] === false;
    if (tightens || this.mayDecideMore(event, null)) {
      this._change(!tightens, policy => ({
        ...policy,
        interruptOn: omit(policy.interruptOn, tool)
      }));
    }
  }

  private _bindingOf(path: string): NotebookBinding {
    const { workspace, preferences } = this._store.services;
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

  /**
   * @param loosens whether it allows more. Such changes run one after the
   * other, so that a rule does not overwrite the one before it. Taking a rule
   * back waits for nothing.
   */
  private _change(
    loosens: boolean,
    change: (policy: IPolicy) => IPolicy
  ): void {
    const apply = () => this._apply(change);
    last = loosens
      ? last.then(apply)
      : Promise.all([apply(), last]).then(() => undefined);
  }

  private async _apply(change: (policy: IPolicy) => IPolicy): Promise<void> {
    const { preferences, agent, trans } = this._store.services;
    const { threadId } = this._store.main.getState();
    try {
      await preferences.setPolicy(change(this.policy));
    } catch (reason) {
      console.warn('Cellwright could not save a rule.', reason);
      Notification.warning(
        trans.__(
          'The change could not be saved, so your rules stay as they were. Please try again.'
        )
      );
      return;
    }
    await agent.send({ type: 'policy-changed', threadId });
  }
}

/** The part of a server's tool that identifies it. */
function serverToolOf({
  server,
  address,
  tool,
  hash
}: IServerTool): IServerTool {
  return { server, address, tool, hash };
}

/**
 * Whether both are for the same tool in the same place: the new one replaces
 * the old.
 */
function isSameRule(one: IServerToolRule, other: IServerToolRule): boolean {
  return (
    isSameServerTool(one, other) &&
    one.lasts === other.lasts &&
    (one.notebook === null
      ? other.notebook === null
      : other.notebook !== null && isSameNotebook(one.notebook, other.notebook))
  );
}

/** The policy with `rule` in place of the known one. */
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
