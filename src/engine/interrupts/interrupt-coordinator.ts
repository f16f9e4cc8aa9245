import { Command } from '@langchain/langgraph/web';

import type { IInterruptStatus } from '../../contract';
import { PendingQuestion } from './pending-question';
import type { PendingApproval } from './pending-approval';
import {
  PendingInterrupts,
  pendingOf,
  type IReviewPause,
  type Pending
} from './pending-interrupts';
import type { ICallContext } from '../tool-calls/call-context';
import type { IShownPause } from './shown-pause';
import type { IGraphInterrupt } from '../graph-interrupts/graph-interrupt';
import { settle, type IThreadContext } from '../thread-context/thread-context';

/** What the coordinator may do with the run of a thread. */
export interface IRunHandle {
  readonly run: ICallContext | null;
  /** @throws WorkspaceError if its notebook is gone. */
  reach(): Promise<void>;
  goOnWith(input: Command | null): Promise<void>;
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
      } else if (await review.pausedAgain(pause as IReviewPause)) {
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
    const input = await this.takeInput();
    if (input !== undefined) {
      await this._runs.goOnWith(input);
    }
  }

  /**
   * What the graph continues with if everything that it waits for is answered;
   * undefined before, and at a second call.
   */
  async takeInput(): Promise<Command | null | undefined> {
    const { log, record } = this._state;
    this.pendings.tellClosed();
    record.note({ pending: this.pendings.count });
    const answered = this._runs.run && this.pendings.takeAnswered();
    if (!answered) {
      return undefined;
    }
    if (answered.some(each => each instanceof PendingQuestion)) {
      // The answer to a question is only in the log; a decision is in the
      // journal.
      await log.settled();
    }
    // Addressed to its interrupt: a plain resume sent twice would answer the
    // next card before anybody sees it.
    const resume: Record<string, unknown> = {};
    for (const pending of answered) {
      if (pending.id !== null) {
        resume[pending.id] = await pending.resumeValue;
      }
    }
    return Object.keys(resume).length > 0 ? new Command({ resume }) : null;
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
