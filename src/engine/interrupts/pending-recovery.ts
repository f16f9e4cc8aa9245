import type {
  Decision,
  EventBody,
  IInterruptStatus,
  IReviewCard
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { duplicateNotice } from './pending-approval';
import {
  resolveUnknownCall,
  isUnknownCallChoice
} from '../tool-calls/resolve-unknown-call';
import type { IRunContext } from '../run-context/run-context';

/** Calls that may or may not have run: the person says how to continue. */
export class PendingRecovery {
  readonly interruptId: string;
  readonly node = undefined;
  private readonly _cards: Map<string, IReviewCard>;
  private readonly _order = new SerialQueue();

  constructor(
    readonly run: IRunContext,
    cards: readonly IReviewCard[]
  ) {
    this.interruptId = recoveryId(run.options.runId);
    this._cards = new Map(cards.map(card => [card.callId, card]));
  }

  get cards(): IReviewCard[] {
    return [...this._cards.values()];
  }

  get isOpen(): boolean {
    return this._cards.size > 0;
  }

  /** For `IInterruptStatus.waiting`. */
  get status(): IInterruptStatus['waiting'][number] {
    return { interruptId: this.interruptId, kind: 'unclear' };
  }

  /**
   * Stores the decisions, call by call; one that was already made only produces
   * a notice.
   */
  async decide(decisions: Record<string, Decision>): Promise<void> {
    for (const [callId, decision] of Object.entries(decisions)) {
      await this._order.run(async () =>
        this.run.options.tell(await this._decideOne(callId, decision))
      );
    }
  }

  private async _decideOne(
    callId: string,
    decision: Decision
  ): Promise<EventBody> {
    const { interruptId, run } = this;
    const { trans } = run.options;
    const card = this._cards.get(callId);
    if (!card) {
      return duplicateNotice(trans);
    }
    if (decision.type !== 'respond' || !isUnknownCallChoice(decision.message)) {
      return this._back(card);
    }
    this._cards.delete(callId);
    if (!(await resolveUnknownCall(run.options, callId, decision.message))) {
      return duplicateNotice(trans);
    }
    return {
      type: 'review-decided',
      interruptId,
      callId,
      decision,
      by: 'person'
    };
  }

  private _back(card: IReviewCard): EventBody {
    const back = {
      ...card,
      voided: this.run.options.trans.__('This answer is not allowed here.')
    };
    this._cards.set(card.callId, back);
    return {
      type: 'review-voided',
      interruptId: this.interruptId,
      card: back
    };
  }
}

/** The id in place of an interrupt of the graph. */
export function recoveryId(runId: string): string {
  return `recovery:${runId}`;
}
