import type { StoreApi } from 'zustand/vanilla';

import type { InterruptAnswer } from '../../contract';

import { omit, type IPanelState } from '../state/panel-state';
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

  setForm(id: string, values: Record<string, unknown>): void {
    this._main.setState(({ forms }) => ({ forms: { ...forms, [id]: values } }));
  }

  /**
   * Gives an answer that the card itself has put together. @returns whether it
   * was sent.
   */
  answer(id: string, answer: InterruptAnswer, event: Event): boolean {
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
