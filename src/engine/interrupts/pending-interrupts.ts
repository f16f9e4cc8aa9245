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
import type { IGraphInterrupt } from '../graph-interrupts/ask-person';
import { settle, type IThreadContext } from '../thread-context/thread-context';

/** One thing of a run that waits for a person. */
type Pending = PendingApproval | PendingQuestion | PendingRecovery;

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

/** What the coordinator may do with the run of a thread. */
interface IRunHandle {
  readonly run: ICallContext | null;
  /** @throws WorkspaceError if its notebook is gone. */
  reach(): Promise<void>;
  goOn(): Promise<void>;
  stop(): Promise<void>;
  /** Called if work failed that nobody awaits. */
  failed(error: unknown): void;
}

/**
 * What a run waits for, and how it continues once a person has answered
 * everything.
 */
export class InterruptCoordinator {
  readonly pendings: PendingInterrupts;
  private readonly _state: IThreadContext;
  private readonly _runs: IRunHandle;

  constructor(state: IThreadContext, runs: IRunHandle) {
    this._state = state;
    this._runs = runs;
    this.pendings = new PendingInterrupts(state.parts.tell);
  }

  /** @param otherwise the state of the run if nothing waits. */
  status(otherwise: IInterruptStatus['state']): IInterruptStatus {
    const { waiting } = this;
    return { state: waiting.length > 0 ? 'waiting' : otherwise, waiting };
  }

  /** Asks the person; what was shown so far is durable first. */
  async begin(
    run: ICallContext,
    pauses: readonly IGraphInterrupt[]
  ): Promise<void> {
    await settle(this._state);
    for (const pause of pauses) {
      const review = this.pendings.reviewOf(pause);
      if (!review) {
        this.made(run, [pause]).forEach(each => this.pendings.add(each));
      } else if (await review.pausedAgain(pause.value as IReviewRequest)) {
        this.pendings.add(review);
      }
    }
    for (const review of this.pendings.reviews) {
      await review.decideCovered();
    }
    this._state.record.note({ pending: this.pendings.count });
  }

  /** A call has its answer, so nobody needs to decide on it any more. */
  called(callId: string): void {
    if (this.pendings.answered(callId)) {
      this.pendings.tellClosed();
      this._state.record.note({ pending: this.pendings.count });
    }
  }

  /** @param shown what an earlier page showed of these interrupts. */
  made(
    run: ICallContext,
    pauses: readonly IGraphInterrupt[],
    shown?: ReadonlyMap<string, IShownPause>
  ): Pending[] {
    const { trans } = this._state.parts;
    return pauses.map(pause =>
      pendingOf(pause, run, {
        trans,
        shown,
        onTimeout: () => this._timedOut(run),
        onReviewTimeout: review => this._undecided(run, review),
        onStop: () => this._stop(run)
      })
    );
  }

  /**
   * Runs one answer or decision; continues the run once everything is answered.
   *
   * @throws WorkspaceError if the notebook is gone: then nothing is decided.
   */
  async answer(work: () => Promise<void> | void): Promise<void> {
    const { run } = this._runs;
    if (!run || run.signal.aborted) {
      return;
    }
    await this._runs.reach();
    await work();
    if (this._runs.run === run) {
      await this.goOn();
    }
  }

  /**
   * Takes the answer to a question, whether a node or a running call asked it.
   *
   * @returns null if nothing waits under this id.
   */
  async answerTo(interruptId: string, answer: unknown): Promise<true | null> {
    const { questions, parts } = this._state;
    const refused = (problem: string): void =>
      parts.tell({ type: 'interrupt-refused', interruptId, problem });
    const asked = questions.answer(interruptId, answer);
    if (asked !== undefined) {
      if (asked !== null) {
        refused(asked);
      }
      return true;
    }
    const pending = this.pendings.get(interruptId);
    if (!(pending instanceof PendingQuestion) || !pending.isOpen) {
      return null;
    }
    await this.answer(() => {
      const problem = pending.answer(answer);
      if (problem !== null) {
        refused(problem);
      }
    });
    return true;
  }

  /** Everything that waits for a person. */
  get waiting(): IInterruptStatus['waiting'] {
    return [...this.pendings.waiting, ...this._state.questions.waiting];
  }

  /** Continues the run if everything that it waits for is answered. */
  async goOn(): Promise<void> {
    if (await this.takeAnswers()) {
      await this._runs.goOn();
    }
  }

  /**
   * Takes the answers once everything that the graph waits for has one; its
   * nodes look them up when it goes on.
   *
   * @returns false before, and at a second call.
   */
  async takeAnswers(): Promise<boolean> {
    const { log, record } = this._state;
    this.pendings.tellClosed();
    record.note({ pending: this.pendings.count });
    const answered = this._runs.run && this.pendings.takeAnswered();
    if (!answered) {
      return false;
    }
    if (answered.some(each => each instanceof PendingQuestion)) {
      // An answer is only in the log; a decision is in the journal.
      await log.settled();
    }
    return true;
  }

  /** Called when nobody decided in time. */
  private _undecided(run: ICallContext, review: PendingApproval): void {
    if (this._runs.run !== run || run.signal.aborted) {
      return;
    }
    // The card announced what happens after the time limit.
    if (review.limit?.then === 'cancel') {
      this._stop(run);
      return;
    }
    this.answer(() => review.timeOut()).catch((error: unknown) =>
      this._runs.failed(error)
    );
  }

  /** Nobody decided in time, and the turn is to stop then. */
  private _stop(run: ICallContext): void {
    const { tell, trans } = this._state.parts;
    if (this._runs.run !== run || run.signal.aborted) {
      return;
    }
    tell({
      type: 'notice',
      code: 'other',
      text: trans.__(
        'Nobody decided in time, so the turn was stopped. Nothing that was waiting was run.'
      )
    });
    this._runs.stop().catch((error: unknown) => this._runs.failed(error));
  }

  private _timedOut(run: ICallContext): void {
    if (this._runs.run === run && !run.signal.aborted) {
      this.goOn().catch((error: unknown) => this._runs.failed(error));
    }
  }
}
