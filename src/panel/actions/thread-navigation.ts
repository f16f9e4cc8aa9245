import { UUID } from '@lumino/coreutils';
import type { StoreApi } from 'zustand/vanilla';

import type { AgentEvent, IThreadDraft, IThreadRecord } from '../../contract';

import { Drafts, stateOf, type IScroll } from '../state/drafts';
import { foundText } from '../text/found-text';
import {
  BLANK,
  FRESH,
  type IFoundThreads,
  type IPanelState
} from '../state/panel-state';
import type { MessageSender } from './message-sender';
import type { IPanelServices } from '../state/panel-services';
import { ITEMS_DRAWN, type ThreadView } from '../reducers/thread-view';

/** Most items that are drawn to come back to where the person was. */
const ITEMS_TO_COME_BACK = 300;

export interface IThreadNavigationOptions {
  main: StoreApi<IPanelState>;
  services: IPanelServices;
  shown: ThreadView;
  sending: MessageSender;
  scroll: IScroll;
  announce(text: string): void;
  /** Another conversation is shown. */
  onShow(): void;
}

/**
 * Which conversation is in front of the person: the last one of the notebook in
 * front when the panel comes back, another when they go to another notebook and
 * have nothing going on in this one, or whichever they choose.
 */
export class ThreadNavigation {
  /** Keeps what is being written; null where nothing is kept. */
  readonly drafts: Drafts | null;

  private _turn = 0;

  private _refreshTurn = 0;

  /** The notebook whose conversation is being looked for. */
  private _goingTo: string | null = null;

  /** The notebook that was in front when it was last looked. */
  private _front: string | null = null;

  private readonly _ends: (() => void)[];

  constructor(private readonly _options: IThreadNavigationOptions) {
    const { services, main, scroll } = _options;
    const { threads, workspace } = services;
    if (!threads) {
      this.drafts = null;
      this._ends = [];
      return;
    }
    this.drafts = new Drafts(main, threads, scroll);
    this._ends = [
      threads.onChange(() => void this._refresh()),
      workspace.onMove((from, to) => {
        if (main.getState().home === from) {
          main.setState({ home: to });
        }
      })
    ];
  }

  dispose(): void {
    this._turn++;
    this.drafts?.dispose();
    this._ends.forEach(end => end());
  }

  /** Path of a notebook in front whose conversation is another one; null where it is shown. */
  get elsewhere(): string | null {
    const { services, main } = this._options;
    const path = services.workspace.status.notebook?.path;
    const { home, thread } = main.getState();
    return services.threads &&
      path &&
      home !== null &&
      path !== home &&
      path !== this._goingTo &&
      thread.order.length > 0
      ? path
      : null;
  }

  /**
   * To the conversation of a notebook that came to the front, unless the person
   * is in the middle of something. Only then: a run that ends, or whatever else
   * changes later, takes nobody away from what they read.
   */
  follow(): void {
    const { services, main } = this._options;
    const path = services.workspace.status.notebook?.path ?? null;
    const came = path !== this._front;
    this._front = path;
    if (
      services.threads &&
      came &&
      path &&
      path !== main.getState().home &&
      path !== this._goingTo &&
      this._isIdle()
    ) {
      void this.goTo(path, false);
    }
  }

  /**
   * To the last conversation with a notebook, or a new one.
   * @param asked whether the person asked for it.
   */
  async goTo(path: string, asked = true): Promise<void> {
    const { services, main } = this._options;
    const turn = ++this._turn;
    const blank = main.getState().thread.order.length === 0;
    this._goingTo = path;
    main.setState({ coming: blank });
    try {
      const record = await services.threads?.lastOf(path);
      if (turn !== this._turn || !(asked || this._isIdle())) {
        return;
      }
      if (record) {
        await this.open(record.id, asked);
      } else if (blank) {
        main.setState({ home: path });
      } else {
        this.begin(path);
      }
    } catch (reason) {
      console.warn('Cellwright could not look up a conversation.', reason);
      main.setState({ home: path });
    } finally {
      if (this._goingTo === path) {
        this._goingTo = null;
        main.setState({ coming: false });
      }
    }
  }

  /**
   * Shows a conversation as it was left.
   * @param asked whether the person asked for it; else it gives way to them.
   * @returns whether it is shown.
   */
  async open(threadId: string, asked = true): Promise<boolean> {
    const { services, main, shown, announce } = this._options;
    const { threads, trans } = services;
    if (!threads) {
      return false;
    }
    const turn = ++this._turn;
    await this.drafts?.flush();
    try {
      const [record, draft] = await Promise.all([
        threads.get(threadId),
        threads.draft(threadId)
      ]);
      if (turn !== this._turn || !record) {
        return false;
      }
      await shown.read(
        threadId,
        // And not from the store: it may lack what is on its way there.
        () => services.agent.history(threadId),
        history => {
          if (turn === this._turn && (asked || this._isIdle())) {
            this._show(record, history, draft);
          }
        }
      );
      if (turn !== this._turn || main.getState().threadId !== threadId) {
        return false;
      }
      const { run } = main.getState().thread;
      if (record.damaged) {
        main.setState({ opening: threadId });
      } else if (record.run || record.pending > 0 || run) {
        void this._reopen(threadId);
      }
      return true;
    } catch (reason) {
      console.warn('Cellwright could not open a conversation.', reason);
      if (turn === this._turn) {
        main.setState({ unopened: threadId });
        announce(trans.__('The conversation could not be opened.'));
      }
      return false;
    }
  }

  /** A file holds conversations that this browser did not write: the person is asked. */
  ask(found: IFoundThreads | null): void {
    const { main, announce, services } = this._options;
    main.setState({ found });
    if (found && found.waiting > 0) {
      announce(foundText(found, services.trans));
    }
  }

  /** A new conversation; the one that is shown stays in the list. */
  begin(home = this._options.services.workspace.status.notebook?.path): void {
    const { main, shown, scroll, onShow } = this._options;
    const { threadId, draft, attachments } = main.getState();
    this._turn++;
    // The draft goes along.
    if (draft || attachments.length > 0) {
      this.drafts?.forget(threadId);
    } else {
      void this.drafts?.flush();
    }
    shown.clear();
    scroll.top = 0;
    scroll.atEnd = true;
    main.setState({ threadId: UUID.uuid4(), ...FRESH, home: home ?? null });
    onShow();
    this.drafts?.touch();
  }

  /** "Continue in a new conversation with a summary": it is made with the next message. */
  beginWithSummary(): void {
    const { main, announce, services } = this._options;
    const { threadId, thread, record, home } = main.getState();
    const title = record?.title || thread.title;
    this.begin(home ?? undefined);
    main.setState({ continues: { threadId, title } });
    announce(
      services.trans.__('A new conversation that begins with a summary.')
    );
  }

  /** What is shown is another branch by now. */
  async reload(): Promise<void> {
    const { services, main, shown, scroll } = this._options;
    const { agent } = services;
    const { threadId } = main.getState();
    try {
      await shown.read(
        threadId,
        () => agent.history(threadId),
        history => {
          if (threadId !== main.getState().threadId) {
            return;
          }
          const { settled } = shown.replace(threadId, history);
          scroll.atEnd = true;
          main.setState(({ outgoing }) => ({
            thread: settled,
            from: Math.max(0, settled.order.length - ITEMS_DRAWN),
            outgoing: outgoing.filter(
              ({ messageId }) => !settled.items[messageId]
            )
          }));
        }
      );
      await this._refresh();
    } catch (reason) {
      console.warn('Cellwright could not read a branch.', reason);
    }
  }

  /** Draws more of what is above. */
  showEarlier(): void {
    this._options.main.setState(({ from }) => ({
      from: Math.max(0, from - ITEMS_DRAWN)
    }));
  }

  /**
   * Until the agent knows what was decided before the page went, a card may
   * show as open that is not: nothing can be decided on it.
   */
  private async _reopen(threadId: string): Promise<void> {
    const { main, services } = this._options;
    main.setState({ opening: threadId });
    await services.agent.send({ type: 'open', threadId });
    const { opening, record } = main.getState();
    if (opening === threadId && !record?.damaged) {
      main.setState({ opening: null });
    }
  }

  private _show(
    record: IThreadRecord,
    history: AgentEvent[],
    draft: IThreadDraft | undefined
  ): void {
    const { main, shown, scroll, sending, onShow } = this._options;
    const { settled } = shown.replace(record.id, history);
    const back = stateOf(draft, settled);
    // What was typed while the panel was still looking is not lost.
    const { coming, draft: typed } = main.getState();
    if (coming && typed.trim()) {
      back.draft = back.draft ? `${back.draft}\n${typed}` : typed;
    }
    const count = settled.order.length;
    const { top, atEnd, from = 0 } = draft?.scroll ?? { top: 0, atEnd: true };
    const least = Math.max(0, count - ITEMS_TO_COME_BACK);
    scroll.atEnd = atEnd;
    scroll.top = from < least ? 0 : top;
    main.setState({
      ...FRESH,
      threadId: record.id,
      thread: settled,
      record,
      home: record.notebook,
      from: atEnd ? Math.max(0, count - ITEMS_DRAWN) : Math.max(from, least),
      target: BLANK.target,
      recall: BLANK.recall,
      mention: BLANK.mention,
      ...back
    });
    sending.rememberAll(settled);
    this.drafts?.restored(record.id, draft ?? null);
    onShow();
  }

  /** What is kept of the conversation may have changed, or be gone. */
  private async _refresh(): Promise<void> {
    const { services, main } = this._options;
    const { threadId } = main.getState();
    const turn = ++this._refreshTurn;
    try {
      const record = (await services.threads?.get(threadId)) ?? null;
      const state = main.getState();
      if (turn !== this._refreshTurn || state.threadId !== threadId) {
        return;
      }
      if (record) {
        if (JSON.stringify(record) !== JSON.stringify(state.record)) {
          main.setState({
            record,
            home: record.notebook,
            ...(record.damaged && { opening: threadId })
          });
        }
      } else if (state.record && !this._options.sending.isBusy) {
        // Deleted, here or in another tab.
        this.begin(state.home ?? undefined);
        main.setState({ view: state.view });
      }
    } catch (reason) {
      console.warn('Cellwright could not read a conversation.', reason);
    }
  }

  private _isIdle(): boolean {
    const { main, sending } = this._options;
    const state = main.getState();
    // At the start, what is typed while the panel looks goes along.
    if (state.home === null && state.thread.order.length === 0) {
      return !sending.isBusy && state.undisclosed === null;
    }
    return (
      !sending.isBusy &&
      state.view === 'thread' &&
      state.draft.trim() === '' &&
      state.attachments.length === 0 &&
      state.held.length === 0 &&
      state.undisclosed === null &&
      state.continues === null
    );
  }
}
