import { UUID } from '@lumino/coreutils';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { AgentEvent, Decision, ISuggestion } from '../contract';

import { Clock } from './clock';
import { recall, type IRecall } from './message-history';
import { EMPTY_MODEL_FORM, type IModelForm } from './model-form';
import { announcement } from './sentences';
import type { IPanelServices } from './services';
import type { ICallItem } from './thread-items';
import {
  EMPTY_THREAD,
  foldEvent,
  type ILiveState,
  type ISettledState,
  type IThreadState
} from './thread-state';

/** Everything the panel draws from, besides what streams. */
export interface IPanelState {
  threadId: string;
  thread: ISettledState;
  draft: string;
  recall: IRecall | null;
  /** Messages sent, of which the engine has not told yet. */
  outgoing: { messageId: string; text: string }[];
  /** The text of cards whose editor was opened, by call. */
  edits: Record<string, string>;
  /** Cards whose editor is writable now. */
  editing: Record<string, boolean>;
  /** Reasons being written, by call; `ALL_CARDS` for all at once. */
  rejecting: Record<string, string>;
  /** Decisions sent, of which the engine has not told yet, by call. */
  sent: Record<string, Decision['type']>;
  /** Why an edit was refused at the card, by call. */
  refused: Record<string, string>;
  /** What is unfolded, by a key of the component's own. */
  open: Record<string, boolean>;
  /** The form of the model's settings; null while it is closed. */
  modelForm: IModelForm | null;
  suggestions: ISuggestion[];
  /** For the live region; `count` tells two equal sentences apart. */
  announced: { text: string; count: number };
  /** Go up when the workspace or the model says that it changed. */
  workspaceRevision: number;
  modelRevision: number;
}

/** Key in `rejecting` of the reason for all cards at once. */
export const ALL_CARDS = '*';

/**
 * What the panel knows and what it can do. Components read from it and call
 * it; they hold no state of their own, since a move of the panel unmounts them.
 */
export class PanelStore {
  readonly main: StoreApi<IPanelState>;
  readonly live: StoreApi<ILiveState>;
  readonly clock = new Clock();
  /** Where the thread is scrolled to; read when the panel is mounted again. */
  readonly scroll = { top: 0, atEnd: true };

  constructor(readonly services: IPanelServices) {
    this.main = createStore<IPanelState>(() => ({
      threadId: UUID.uuid4(),
      suggestions: [],
      announced: { text: '', count: 0 },
      workspaceRevision: 0,
      modelRevision: 0,
      modelForm: null,
      draft: '',
      recall: null,
      ...FRESH
    }));
    this.live = createStore<ILiveState>(() => EMPTY_THREAD.live);
    this._ends = [
      services.agent.subscribe(event => this._take(event)),
      services.workspace.onStatusChange(() => this._onWorkspaceChange()),
      services.models.onChange(() =>
        this.main.setState(state => ({
          modelRevision: state.modelRevision + 1
        }))
      )
    ];
    void this._suggest();
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    clearTimeout(this._suggestTimer);
    this._ends.forEach(end => end());
  }

  /** Whether a run is going on, or one has been asked for. */
  get isBusy(): boolean {
    const { thread, outgoing } = this.main.getState();
    return thread.run !== null || outgoing.length > 0;
  }

  newConversation(): void {
    const { threadId } = this.main.getState();
    if (this.isBusy) {
      void this.services.agent.send({ type: 'stop', threadId });
    }
    this._thread = EMPTY_THREAD;
    this.scroll.top = 0;
    this.scroll.atEnd = true;
    this.live.setState(EMPTY_THREAD.live, true);
    this.main.setState({ threadId: UUID.uuid4(), ...FRESH });
    void this._suggest();
  }

  /** What a cell is called now; null when it is gone. */
  cellLabel(path: string, cellId: string): string | null {
    const { workspace } = this.services;
    const here = workspace.status.notebook?.path;
    return (
      workspace.cellLabel(path, cellId) ??
      // The notebook may have been renamed since.
      (here && here !== path ? workspace.cellLabel(here, cellId) : null)
    );
  }

  revealCell(path: string, cellId: string): void {
    const { workspace, trans } = this.services;
    const here = workspace.status.notebook?.path;
    const at = here && workspace.cellLabel(path, cellId) === null ? here : path;
    workspace.revealCell(at, cellId).catch((reason: unknown) => {
      console.warn('Cellwright could not show a cell.', reason);
      this.announce(trans.__('The cell could not be shown.'));
    });
  }

  announce(text: string): void {
    this.main.setState(({ announced }) => ({
      announced: { text, count: announced.count + 1 }
    }));
  }

  setDraft(draft: string): void {
    this.main.setState({ draft, recall: null });
  }

  /** Walks through earlier messages. @returns whether there was one. */
  recall(step: -1 | 1): boolean {
    const state = this.main.getState();
    const next = recall(this._sentMessages, state.recall, state.draft, step);
    if (next) {
      this.main.setState(next);
    }
    return next !== null;
  }

  /** Sends the draft, or queues it while a run is going. */
  sendDraft(): void {
    const text = this.main.getState().draft.trim();
    if (text && this.say(text)) {
      this.main.setState({ draft: '', recall: null });
    }
  }

  /** @returns false when nothing can be sent now. */
  say(text: string): boolean {
    const { agent, workspace } = this.services;
    const { threadId } = this.main.getState();
    const messageId = UUID.uuid4();
    if (this.isBusy) {
      this._remember(text);
      void agent.send({ type: 'queue', threadId, messageId, text });
      return true;
    }
    if (!workspace.status.notebook) {
      return false;
    }
    this._remember(text);
    this.scroll.atEnd = true;
    this.main.setState(({ outgoing }) => ({
      outgoing: [...outgoing, { messageId, text }]
    }));
    void agent
      .send({ type: 'start', threadId, messageId, text })
      .then(() => this._onStartSettled(messageId));
    return true;
  }

  editQueued(messageId: string): void {
    const { thread, draft } = this.main.getState();
    const message = thread.queued.find(one => one.messageId === messageId);
    if (message) {
      this.removeQueued(messageId);
      this.setDraft(draft.trim() ? `${message.text}\n${draft}` : message.text);
    }
  }

  removeQueued(messageId: string): void {
    const { threadId } = this.main.getState();
    void this.services.agent.send({
      type: 'queue',
      threadId,
      messageId,
      text: null
    });
  }

  stop(): void {
    const { threadId } = this.main.getState();
    void this.services.agent.send({ type: 'stop', threadId });
  }

  retry(): void {
    const { threadId } = this.main.getState();
    void this.services.agent.send({ type: 'retry', threadId });
  }

  restartKernel(): void {
    const { threadId } = this.main.getState();
    void this.services.agent.send({ type: 'restart-kernel', threadId });
  }

  /** @returns whether the rule was sent: switching it on needs a trusted event. */
  setTurnRule(on: boolean, event: Event): boolean {
    if (on && !this._isTrusted(event)) {
      return false;
    }
    const { threadId } = this.main.getState();
    void this.services.agent.send({ type: 'turn-rule', threadId, on });
    return true;
  }

  setOpen(key: string, open: boolean): void {
    this.main.setState(state => ({ open: { ...state.open, [key]: open } }));
  }

  setModelForm(modelForm: IModelForm | null): void {
    this.main.setState({ modelForm });
  }

  openModelForm(): void {
    this.setModelForm({
      ...EMPTY_MODEL_FORM,
      choice: this.services.models.choice
    });
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
    const { services } = this;
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
    const problem =
      card.effect === 'execute' && !text.trim()
        ? services.trans.__('There is no code left to run.')
        : ((await services.validateArgs?.(card.tool, args)) ?? null);
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
    const review = (thread.items[callId] as ICallItem | undefined)?.review;
    if (!card || !review) {
      return;
    }
    this.main.setState(({ sent, rejecting, editing }) => ({
      sent: { ...sent, [callId]: decision.type },
      rejecting: omit(rejecting, callId),
      editing: omit(editing, callId)
    }));
    void this.services.agent
      .send({
        type: 'resume',
        threadId,
        interruptId: review.interruptId,
        decisions: { [callId]: decision },
        hashes: { [callId]: card.hash }
      })
      .then(() =>
        this.main.setState(({ sent }) => ({ sent: omit(sent, callId) }))
      );
  }

  /** The card of a call that can be decided now. */
  private _pendingCard(callId: string) {
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

  private _remember(text: string): void {
    if (this._sentMessages[this._sentMessages.length - 1] !== text) {
      this._sentMessages.push(text);
    }
  }

  /** A start that came to nothing gives the words back. */
  private _onStartSettled(messageId: string): void {
    const { outgoing, draft } = this.main.getState();
    const lost = outgoing.find(message => message.messageId === messageId);
    if (lost) {
      this.main.setState({
        outgoing: outgoing.filter(message => message !== lost),
        ...(draft ? {} : { draft: lost.text })
      });
    }
  }

  private _take(event: AgentEvent): void {
    const state = this.main.getState();
    if (event.threadId !== state.threadId) {
      return;
    }
    const before = this._thread;
    const after = foldEvent(before, event);
    this._thread = after;
    const change: Partial<IPanelState> = {};
    if (after.settled !== before.settled) {
      change.thread = after.settled;
    }
    if (event.type === 'user-message') {
      change.outgoing = state.outgoing.filter(
        message => message.messageId !== event.messageId
      );
    }
    if (event.type === 'review-voided') {
      change.sent = omit(state.sent, event.card.callId);
      change.open = omit(state.open, `decided-${event.card.callId}`);
    }
    const words = announcement(
      event,
      after.settled,
      id => this.cellLabel(after.settled.path, id),
      this.services.trans
    );
    if (words !== null) {
      change.announced = { text: words, count: state.announced.count + 1 };
    }
    // A token is told to the message that streams, and to nobody else.
    if (after.live !== before.live) {
      this.live.setState(after.live, true);
    }
    if (Object.keys(change).length > 0) {
      this.main.setState(change);
    }
  }

  private _onWorkspaceChange(): void {
    this.main.setState(state => ({
      workspaceRevision: state.workspaceRevision + 1
    }));
    clearTimeout(this._suggestTimer);
    this._suggestTimer = setTimeout(() => void this._suggest(), 300);
  }

  private async _suggest(): Promise<void> {
    if (this.main.getState().thread.order.length > 0 || this._isDisposed) {
      return;
    }
    const turn = ++this._suggestTurn;
    try {
      const suggestions = await this.services.workspace.suggestions();
      if (turn === this._suggestTurn && !this._isDisposed) {
        this.main.setState({ suggestions: suggestions.slice(0, 3) });
      }
    } catch (reason) {
      console.warn('Cellwright found nothing to suggest.', reason);
    }
  }

  private _thread: IThreadState = EMPTY_THREAD;
  private _sentMessages: string[] = [];
  private _suggestTurn = 0;
  private _suggestTimer: ReturnType<typeof setTimeout> | undefined;
  private _isDisposed = false;
  private readonly _ends: (() => void)[];
}

/** What begins anew with a conversation. */
const FRESH = {
  thread: EMPTY_THREAD.settled,
  outgoing: [],
  edits: {},
  editing: {},
  rejecting: {},
  sent: {},
  refused: {},
  open: {}
} satisfies Partial<IPanelState>;

function omit<T>(record: Record<string, T>, key: string): Record<string, T> {
  if (!(key in record)) {
    return record;
  }
  const rest = { ...record };
  delete rest[key];
  return rest;
}
