import { UUID } from '@lumino/coreutils';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { AgentEvent } from '../contract';

import { Clock } from './clock';
import { Decisions } from './decisions';
import { EventInbox } from './event-inbox';
import { foldEvent } from './fold-event';
import { recall } from './message-history';
import { EMPTY_MODEL_FORM, type IModelForm } from './model-form';
import { FRESH, omit, type IPanelState } from './panel-state';
import { announcement } from './sentences';
import type { IPanelServices } from './services';
import {
  EMPTY_THREAD,
  type ILiveState,
  type IThreadState
} from './thread-state';

/**
 * What the panel knows and what it can do. Components read from it and call
 * it; they hold no state of their own, since a move of the panel unmounts them.
 */
export class PanelStore {
  readonly main: StoreApi<IPanelState>;
  readonly live: StoreApi<ILiveState>;
  readonly clock = new Clock();
  readonly decisions: Decisions;
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
    this.decisions = new Decisions(
      this.main,
      services,
      text => this.announce(text),
      () => this._inbox.flush()
    );
    this._ends = [
      services.agent.subscribe(event => this._inbox.push(event)),
      () => this._inbox.dispose(),
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

  private _remember(text: string): void {
    if (this._sentMessages[this._sentMessages.length - 1] !== text) {
      this._sentMessages.push(text);
    }
  }

  /** A start that came to nothing gives the words back. */
  private _onStartSettled(messageId: string): void {
    this._inbox.flush();
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

  private readonly _inbox = new EventInbox(event => this._take(event));
  private _thread: IThreadState = EMPTY_THREAD;
  private _sentMessages: string[] = [];
  private _suggestTurn = 0;
  private _suggestTimer: ReturnType<typeof setTimeout> | undefined;
  private _isDisposed = false;
  private readonly _ends: (() => void)[];
}
