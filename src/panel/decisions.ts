import type { StoreApi } from 'zustand/vanilla';

import type { Decision, IReviewCard } from '../contract';

import { ALL_CARDS, omit, type IPanelState } from './panel-state';
import type { IPanelServices } from './services';

/**
 * What the person decides on cards, and what they write before they do. Every
 * way to let something run goes through here and needs a trusted event.
 */
export class Decisions {
  constructor(
    private readonly main: StoreApi<IPanelState>,
    private readonly services: IPanelServices,
    private readonly announce: (text: string) => void,
    /** Takes in what the agent has told and is still held. */
    private readonly catchUp: () => void
  ) {}

  /** @returns whether the rule was sent: switching it on needs a trusted event. */
  setTurnRule(on: boolean, event: Event): boolean {
    if (on && !this._isTrusted(event)) {
      return false;
    }
    const { threadId } = this.main.getState();
    void this.services.agent.send({ type: 'turn-rule', threadId, on });
    return true;
  }

  beginEdit(callId: string): void {
    const card = this._pendingCard(callId);
    if (card) {
      this.main.setState(({ edits, editing }) => ({
        edits: { ...edits, [callId]: edits[callId] ?? card.body.text },
        editing: { ...editing, [callId]: true }
      }));
    }
  }

  setEdit(callId: string, text: string): void {
    this.main.setState(({ edits, refused }) => ({
      edits: { ...edits, [callId]: text },
      refused: omit(refused, callId)
    }));
  }

  discardEdit(callId: string): void {
    this.main.setState(({ edits, editing, refused }) => ({
      edits: omit(edits, callId),
      editing: omit(editing, callId),
      refused: omit(refused, callId)
    }));
  }

  /** Opens the field for a reason, or changes what it holds. */
  setReason(key: string, reason: string): void {
    this.main.setState(({ rejecting }) => ({
      rejecting: { ...rejecting, [key]: reason }
    }));
  }

  closeReason(key: string): void {
    this.main.setState(({ rejecting }) => ({
      rejecting: omit(rejecting, key)
    }));
  }

  /**
   * Approves a card, with its edit where there is one.
   * @returns whether a decision was sent.
   */
  async approve(callId: string, event: Event): Promise<boolean> {
    if (!this._isTrusted(event)) {
      return false;
    }
    const card = this._pendingCard(callId);
    const text = this.main.getState().edits[callId];
    if (!card) {
      return false;
    }
    if (
      text === undefined ||
      text === card.body.text ||
      card.editable === undefined
    ) {
      this._decide(callId, { type: 'approve' });
      return true;
    }
    const args = { ...card.args, [card.editable]: text };
    const problem = await this._problem(card, args, text);
    if (problem !== null) {
      this.main.setState(({ refused }) => ({
        refused: { ...refused, [callId]: problem }
      }));
      this.announce(problem);
      return false;
    }
    // What was checked must be what is sent.
    if (
      this._pendingCard(callId)?.hash !== card.hash ||
      this.main.getState().edits[callId] !== text
    ) {
      return false;
    }
    this._decide(callId, {
      type: 'edit',
      editedAction: { name: card.tool, args }
    });
    return true;
  }

  reject(callId: string, reason: string): void {
    const message = reason.trim();
    this._decide(callId, {
      type: 'reject',
      ...(message ? { message } : {})
    });
  }

  async approveAll(event: Event): Promise<boolean> {
    const approved = await Promise.all(
      this.main
        .getState()
        .thread.pending.map(callId => this.approve(callId, event))
    );
    return approved.every(Boolean);
  }

  rejectAll(reason: string): void {
    this.main
      .getState()
      .thread.pending.forEach(callId => this.reject(callId, reason));
    this.closeReason(ALL_CARDS);
  }

  private _decide(callId: string, decision: Decision): void {
    const { threadId, thread } = this.main.getState();
    const card = this._pendingCard(callId);
    const item = thread.items[callId];
    if (!card || item?.kind !== 'call' || !item.review) {
      return;
    }
    const { interruptId } = item.review;
    this.main.setState(({ sent, rejecting, editing }) => ({
      sent: { ...sent, [callId]: decision.type },
      rejecting: omit(rejecting, callId),
      editing: omit(editing, callId)
    }));
    void this.services.agent
      .send({
        type: 'resume',
        threadId,
        interruptId,
        decisions: { [callId]: decision },
        hashes: { [callId]: card.hash }
      })
      .then(() => {
        this.catchUp();
        this.main.setState(({ sent }) => ({ sent: omit(sent, callId) }));
      });
  }

  /** What is wrong with an edit, in a sentence; null when it can be sent. */
  private async _problem(
    card: IReviewCard,
    args: Record<string, unknown>,
    text: string
  ): Promise<string | null> {
    const { trans, validateArgs } = this.services;
    if (card.effect === 'execute' && !text.trim()) {
      return trans.__('There is no code left to run.');
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

  /** The card of a call that can be decided now. */
  private _pendingCard(callId: string): IReviewCard | undefined {
    const { thread, sent } = this.main.getState();
    const item = thread.items[callId];
    return item?.kind === 'call' &&
      item.review?.status === 'pending' &&
      !(callId in sent)
      ? item.review.card
      : undefined;
  }

  private _isTrusted(event: Event): boolean {
    const trusted = this.services.isTrusted(event);
    if (!trusted) {
      this.announce(
        this.services.trans.__(
          'Only a real click or key can approve. Please press the button yourself.'
        )
      );
    }
    return trusted;
  }
}
