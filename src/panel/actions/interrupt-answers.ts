import type { StoreApi } from 'zustand/vanilla';

import type { InterruptAnswer } from '../../contract';

import { NO_ANSWER } from './decisions';
import {
  omit,
  type IAnswerDraft,
  type IPanelState
} from '../state/panel-state';
import type { IPanelServices } from '../state/panel-services';
import type { IInterruptItem } from '../state/thread-items';
import { perStore } from '../stores/per-store';
import { isOwnHand } from '../trust/is-own-hand';

/**
 * The person's answers to questions of the graph, and what they fill in before.
 */
export class InterruptAnswers {
  constructor(
    private readonly _main: StoreApi<IPanelState>,
    private readonly _services: IPanelServices,
    private readonly _announce: (text: string) => void,
    /** Processes events of the agent that are still held back. */
    private readonly _catchUp: () => void
  ) {}

  setAnswer(id: string, answer: IAnswerDraft): void {
    this._main.setState(({ answers }) => ({
      answers: { ...answers, [id]: answer }
    }));
  }

  setForm(id: string, values: Record<string, unknown>): void {
    this._main.setState(({ forms }) => ({ forms: { ...forms, [id]: values } }));
  }

  /** @returns whether the answer was sent. */
  confirm(id: string, confirmed: boolean, event: Event): boolean {
    return this._send(id, { confirmed }, event);
  }

  /**
   * Answers with what is chosen and written. @returns whether the answer was
   * sent.
   */
  choose(id: string, event: Event): boolean {
    const { chosen, other } = this._main.getState().answers[id] ?? NO_ANSWER;
    const words = other?.trim() ?? '';
    return chosen.length === 0 && !words
      ? false
      : this._send(id, { chosen, ...(words ? { other: words } : {}) }, event);
  }

  /** Answers with what is filled in. @returns whether the answer was sent. */
  submit(id: string, event: Event): boolean {
    const interrupt = this._waiting(id)?.interrupt;
    return interrupt?.kind === 'form'
      ? this._send(
          id,
          { values: this._main.getState().forms[id] ?? interrupt.values },
          event
        )
      : false;
  }

  /**
   * Gives an answer that the card itself has put together. @returns whether it
   * was sent.
   */
  answer(id: string, answer: InterruptAnswer, event: Event): boolean {
    return this._send(id, answer, event);
  }

  /** The person would rather not answer. @returns whether that was sent. */
  cancel(id: string, event: Event): boolean {
    return this._send(id, { cancelled: true }, event);
  }

  /** The person refuses a server's question. @returns whether that was sent. */
  decline(id: string, event: Event): boolean {
    return this._send(id, { cancelled: true, why: 'declined' }, event);
  }

  /**
   * Opens the page that a server asks for, without giving that page access to
   * this one.
   * @returns whether that was sent.
   */
  openPage(id: string, url: string, event: Event): boolean {
    const { protocol } = new URL(url);
    const isPage = protocol === 'https:' || protocol === 'http:';
    const sent = isPage && this.confirm(id, true, event);
    if (sent) {
      window.open(url, '_blank', 'noopener,noreferrer');
    }
    return sent;
  }

  private _send(id: string, answer: InterruptAnswer, event: Event): boolean {
    if (
      !this._waiting(id) ||
      !isOwnHand(event, this._services, this._announce, id)
    ) {
      return false;
    }
    const { threadId } = this._main.getState();
    this._main.setState(({ sent }) => ({ sent: { ...sent, [id]: 'answer' } }));
    void this._services.agent
      .send({ type: 'answer', threadId, interruptId: id, answer })
      .then(() => {
        this._catchUp();
        this._main.setState(({ sent }) => ({ sent: omit(sent, id) }));
      });
    return true;
  }

  private _waiting(id: string): IInterruptItem | undefined {
    const { thread, sent, opening } = this._main.getState();
    const item = thread.items[id];
    return item?.kind === 'interrupt' &&
      item.status === 'pending' &&
      !(id in sent) &&
      opening === null
      ? item
      : undefined;
  }
}

/** Created with the first question. */
export const answersOf = perStore(
  store =>
    new InterruptAnswers(
      store.main,
      store.services,
      text => store.announce(text),
      () => store.catchUp()
    )
);
