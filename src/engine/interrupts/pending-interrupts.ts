import {
  isInterruptPayload,
  type EventBody,
  type IInterruptStatus,
  type IReviewLimit,
  type IReviewRequest,
  type ITranslator
} from '../../contract';
import { PendingQuestion } from './pending-question';
import { PendingRecovery } from './pending-recovery';
import { PendingApproval } from './pending-approval';
import type { ICallContext } from '../tool-calls/call-context';
import type { IShownPause } from './shown-pause';
import type { IGraphInterrupt } from '../graph-interrupts/graph-interrupt';

/** One thing of a run that waits for a person. */
export type Pending = PendingApproval | PendingQuestion | PendingRecovery;

/**
 * Everything in a run that waits for a person; the run continues once all of it
 * is answered.
 */
export class PendingInterrupts {
  private readonly _all = new Map<string, Pending>();
  private readonly _tell: (body: EventBody) => void;
  /** Ids of those whose end was reported. */
  private readonly _closed = new Set<string>();

  constructor(tell: (body: EventBody) => void) {
    this._tell = tell;
  }

  get reviews(): PendingApproval[] {
    return [...this._all.values()].filter(
      each => each instanceof PendingApproval
    );
  }

  /** The review that a pause continues; undefined if it is another one. */
  reviewOf({ value }: IGraphInterrupt): PendingApproval | undefined {
    const { interrupt_id } = value as { interrupt_id?: string };
    return this.reviews.find(({ interruptId }) => interruptId === interrupt_id);
  }

  get waiting(): IInterruptStatus['waiting'] {
    return this._open.map(({ status }) => status);
  }

  /** How many decisions and answers are missing. */
  get count(): number {
    return this._open
      .map(each => ('cards' in each ? each.cards.length : 1))
      .reduce((sum, each) => sum + each, 0);
  }

  get(interruptId: string): Pending | undefined {
    return this._all.get(interruptId);
  }

  /**
   * Adds and shows one.
   *
   * @param shown what an earlier page showed of it.
   */
  add(pending: Pending, shown?: IShownPause): void {
    for (const { interruptId } of this.reviews.filter(isThrough)) {
      this._all.delete(interruptId);
    }
    this._all.set(pending.interruptId, pending);
    this._closed.delete(pending.interruptId);
    if (shown && !shown.closed && !shown.hidden) {
      this._tellLimit(pending, shown.limit);
      return;
    }
    if (shown?.closed && !pending.isOpen) {
      this._closed.add(pending.interruptId);
    } else if (pending instanceof PendingQuestion) {
      this._tell({ type: 'interrupt-opened', interrupt: pending.pending });
    } else {
      const { interruptId, cards, node } = pending;
      const limit = limitOf(pending);
      const following =
        pending instanceof PendingApproval ? pending.following : [];
      this._tell({
        type: 'review-opened',
        interruptId,
        cards,
        ...(following.length > 0 && { following: [...following] }),
        ...(node !== undefined && { node }),
        ...(limit && { limit })
      });
    }
  }

  /** Reports those that were answered, each once. */
  tellClosed(): void {
    for (const pending of this._all.values()) {
      const { interruptId } = pending;
      if (pending instanceof PendingApproval && pending.wait()) {
        // The oldest of its cards was decided.
        const { limit } = pending;
        this._tell({ type: 'review-limited', interruptId, limit });
      }
      if (!pending.isOpen && !this._closed.has(interruptId)) {
        this._closed.add(interruptId);
        const shown = pending instanceof PendingApproval && pending.told;
        const closed = (): void =>
          this._tell(
            pending instanceof PendingQuestion
              ? {
                  type: 'interrupt-closed',
                  interruptId,
                  answer: pending.given,
                  by: pending.by
                }
              : { type: 'review-closed', interruptId }
          );
        if (shown) {
          shown.then(closed, () => undefined);
        } else {
          closed();
        }
      }
    }
  }

  /** The call was answered, so that nobody needs to decide on it. */
  answered(callId: string): boolean {
    return this.reviews.map(review => review.drop(callId)).some(Boolean);
  }

  /**
   * Whether everything that the graph waits for is answered. Of a review, only
   * the first call has to be decided; its other cards stay open.
   */
  get canGoOn(): boolean {
    return (
      this._answered.length > 0 &&
      ![...this._all.values()].some(each =>
        each instanceof PendingApproval ? each.blocks : each.isOpen
      )
    );
  }

  /**
   * Hands over what the graph waited for once it can go on; null before, and at
   * a second call.
   */
  takeAnswered(): Pending[] | null {
    if (!this.canGoOn) {
      return null;
    }
    const taken = this._answered;
    for (const each of taken) {
      if (each instanceof PendingApproval) {
        each.release();
      } else {
        this._all.delete(each.interruptId);
        this._closed.delete(each.interruptId);
      }
    }
    return taken;
  }

  /** The run ended: those still open are closed without an answer. */
  cancel(): void {
    this.tellClosed();
    for (const pending of this.drop()) {
      const { interruptId } = pending;
      if (pending.isOpen) {
        this._tell(
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

  /** Removes all of them without reporting anything. */
  drop(): Pending[] {
    const all = this._take();
    all.forEach(each => {
      if (!(each instanceof PendingRecovery)) {
        each.dispose();
      }
    });
    return all;
  }

  private get _answered(): Pending[] {
    return [...this._all.values()].filter(each =>
      each instanceof PendingApproval ? each.isAnswered : !each.isOpen
    );
  }

  private get _open(): Pending[] {
    return [...this._all.values()].filter(({ isOpen }) => isOpen);
  }

  /**
   * Reports the time limit in this page if it differs from what an earlier page
   * showed.
   */
  private _tellLimit(pending: Pending, shown: IShownPause['limit']): void {
    const limit = limitOf(pending);
    if (limit?.until !== shown?.until || limit?.then !== shown?.then) {
      const { interruptId } = pending;
      this._tell({ type: 'review-limited', interruptId, limit });
    }
  }

  private _take(): Pending[] {
    const all = [...this._all.values()];
    this._all.clear();
    this._closed.clear();
    return all;
  }
}

/** Whether the graph has gone on and nothing is left to decide. */
function isThrough(review: PendingApproval): boolean {
  return !review.isOpen && !review.blocks && !review.isAnswered;
}

function limitOf(pending: Pending): IReviewLimit | null {
  return pending instanceof PendingApproval ? pending.limit : null;
}

const MINUTE = 60_000;

/** A pause for a review. */
export interface IReviewPause extends IGraphInterrupt {
  value: IReviewRequest;
}

/** Turns a pause of the graph into the kind of interrupt it is. */
export function pendingOf(
  { id, value }: IGraphInterrupt,
  run: ICallContext,
  options: {
    trans: ITranslator;
    onTimeout(): void;
    /** Called if nobody decided on a review in time. */
    onReviewTimeout(review: PendingApproval): void;
    /** Called if nobody answered in time and the turn is to stop then. */
    onStop(): void;
    /** What an earlier page showed of the pauses, by interrupt. */
    shown?: ReadonlyMap<string, IShownPause>;
  }
): Pending {
  if (!isInterruptPayload(value)) {
    const request = value as IReviewRequest;
    const { interrupt_id = id } = value as { interrupt_id?: string };
    const review: PendingApproval = new PendingApproval(
      { id, value: request },
      run,
      () => options.onReviewTimeout(review),
      options.shown?.get(interrupt_id)
    );
    return review;
  }
  const shown = options.shown?.get(value.interrupt_id);
  const { approvalMinutes, approvalTimeout } = run.options.settings().limits;
  // A time of its own, such as that of the evidence, comes before the setting.
  const isLimited = approvalMinutes !== null && value.timeout === undefined;
  const stops = isLimited && approvalTimeout === 'cancel';
  return new PendingQuestion({
    id,
    value: isLimited
      ? {
          ...value,
          timeout: approvalMinutes * MINUTE,
          on_timeout: value.default ? 'default' : 'cancel'
        }
      : value,
    trans: options.trans,
    openedAt: shown?.openedAt,
    given: shown?.given,
    stops,
    onTimeout: stops ? options.onStop : options.onTimeout
  });
}
