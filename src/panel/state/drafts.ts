import type { StoreApi } from 'zustand/vanilla';

import type { IThreadDraft, IThreads } from '../../contract';

import { isSameAttachment } from './message';
import { undelivered, type ICardDraft, type IPanelState } from './panel-state';
import type { ISettledState } from './thread-view-state';

/** ms without a change before a draft is stored. */
const DELAY = 300;

/**
 * Scroll position of the thread. Nothing is drawn from it, so it is not state.
 */
export interface IScroll {
  top: number;
  atEnd: boolean;
}

/** The parts of the panel's state that are stored with a draft. */
const KEPT = [
  'draft',
  'attachments',
  'mode',
  'cards',
  'held',
  'outgoing',
  'undisclosed',
  'from'
] as const satisfies readonly (keyof IPanelState)[];

/** Stores what the person has begun, so that a reload loses none of it. */
export class Drafts {
  private readonly _end: () => void;

  private _timer: ReturnType<typeof setTimeout> | undefined;

  /** The last stored draft, with its thread; null before the first. */
  private _saved: string | null = null;

  /** A thread that was created only to hold a draft. */
  private _made: string | null = null;

  private _last: Promise<void> = Promise.resolve();

  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _threads: IThreads,
    private readonly _scroll: IScroll
  ) {
    const now = () => void this.flush();
    const hidden = () => {
      if (document.visibilityState === 'hidden') {
        now();
      }
    };
    window.addEventListener('pagehide', now);
    document.addEventListener('visibilitychange', hidden);
    const end = _main.subscribe((state, before) => {
      if (
        state.threadId === before.threadId &&
        KEPT.some(key => state[key] !== before[key])
      ) {
        this.touch();
      }
    });
    this._end = () => {
      window.removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', hidden);
      end();
    };
  }

  dispose(): void {
    void this.flush();
    this._end();
  }

  /** Something that is stored has changed. */
  touch(): void {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => void this.flush(), DELAY);
  }

  /** Stores it now; resolves when it is stored. */
  flush(): Promise<void> {
    clearTimeout(this._timer);
    const state = this._main.getState();
    if (state.coming || state.record?.damaged) {
      return this._last;
    }
    const draft = draftOf(state, this._scroll);
    const text = `${state.threadId} ${JSON.stringify(draft)}`;
    if (text !== this._saved && (draft || this._saved !== null)) {
      this._saved = text;
      this._enqueue(() => this._save(state, draft));
    }
    return this._last;
  }

  /** Notes a draft read from storage as the stored one. */
  restored(threadId: string, draft: IThreadDraft | null): void {
    clearTimeout(this._timer);
    this._saved = `${threadId} ${JSON.stringify(draft)}`;
  }

  /** The draft has moved to another thread. */
  forget(threadId: string): void {
    clearTimeout(this._timer);
    this._saved = `${threadId} null`;
    this._enqueue(() => this._threads.saveDraft(threadId, null));
  }

  private async _save(
    { threadId, home, record, thread, outgoing }: IPanelState,
    draft: IThreadDraft | null
  ): Promise<void> {
    const empty = thread.order.length === 0 && outgoing.length === 0;
    if (draft && !record && !(await this._threads.get(threadId))) {
      // A scroll position alone is no reason to create a thread.
      if (home === null || !hasWords(draft)) {
        return;
      }
      await this._threads.create(threadId, home);
      this._made = threadId;
    }
    await this._threads.saveDraft(threadId, draft);
    if (!draft && empty && this._made === threadId) {
      // It was created only for the draft.
      this._made = null;
      await this._threads.delete(threadId);
    }
  }

  private _enqueue(act: () => Promise<void>): void {
    this._last = this._last.then(act).catch((reason: unknown) => {
      console.warn('Cellwright could not save a draft.', reason);
    });
  }
}

/** The part of the state that is worth storing; null if there is nothing. */
function draftOf(state: IPanelState, scroll: IScroll): IThreadDraft | null {
  const { thread, mode, undisclosed, outgoing, held, from } = state;
  const waiting = new Set(thread.pending);
  // Messages that were sent but not taken yet must not be lost either.
  const unsent = [
    ...undelivered(outgoing, thread),
    ...(undisclosed?.type === 'start' ? [undisclosed.message] : []),
    ...held
  ];
  const draft: IThreadDraft = {
    text: [...unsent.map(({ text }) => text), state.draft]
      .filter(text => text.trim() !== '')
      .join('\n'),
    attachments: [
      ...unsent.flatMap(({ attachments }) => attachments),
      ...state.attachments
    ].filter(
      (one, index, all) =>
        all.findIndex(other => isSameAttachment(one, other)) === index
    ),
    mode,
    answers: Object.fromEntries(
      Object.entries(state.cards).filter(([id]) => waiting.has(id))
    ),
    scroll: {
      top: Math.round(scroll.top),
      atEnd: scroll.atEnd,
      ...(from > 0 ? { from } : {})
    }
  };
  return hasWords(draft) || mode !== 'agent' || !scroll.atEnd ? draft : null;
}

/** The part of the panel's state that a draft restores. */
export function stateOf(
  draft: IThreadDraft | undefined,
  thread: ISettledState
): Partial<IPanelState> {
  const last = thread.order
    .map(id => thread.items[id])
    .findLast(item => item.kind === 'user');
  // It was being sent when the page closed, and has arrived.
  const isDelivered = last?.kind === 'user' && last.text === draft?.text;
  return {
    draft: isDelivered ? '' : (draft?.text ?? ''),
    attachments: isDelivered ? [] : (draft?.attachments ?? []),
    mode: draft?.mode ?? 'agent',
    cards: (draft?.answers ?? {}) as Record<string, ICardDraft>
  };
}

function hasWords(draft: IThreadDraft): boolean {
  return (
    draft.text !== '' ||
    draft.attachments.length > 0 ||
    Object.keys(draft.answers).length > 0
  );
}
