import type { StoreApi } from 'zustand/vanilla';

import type {
  Decision,
  Effect,
  IFollowingCall,
  IReviewCard,
  UnclearChoice
} from '../../contract';
import { readArguments } from '../../contract/text/read-arguments';

import { allowScopes, type AllowScope } from './allow-scope';
import { bodyText } from '../text/body-text';
import {
  ALL_CARDS,
  omit,
  type IAnswerDraft,
  type IPanelState
} from '../state/panel-state';
import { rulesOf, serverToolOf, type Rules } from './rules';
import type { IPanelServices } from '../state/panel-services';
import { perStore } from '../stores/per-store';
import { isOwnHand } from '../trust/is-own-hand';

/** A decision on a card as the person saw it. */
interface IMadeDecision {
  card: IReviewCard;
  decision: Decision;
}

/** An answer to which nothing has been given yet. */
export const NO_ANSWER: IAnswerDraft = { chosen: [], other: null };

/**
 * The person's decisions on cards, and what they write before deciding. Every
 * way to let something run goes through here and needs a trusted event.
 */
export class Decisions {
  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _rules: Rules,
    private readonly _announce: (text: string) => void,
    /** Processes events of the agent that are still held back. */
    private readonly _catchUp: () => void
  ) {}

  /**
   * Approves a card, and lets through whatever else the person chose.
   * @returns whether a decision was sent.
   */
  async allow(
    callId: string,
    scope: AllowScope,
    event: Event
  ): Promise<boolean> {
    const card = this._pendingCard(callId);
    const { thread, threadId } = this._main.getState();
    const { policy } = this._rules;
    if (
      !card ||
      !allowScopes(card, policy).includes(scope) ||
      !(scope === 'once'
        ? this._isTrusted(event, callId)
        : this._rules.mayDecideMore(event, callId)) ||
      !(await this._approve(callId))
    ) {
      return false;
    }
    const { effect, server } = card;
    switch (scope) {
      case 'once':
        break;
      case 'turn':
        void this._services.agent.send({
          type: 'turn-rule',
          threadId,
          on: true,
          ...(server
            ? { serverTool: serverToolOf(server) }
            : { effects: union(thread.turnEffects, effect) })
        });
        break;
      case 'page':
        if (server) {
          this._rules.allowServerTool(server);
        }
        break;
      case 'notebook':
        this._rules.allowInNotebook(thread.path, effect);
        break;
      case 'always':
        this._rules.allowAlways(effect);
        break;
    }
    return true;
  }

  setAnswer(callId: string, answer: IAnswerDraft): void {
    this._main.setState(({ answers }) => ({
      answers: { ...answers, [callId]: answer }
    }));
  }

  /**
   * Answers a question with the choices and words given.
   * @returns whether a decision was sent.
   */
  respond(callId: string, event: Event): boolean {
    const card = this._pendingCard(callId);
    const { chosen, other } =
      this._main.getState().answers[callId] ?? NO_ANSWER;
    const message = [...chosen, other?.trim() ?? '']
      .filter(part => part !== '')
      .join('; ');
    if (
      !message ||
      card?.body.kind !== 'question' ||
      !card.allowedDecisions.includes('respond') ||
      !this._isTrusted(event, callId)
    ) {
      return false;
    }
    this._decide(callId, { type: 'respond', message });
    return true;
  }

  /**
   * States what happened to a call that may have run before the page closed.
   * @returns whether a decision was sent.
   */
  settle(callId: string, choice: UnclearChoice, event: Event): boolean {
    if (
      this._pendingCard(callId)?.body.kind !== 'unclear' ||
      !this._isTrusted(event, callId)
    ) {
      return false;
    }
    this._decide(callId, { type: 'respond', message: choice });
    return true;
  }

  beginEdit(callId: string): void {
    const card = this._pendingCard(callId);
    if (card) {
      this._main.setState(({ edits, editing }) => ({
        edits: { ...edits, [callId]: edits[callId] ?? bodyText(card.body) },
        editing: { ...editing, [callId]: true }
      }));
    }
  }

  setEdit(callId: string, text: string): void {
    this._main.setState(({ edits, refused }) => ({
      edits: { ...edits, [callId]: text },
      refused: omit(refused, callId)
    }));
  }

  discardEdit(callId: string): void {
    this._main.setState(({ edits, editing, refused }) => ({
      edits: omit(edits, callId),
      editing: omit(editing, callId),
      refused: omit(refused, callId)
    }));
  }

  /** Opens the field for a reason, or changes its text. */
  setReason(key: string, reason: string): void {
    this._main.setState(({ rejecting }) => ({
      rejecting: { ...rejecting, [key]: reason }
    }));
  }

  closeReason(key: string): void {
    this._main.setState(({ rejecting }) => ({
      rejecting: omit(rejecting, key)
    }));
  }

  /**
   * Approves a card, with its edit if there is one.
   * @returns whether a decision was sent.
   */
  async approve(callId: string, event: Event): Promise<boolean> {
    return this._isTrusted(event, callId) && this._approve(callId);
  }

  /** @returns whether a decision was sent. */
  reject(callId: string, reason: string): boolean {
    const message = reason.trim();
    if (!this._pendingCard(callId)?.allowedDecisions.includes('reject')) {
      return false;
    }
    this._decide(callId, {
      type: 'reject',
      ...(message ? { message } : {})
    });
    return true;
  }

  async approveAll(event: Event): Promise<boolean> {
    if (!this._rules.mayDecideMore(event, null)) {
      return false;
    }
    const { review } = this._main.getState().thread;
    const calls = this._pendingCalls();
    const approved = await Promise.all(
      calls.map(callId => this._approval(callId))
    );
    const sent = this._send(
      approved.filter(each => each !== null),
      review?.following
    );
    return sent === calls.length;
  }

  rejectAll(reason: string): void {
    const sent = this._pendingCalls().filter(id => this.reject(id, reason));
    if (sent.length > 0) {
      this.closeReason(ALL_CARDS);
    }
  }

  /** The caller has already checked that the person pressed it. */
  private async _approve(callId: string): Promise<boolean> {
    const approval = await this._approval(callId);
    return approval !== null && this._send([approval]) === 1;
  }

  /** The approval of a card, with its edit; null if it cannot be approved. */
  private async _approval(callId: string): Promise<IMadeDecision | null> {
    const card = this._pendingCard(callId);
    const text = this._main.getState().edits[callId];
    if (!card?.allowedDecisions.includes('approve')) {
      return null;
    }
    if (
      text === undefined ||
      text === bodyText(card.body) ||
      card.editable === undefined
    ) {
      return { card, decision: { type: 'approve' } };
    }
    const whole =
      card.body.kind === 'arguments' ? readArguments(text) : undefined;
    const args = whole ?? { ...card.args, [card.editable]: text };
    const problem =
      whole === null
        ? this._services.trans.__(
            'These arguments are not valid JSON, so nothing was sent. Look for a missing comma or quotation mark.'
          )
        : await this._problem(card, args, text);
    if (problem !== null) {
      this._main.setState(({ refused }) => ({
        refused: { ...refused, [callId]: problem }
      }));
      this._announce(problem);
      return null;
    }
    // What is sent must be exactly what was checked.
    return this._main.getState().edits[callId] === text
      ? {
          card,
          decision: { type: 'edit', editedAction: { name: card.tool, args } }
        }
      : null;
  }

  private _decide(callId: string, decision: Decision): void {
    const card = this._pendingCard(callId);
    if (card) {
      this._send([{ card, decision }]);
    }
  }

  /**
   * Sends decisions, those of one review together.
   *
   * @param following what was announced with the cards and is approved too.
   * @returns how many were sent: none whose card has changed meanwhile.
   */
  private _send(
    created: readonly IMadeDecision[],
    following: readonly IFollowingCall[] = []
  ): number {
    const { threadId, thread } = this._main.getState();
    const reviews = new Map<string, IMadeDecision[]>();
    for (const each of created) {
      const { callId, hash } = each.card;
      const item = thread.items[callId];
      if (
        this._pendingCard(callId)?.hash === hash &&
        item?.kind === 'call' &&
        item.review
      ) {
        const { interruptId } = item.review;
        reviews.set(interruptId, [...(reviews.get(interruptId) ?? []), each]);
      }
    }
    for (const [interruptId, decided] of reviews) {
      const ids = decided.map(({ card }) => card.callId);
      const decisions = Object.fromEntries(
        decided.map(({ card, decision }) => [card.callId, decision])
      );
      this._main.setState(({ sent, rejecting, editing }) => ({
        sent: {
          ...sent,
          ...Object.fromEntries(ids.map(id => [id, decisions[id].type]))
        },
        rejecting: ids.reduce(omit, rejecting),
        editing: ids.reduce(omit, editing)
      }));
      void this._services.agent
        .send({
          type: 'resume',
          threadId,
          interruptId,
          decisions,
          hashes: Object.fromEntries(
            decided.map(({ card }) => [card.callId, card.hash])
          ),
          ...(following.length > 0 && {
            covers: following.map(({ callId }) => callId)
          })
        })
        .then(() => {
          this._catchUp();
          this._main.setState(({ sent }) => ({ sent: ids.reduce(omit, sent) }));
        });
    }
    return [...reviews.values()].flat().length;
  }

  /** What is wrong with an edit, in a sentence; null when it can be sent. */
  private async _problem(
    card: IReviewCard,
    args: Record<string, unknown>,
    text: string
  ): Promise<string | null> {
    const { trans, validateArgs } = this._services;
    if (!text.trim() && card.effect === 'execute') {
      return trans.__('There is no code left to run.');
    }
    if (!text.trim() && card.body.kind === 'command') {
      return trans.__('There is no command left to run.');
    }
    try {
      return (await validateArgs?.(card.tool, args)) ?? null;
    } catch (reason) {
      console.warn('Cellwright could not check an edit.', reason);
      return trans.__(
        'The edit could not be checked. Please approve it again.'
      );
    }
  }

  private _pendingCalls(): string[] {
    const { pending, items } = this._main.getState().thread;
    return pending.filter(id => items[id]?.kind === 'call');
  }

  /** The card of a call that can be decided now. */
  private _pendingCard(callId: string): IReviewCard | undefined {
    const { thread, sent, opening } = this._main.getState();
    const item = thread.items[callId];
    return item?.kind === 'call' &&
      item.review?.status === 'pending' &&
      !(callId in sent) &&
      opening === null
      ? item.review.card
      : undefined;
  }

  private _isTrusted(event: Event, callId: string): boolean {
    return isOwnHand(event, this._services, this._announce, callId);
  }
}

/** Created with the first card. */
export const decisionsOf = perStore(
  store =>
    new Decisions(
      store.main,
      store.services,
      rulesOf(store),
      text => store.announce(text),
      () => store.catchUp()
    )
);

function union(effects: readonly Effect[], effect: Effect): Effect[] {
  return effects.includes(effect) ? [...effects] : [...effects, effect];
}
