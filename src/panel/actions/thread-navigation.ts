import { UUID } from '@lumino/coreutils';
import type { StoreApi } from 'zustand/vanilla';

import type { IThreadDraft, IThreadRecord } from '../../contract';

import { Drafts, stateOf, type IScroll } from '../state/drafts';
import { ITEMS_DRAWN, type ThreadEvents } from '../stores/thread-events';
import { conversationTitle, foundText } from '../text/announcement';
import {
  BLANK,
  FRESH,
  type IFoundThreads,
  type IPanelState
} from '../state/panel-state';
import type { MessageSender } from './message-sender';
import type { IPanelServices } from '../state/panel-services';
import {
  EMPTY_THREAD,
  type ILiveState,
  type IThreadViewState
} from '../state/thread-view-state';

/** Most items that are drawn to return to where the person was. */
const ITEMS_TO_COME_BACK = 300;

/** What it needs of the panel's store. */
interface IStore {
  readonly main: StoreApi<IPanelState>;
  readonly live: StoreApi<ILiveState>;
  readonly services: IPanelServices;
  readonly events: ThreadEvents;
  readonly sending: MessageSender;
  readonly scroll: IScroll;
  announce(text: string): void;
  /** Called when another conversation is shown. */
  onShow(): void;
}

/**
 * Decides which conversation is shown: the last one of the notebook in front
 * when the panel opens, another one when the person switches notebooks and has
 * nothing in progress, or whichever they choose.
 */
export class ThreadNavigation {
  /** Stores drafts. */
  readonly drafts: Drafts;

  private _attempt = 0;

  private _refreshAttempt = 0;

  /** The notebook whose conversation is being looked up. */
  private _goingTo: string | null = null;

  /** The notebook that was in front at the last check. */
  private _front: string | null = null;

  private readonly _ends: (() => void)[];

  constructor(private readonly _store: IStore) {
    const { services, main, scroll } = _store;
    const { threads, workspace } = services;
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
    this._attempt++;
    this.drafts.dispose();
    this._ends.forEach(end => end());
  }

  /**
   * Path of the notebook in front if another conversation is shown; null if its
   * own is.
   */
  get elsewhere(): string | null {
    const { services, main } = this._store;
    const path = services.workspace.status.notebook?.path;
    const { home, thread } = main.getState();
    return path &&
      home !== null &&
      path !== home &&
      path !== this._goingTo &&
      thread.order.length > 0
      ? path
      : null;
  }

  /**
   * Goes to the conversation of a notebook that came to the front, unless the
   * person is in the middle of something. Only at that moment: the end of a
   * run, or any later change, must not take the person away from what they are
   * reading.
   */
  follow(): void {
    const { services, main } = this._store;
    const path = services.workspace.status.notebook?.path ?? null;
    const came = path !== this._front;
    this._front = path;
    if (
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
   * Goes to the last conversation with a notebook, or to a new one.
   * @param asked whether the person asked for it.
   */
  async goTo(path: string, asked = true): Promise<void> {
    const { services, main } = this._store;
    const attempt = ++this._attempt;
    const blank = main.getState().thread.order.length === 0;
    this._goingTo = path;
    main.setState({ coming: blank });
    try {
      const record = await services.threads.lastOf(path);
      if (attempt !== this._attempt || !(asked || this._isIdle())) {
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
   * @param asked whether the person asked for it; otherwise it is cancelled if
   * they start something.
   * @returns whether it is shown.
   */
  async open(threadId: string, asked = true): Promise<boolean> {
    const { services, main, events } = this._store;
    const { threads, trans } = services;
    const attempt = ++this._attempt;
    await this.drafts.flush();
    try {
      const [record, draft] = await Promise.all([
        threads.get(threadId),
        threads.draft(threadId)
      ]);
      if (attempt !== this._attempt || !record) {
        return false;
      }
      await events.read(threadId, thread => {
        if (attempt === this._attempt && (asked || this._isIdle())) {
          this._show(record, thread, draft);
        }
      });
      if (attempt !== this._attempt || main.getState().threadId !== threadId) {
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
      if (attempt === this._attempt) {
        main.setState({ unopened: threadId });
        this._store.announce(trans.__('The conversation could not be opened.'));
      }
      return false;
    }
  }

  /**
   * A file contains conversations that this browser did not write: asks the
   * person.
   */
  ask(found: IFoundThreads | null): void {
    const { main, services } = this._store;
    main.setState({ found });
    if (found && found.waiting > 0) {
      this._store.announce(foundText(found, services.trans));
    }
  }

  /** Starts a new conversation; the current one stays in the list. */
  begin(home = this._store.services.workspace.status.notebook?.path): void {
    const { main, live, scroll } = this._store;
    const { threadId, draft, attachments } = main.getState();
    this._attempt++;
    // The draft moves to the new conversation.
    if (draft || attachments.length > 0) {
      this.drafts.forget(threadId);
    } else {
      void this.drafts.flush();
    }
    live.setState(EMPTY_THREAD.live, true);
    scroll.top = 0;
    scroll.atEnd = true;
    main.setState({ threadId: UUID.uuid4(), ...FRESH, home: home ?? null });
    this._store.onShow();
    this.drafts.touch();
  }

  /**
   * "Continue in a new conversation with a summary": the next message creates
   * it.
   */
  beginWithSummary(): void {
    const { main, services } = this._store;
    const { threadId, home } = main.getState();
    const title = conversationTitle(main.getState(), services);
    this.begin(home ?? undefined);
    main.setState({ continues: { threadId, title } });
    this._store.announce(
      services.trans.__('A new conversation that begins with a summary.')
    );
  }

  /** Reads the conversation again after a change of branch. */
  async reload(): Promise<void> {
    const { main, live, events, scroll } = this._store;
    const { threadId } = main.getState();
    try {
      await events.read(threadId, thread => {
        if (threadId !== main.getState().threadId) {
          return;
        }
        const { settled } = thread;
        live.setState(thread.live, true);
        scroll.atEnd = true;
        main.setState({
          thread: settled,
          from: Math.max(0, settled.order.length - ITEMS_DRAWN)
        });
      });
      await this._refresh();
    } catch (reason) {
      console.warn('Cellwright could not read a branch.', reason);
    }
  }

  /** Draws more of the earlier items. */
  showEarlier(): void {
    this._store.main.setState(({ from }) => ({
      from: Math.max(0, from - ITEMS_DRAWN)
    }));
  }

  /**
   * Until the agent knows which decisions were made before the page closed, a
   * card may look open although it is not: nothing can be decided until then.
   */
  private async _reopen(threadId: string): Promise<void> {
    const { main, services } = this._store;
    main.setState({ opening: threadId });
    await services.agent.send({ type: 'open', threadId });
    const { opening, record } = main.getState();
    if (opening === threadId && !record?.damaged) {
      main.setState({ opening: null });
    }
  }

  private _show(
    record: IThreadRecord,
    { settled, live }: IThreadViewState,
    draft: IThreadDraft | undefined
  ): void {
    const { main, scroll, sending } = this._store;
    this._store.live.setState(live, true);
    const back = stateOf(draft, settled);
    // What was typed while the panel was still looking is kept.
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
      reading: BLANK.reading,
      inputHistory: BLANK.inputHistory,
      mention: BLANK.mention,
      ...back
    });
    sending.rememberAll(settled);
    this.drafts.restored(record.id, draft ?? null);
    this._store.onShow();
  }

  /** The stored conversation may have changed, or be gone. */
  private async _refresh(): Promise<void> {
    const { services, main } = this._store;
    const { threadId } = main.getState();
    const attempt = ++this._refreshAttempt;
    try {
      const record = (await services.threads.get(threadId)) ?? null;
      const state = main.getState();
      if (attempt !== this._refreshAttempt || state.threadId !== threadId) {
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
      } else if (state.record && !this._store.sending.isBusy) {
        // Deleted, in this tab or another.
        this.begin(state.home ?? undefined);
        main.setState({ page: state.page });
      }
    } catch (reason) {
      console.warn('Cellwright could not read a conversation.', reason);
    }
  }

  private _isIdle(): boolean {
    const { main, sending } = this._store;
    const state = main.getState();
    // At the start, text typed in the meantime is carried over.
    if (state.home === null && state.thread.order.length === 0) {
      return !sending.isBusy && state.undisclosed === null;
    }
    return (
      !sending.isBusy &&
      state.page === null &&
      state.draft.trim() === '' &&
      state.attachments.length === 0 &&
      state.held.length === 0 &&
      state.undisclosed === null &&
      state.continues === null
    );
  }
}
