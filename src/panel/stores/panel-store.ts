import { Clipboard, Notification } from '@jupyterlab/apputils';
import { UUID } from '@lumino/coreutils';
import type { Widget } from '@lumino/widgets';
import { createStore, type StoreApi } from 'zustand/vanilla';

import {
  type AgentCommand,
  type AgentEvent,
  type IDebugEntry,
  isWorkspaceError
} from '../../contract';
import { Disposable } from '../../contract/util/disposable';
import { Composing } from '../actions/composing';
import { ThreadNavigation } from '../actions/thread-navigation';
import { Follow } from '../follow';
import {
  BLANK,
  FRESH,
  type IPanelState,
  type Page,
  isBusy
} from '../state/panel-state';
import { MessageSender } from '../actions/message-sender';
import type { IPanelServices } from '../state/panel-services';
import { plainSentence } from '../text/announcement';
import { StatusSpeaker, statusText } from '../text/status-text';
import { EMPTY_THREAD, type ILiveState } from '../state/thread-view-state';
import { ThreadEvents } from './thread-events';

type WithoutThread<C> = C extends unknown ? Omit<C, 'threadId'> : never;

/** Label of a cell in a notebook that is not open. */
const UNKNOWN_CELL = '#…';

/**
 * What several components of the panel share, and what it can do. What one
 * component shows is its own state, which survives a move of the panel.
 */
export class PanelStore extends Disposable {
  readonly main: StoreApi<IPanelState>;
  readonly live: StoreApi<ILiveState>;
  readonly events = new ThreadEvents(this);
  readonly sending: MessageSender;
  readonly composing: Composing;
  readonly conversations: ThreadNavigation;
  /** What the page of model requests shows, oldest first: in memory only. */
  readonly debug = createStore<{ entries: IDebugEntry[] }>(() => ({
    entries: []
  }));
  readonly follow: Follow;
  /** Reports that are shown in the main area. */
  readonly openReports = new Map<string, Widget>();

  /** Scroll position of the thread; read when the panel is mounted again. */
  readonly scroll = { top: 0, atEnd: true };

  /**
   * Silent for reviews and retries, which are announced by their own events.
   */
  private readonly _speaker = new StatusSpeaker(
    () => {
      const { pending, retry } = this.main.getState().thread;
      return pending.length > 0 || retry ? null : this.status();
    },
    text => this.announce(text)
  );

  private _suggestAttempt = 0;

  private _suggestTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly _ends: (() => void)[];

  constructor(readonly services: IPanelServices) {
    super();
    this.main = createStore<IPanelState>(() => ({
      threadId: UUID.uuid4(),
      ...BLANK,
      ...FRESH
    }));
    this.live = createStore<ILiveState>(() => EMPTY_THREAD.live);
    this.follow = new Follow(
      services.workspace,
      () => this.main.getState().thread.path
    );
    const announce = (text: string) => this.announce(text);
    this.sending = new MessageSender(this.main, services, announce, () =>
      this.events.catchUp()
    );
    this.composing = new Composing(this.main, services, this.sending, announce);
    this.conversations = new ThreadNavigation(this);
    const { agent, workspace, models, preferences } = services;
    this._ends = [
      agent.subscribe(this.events.hear),
      () => this.events.dispose(),
      workspace.onStatusChange(() => this._onWorkspaceChange()),
      models.onChange(() => {
        this._redraw();
        this.sending.onModelChange();
      }),
      preferences.onChange(() => {
        if (!preferences.current.debug) {
          this.debug.setState({ entries: [] });
        }
        this._redraw();
      }),
      this.main.subscribe(() => this._speaker.update()),
      () => this._speaker.dispose()
    ];
    this.conversations.follow();
    void this._suggest();
  }

  /** An event of the conversation that is shown was folded into it. */
  readonly onFolded = (event: AgentEvent): void => {
    if (event.type === 'run-finished') {
      this.sending.onRunFinished(event.outcome);
    } else if (event.type === 'branch') {
      void this.conversations.reload();
    }
  };

  /** Another conversation is shown. */
  onShow(): void {
    this.debug.setState({ entries: [] });
    void this._suggest();
  }

  openModelForm(): void {
    this.main.setState({ page: null, modelForm: true });
  }

  closeModelForm(): void {
    this.main.setState({ modelForm: false });
  }

  newConversation(): void {
    this._stopIfBusy();
    this.conversations.begin();
  }

  /** Starts a new conversation that begins with a summary of this one. */
  continueWithSummary(): void {
    this._stopIfBusy();
    this.conversations.beginWithSummary();
  }

  /** @param page null for the conversation. */
  show(page: Page | null): void {
    this.main.setState({ page });
  }

  /** A cell's current label; null when it is gone. */
  cellLabel(path: string, reference: string): string | null {
    const { workspace } = this.services;
    const cellId = this._cellId(reference);
    const here = workspace.status.notebook?.path;
    return (
      workspace.cellLabel(path, cellId) ??
      // The notebook may have been renamed since.
      (here && here !== path ? workspace.cellLabel(here, cellId) : null) ??
      // In a notebook that is not open, a cell is not known to be gone.
      (workspace.isOpen(path) ? null : UNKNOWN_CELL)
    );
  }

  revealCell(path: string, reference: string): void {
    const cellId = this._cellId(reference);
    const { workspace, trans } = this.services;
    this.follow.pause();
    const here = workspace.status.notebook?.path;
    const isHere =
      here !== undefined &&
      workspace.cellLabel(path, cellId) === null &&
      workspace.cellLabel(here, cellId) !== null;
    const at = isHere ? here : path;
    workspace.revealCell(at, cellId).catch((reason: unknown) => {
      console.warn('Cellwright could not show a cell.', reason);
      this.announce(
        isWorkspaceError(reason)
          ? plainSentence(reason.message, id => this.cellLabel(at, id), trans)
          : trans.__('The cell could not be shown.')
      );
    });
  }

  copy(text: string): void {
    Clipboard.copyToSystem(text);
    this.announce(this.services.trans.__('Copied.'));
  }

  /** Puts code of an answer below the active cell; the person clicked on it. */
  insertCode(source: string, event: Event): void {
    const { workspace, trans, isTrusted } = this.services;
    if (!isTrusted(event, null)) {
      return;
    }
    const insert = async (): Promise<void> => {
      const notebook = workspace.bind();
      const after = notebook.activeCellId ?? undefined;
      const id = await notebook.insertCell({ type: 'code', source, after });
      this.announce(trans.__('Inserted as a cell.'));
      this.revealCell(notebook.path, id);
    };
    insert().catch((reason: unknown) => {
      console.warn('Cellwright could not insert a cell.', reason);
      Notification.warning(
        isWorkspaceError(reason)
          ? plainSentence(reason.message, () => null, trans)
          : trans.__('The cell could not be inserted.')
      );
    });
  }

  announce(text: string): void {
    this.main.setState(({ announced }) => ({
      announced: { text, count: announced.count + 1 }
    }));
  }

  stop(): void {
    this.send({ type: 'stop' });
  }

  /** Sends a command for the conversation that is shown. */
  send(command: WithoutThread<AgentCommand>): void {
    const { threadId } = this.main.getState();
    void this.services.agent.send({ ...command, threadId } as AgentCommand);
  }

  /** Shows what undoing a turn would change; by default the last one. */
  showUndo(runId?: string): void {
    const { order, items } = this.main.getState().thread;
    const last = order
      .map(id => items[id])
      .findLast(item => item.kind === 'turn' && item.undone === null);
    const shown = runId ?? (last?.kind === 'turn' ? last.runId : null);
    if (shown === null) {
      this.announce(
        this.services.trans.__('There is nothing to undo in this conversation.')
      );
      return;
    }
    this.show({ name: 'undo', runId: shown });
  }

  /** What is going on, in a sentence; null if nothing is. */
  status(): string | null {
    const state = this.main.getState();
    const { thread } = state;
    return statusText(
      thread,
      this.live.getState(),
      isBusy(state),
      id => this.cellLabel(thread.path, id),
      this.services.trans
    );
  }

  protected override release(): void {
    clearTimeout(this._suggestTimer);
    this.conversations.dispose();
    this._ends.forEach(end => end());
    this.follow.dispose();
  }

  private _stopIfBusy(): void {
    if (this.sending.isBusy) {
      this.stop();
    }
  }

  private _onWorkspaceChange(): void {
    this._redraw();
    this.conversations.follow();
    clearTimeout(this._suggestTimer);
    this._suggestTimer = setTimeout(() => void this._suggest(), 300);
  }

  private _redraw(): void {
    this.main.setState(({ revision }) => ({ revision: revision + 1 }));
  }

  /** The id of a cell by the name that the model uses. */
  private _cellId(reference: string): string {
    return this.main.getState().thread.cellNames.get(reference) ?? reference;
  }

  private async _suggest(): Promise<void> {
    if (this.main.getState().thread.order.length > 0 || this.isDisposed) {
      return;
    }
    const attempt = ++this._suggestAttempt;
    try {
      const suggestions = await this.services.workspace.suggestions();
      if (attempt === this._suggestAttempt && !this.isDisposed) {
        this.main.setState({ suggestions: suggestions.slice(0, 3) });
      }
    } catch (reason) {
      console.warn('Cellwright found nothing to suggest.', reason);
    }
  }
}
