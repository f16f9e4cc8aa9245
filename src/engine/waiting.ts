import { Command } from '@langchain/langgraph/web';

import { PendingInterrupt } from './pending-interrupt';
import type { PendingReview } from './pending-review';
import { Pendings, pendingOf } from './pendings';
import type { Pending } from './pendings';
import type { Run } from './run';
import type { IShownPause } from './run-log';
import type { Runs } from './runs';
import type { IPause } from './stream-events';
import { settle } from './thread-state';
import type { IThreadState } from './thread-state';

/** What a run waits for, and how it goes on once a person has answered all of it. */
export class Waiting {
  readonly pendings: Pendings;
  readonly #state: IThreadState;
  readonly #runs: Runs;

  constructor(state: IThreadState, runs: Runs) {
    this.#state = state;
    this.#runs = runs;
    this.pendings = new Pendings(state.parts.tell);
  }

  /** Asks; what was shown until now is durable before anybody is asked. */
  async begin(run: Run, pauses: readonly IPause[]): Promise<void> {
    await settle(this.#state);
    this.made(run, pauses).forEach(pending => this.pendings.add(pending));
    this.#state.record.note({ pending: this.pendings.count });
  }

  /** @param shown what an earlier page showed of them. */
  made(
    run: Run,
    pauses: readonly IPause[],
    shown?: ReadonlyMap<string, IShownPause>
  ): Pending[] {
    const { trans } = this.#state.parts;
    return pauses.map(pause =>
      pendingOf(pause, run, {
        trans,
        shown,
        onTimeout: () => this.#timedOut(run),
        onReviewTimeout: review => this.#undecided(run, review)
      })
    );
  }

  /**
   * Answers or decides one thing; goes on once all of it is answered.
   *
   * @throws WorkspaceError where the notebook is gone: nothing is decided then.
   */
  async answer(work: () => Promise<void> | void): Promise<void> {
    const { run } = this.#runs;
    if (!run || run.signal.aborted) {
      return;
    }
    await this.#runs.reach();
    await work();
    if (this.#runs.run === run) {
      await this.goOn();
    }
  }

  /** Goes on where everything is answered. */
  async goOn(): Promise<void> {
    const { log, record } = this.#state;
    this.pendings.tellClosed();
    record.note({ pending: this.pendings.count });
    const answered = this.#runs.run && this.pendings.takeAnswered();
    if (!answered) {
      return;
    }
    if (answered.some(each => each instanceof PendingInterrupt)) {
      // Its answer stands in the log alone; a decision stands in the journal.
      await log.settled();
    }
    // Addressed to its interrupt: a bare resume sent twice would answer the
    // next card unseen.
    const resume: Record<string, unknown> = {};
    for (const pending of answered) {
      if (pending.id !== null) {
        resume[pending.id] = await pending.resumeValue;
      }
    }
    await this.#runs.goOnWith(
      Object.keys(resume).length > 0 ? new Command({ resume }) : null
    );
  }

  /** Nobody decided in time. */
  #undecided(run: Run, review: PendingReview): void {
    if (this.#runs.run !== run || run.signal.aborted) {
      return;
    }
    const { tell, trans } = this.#state.parts;
    // As the card said.
    if (review.limit?.then === 'cancel') {
      tell({
        type: 'notice',
        code: 'other',
        text: trans.__(
          'Nobody decided in time, so the turn was stopped. Nothing that waited was run.'
        )
      });
      this.#runs.stop().catch((error: unknown) => this.#runs.failed(error));
      return;
    }
    this.answer(() => review.timeOut()).catch((error: unknown) =>
      this.#runs.failed(error)
    );
  }

  #timedOut(run: Run): void {
    if (this.#runs.run === run && !run.signal.aborted) {
      this.goOn().catch((error: unknown) => this.#runs.failed(error));
    }
  }
}
