import { isInterruptPayload } from '../../contract';
import type {
  EventBody,
  IInterruptStatus,
  IReviewLimit,
  IReviewRequest,
  ITranslator
} from '../../contract';
import { PendingQuestion } from './pending-question';
import { PendingRecovery } from './pending-recovery';
import { PendingApproval } from './pending-approval';
import type { ICallContext } from '../tool-calls/call-context';
import type { IShownPause } from './shown-pause';
import type { IGraphInterrupt } from '../graph-interrupts/graph-interrupt';

/** Something of a run that waits for a person. */
export type Pending = PendingApproval | PendingQuestion | PendingRecovery;

/** Everything of a run that waits for a person; it goes on once all of it is answered. */
export class PendingInterrupts {
  readonly #all = new Map<string, Pending>();
  readonly #tell: (body: EventBody) => void;
  /** Of those whose end was told. */
  readonly #closed = new Set<string>();

  constructor(tell: (body: EventBody) => void) {
    this.#tell = tell;
  }

  get reviews(): PendingApproval[] {
    return [...this.#all.values()].filter(
      each => each instanceof PendingApproval
    );
  }

  get waiting(): IInterruptStatus['waiting'] {
    return this.#open.map(({ status }) => status);
  }

  /** How many decisions and answers are missing. */
  get count(): number {
    return this.#open
      .map(each => ('cards' in each ? each.cards.length : 1))
      .reduce((sum, each) => sum + each, 0);
  }

  get(interruptId: string): Pending | undefined {
    return this.#all.get(interruptId);
  }

  /** Shows what waits. @param shown what an earlier page showed of it. */
  add(pending: Pending, shown?: IShownPause): void {
    this.#all.set(pending.interruptId, pending);
    this.#closed.delete(pending.interruptId);
    if (shown && !shown.closed) {
      this.#tellLimit(pending, shown.limit);
      return;
    }
    if (shown?.closed && !pending.isOpen) {
      this.#closed.add(pending.interruptId);
    } else if (pending instanceof PendingQuestion) {
      this.#tell({ type: 'interrupt-opened', interrupt: pending.pending });
    } else {
      const { interruptId, cards, node } = pending;
      const limit = limitOf(pending);
      this.#tell({
        type: 'review-opened',
        interruptId,
        cards,
        ...(node !== undefined && { node }),
        ...(limit && { limit })
      });
    }
  }

  /** The time it has in this page, where that is not what an earlier one showed. */
  #tellLimit(pending: Pending, shown: IShownPause['limit']): void {
    const limit = limitOf(pending);
    if (limit?.until !== shown?.until || limit?.then !== shown?.then) {
      const { interruptId } = pending;
      this.#tell({ type: 'review-limited', interruptId, limit });
    }
  }

  /** Tells what has been answered; once each. */
  tellClosed(): void {
    for (const pending of this.#all.values()) {
      const { interruptId } = pending;
      if (!pending.isOpen && !this.#closed.has(interruptId)) {
        this.#closed.add(interruptId);
        this.#tell(
          pending instanceof PendingQuestion
            ? {
                type: 'interrupt-closed',
                interruptId,
                answer: pending.given,
                by: pending.by
              }
            : { type: 'review-closed', interruptId }
        );
      }
    }
  }

  /** Hands over everything once all of it is answered; null before, and after that. */
  takeAnswered(): Pending[] | null {
    if (this.#all.size === 0 || this.#open.length > 0) {
      return null;
    }
    return this.#take();
  }

  /** The run ended: what is still open is closed without an answer. */
  cancel(): void {
    this.tellClosed();
    for (const pending of this.drop()) {
      const { interruptId } = pending;
      if (pending.isOpen) {
        this.#tell(
          pending instanceof PendingQuestion
            ? {
                type: 'interrupt-closed',
                interruptId,
                answer: null,
                by: 'stop'
              }
            : { type: 'review-closed', interruptId }
        );
      }
    }
  }

  /** Forgets everything without a word. */
  drop(): Pending[] {
    const all = this.#take();
    all.forEach(each => {
      if (!(each instanceof PendingRecovery)) {
        each.dispose();
      }
    });
    return all;
  }

  get #open(): Pending[] {
    return [...this.#all.values()].filter(({ isOpen }) => isOpen);
  }

  #take(): Pending[] {
    const all = [...this.#all.values()];
    this.#all.clear();
    this.#closed.clear();
    return all;
  }
}

function limitOf(pending: Pending): IReviewLimit | null {
  return pending instanceof PendingApproval ? pending.limit : null;
}

const MINUTE = 60_000;

/** A pause of the graph as what it waits for. */
export function pendingOf(
  { id, value }: IGraphInterrupt,
  run: ICallContext,
  options: {
    trans: ITranslator;
    onTimeout(): void;
    /** Nobody decided on a review in time. */
    onReviewTimeout(review: PendingApproval): void;
    /** What an earlier page showed of it. */
    shown?: ReadonlyMap<string, IShownPause>;
  }
): Pending {
  if (!isInterruptPayload(value)) {
    const review = new PendingApproval(
      { id, value: value as IReviewRequest },
      run
    );
    const { approvalMinutes, approvalTimeout } = run.options.settings().limits;
    if (approvalMinutes !== null) {
      const openedAt =
        options.shown?.get(review.interruptId)?.openedAt ?? Date.now();
      const until = openedAt + approvalMinutes * MINUTE;
      review.waitUntil({ until, then: approvalTimeout }, () =>
        options.onReviewTimeout(review)
      );
    }
    return review;
  }
  const shown = options.shown?.get(value.interrupt_id);
  return new PendingQuestion({
    id,
    value,
    trans: options.trans,
    openedAt: shown?.openedAt,
    given: shown?.given,
    onTimeout: options.onTimeout
  });
}
