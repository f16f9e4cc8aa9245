import {
  decisionSchema,
  isAutomaticRejection,
  stricter,
  type Decision,
  type Effect,
  type EventBody,
  type IFollowingCall,
  type IInterruptStatus,
  type IReviewCard,
  type IReviewLimit,
  type IReviewRequest,
  type ITool,
  type ITranslator,
  type IDecisionRecord
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { parseArguments } from '../tool-set/parse-arguments';
import { Deadline } from './deadline';
import {
  cardOf,
  changedSince,
  reviewCall,
  type IToolCall
} from '../tool-calls/review-call';
import type { ICallContext } from '../tool-calls/call-context';
import type { IShownPause } from './shown-pause';

const MINUTE = 60_000;

/** A decision, and who made it. */
interface IMadeDecision {
  decision: Decision;
  /** `person`, `timeout`, or the name of a rule. */
  by: string;
}

/**
 * The review of a step that waits for a person: its cards, and what has been
 * decided on them. The graph goes on with each call as it is decided, in order,
 * and may pause again for the same review.
 */
export class PendingApproval {
  /** The id for the outside, the same however often the step pauses. */
  readonly interruptId: string;
  /** The node that asks; may be unknown for a pause from an older page. */
  readonly node: string | undefined;
  /** Whether the graph is paused, and not on its way to the next pause. */
  private _isPaused = true;
  /** Calls in the order of the request. */
  private _callIds: string[];
  private readonly _cards: Map<string, IReviewCard>;
  private _following: readonly IFollowingCall[];
  /** What "Approve all" also covers; null if it was not pressed. */
  private _covered: {
    callIds: Set<string>;
    effect: Effect;
    code: Set<string>;
  } | null = null;
  /** When each card was first shown, in ms since the epoch. */
  private readonly _openedAt = new Map<string, number>();
  private _deadline: Deadline | null = null;
  private _limit: IReviewLimit | null = null;
  /** One decision at a time, since a click and a rule may come at once. */
  private readonly _order = new SerialQueue();

  /**
   * @param _onReached called when the time of its oldest card is up.
   * @param shown what an earlier page showed of it.
   */
  constructor(
    { id, value }: { id: string; value: IReviewRequest },
    readonly run: ICallContext,
    private readonly _onReached: () => void,
    shown?: IShownPause
  ) {
    const { cards, following = [] } = value;
    this._following = following;
    const { interrupt_id, node_ref } = value as {
      interrupt_id?: string;
      node_ref?: string;
    };
    this.interruptId = interrupt_id ?? id;
    this.node = node_ref;
    this._callIds = cards.map(card => card.callId);
    this._cards = new Map(cards.map(card => [card.callId, card]));
    const now = Date.now();
    for (const { callId } of cards) {
      this._openedAt.set(callId, shown?.calls.get(callId) ?? now);
    }
    this.wait();
  }

  /** Whether the graph waits for the first of these decisions. */
  get blocks(): boolean {
    return this._isPaused && !this.isAnswered;
  }

  /** Whether the graph is paused and can go on. */
  get isAnswered(): boolean {
    return this._isPaused && !this._cards.has(this._callIds[0]);
  }

  /** The graph goes on; cards that are open stay so. */
  release(): void {
    this._isPaused = false;
  }

  /** Calls that are proposed after those with a card. */
  get following(): readonly IFollowingCall[] {
    return this._following;
  }

  /**
   * The step has paused again: some cards are new, others as before.
   *
   * @returns whether there is anything that was not shown.
   */
  pausedAgain({ cards, following = [] }: IReviewRequest): Promise<boolean> {
    return this._order.run(async () => {
      const { journal, at } = this.run.options;
      this._isPaused = true;
      this._callIds = cards.map(card => card.callId);
      let isNew = JSON.stringify(following) !== JSON.stringify(this._following);
      this._following = following;
      for (const card of cards) {
        const { callId, hash } = card;
        const record = await journal.decision(at, callId);
        if (
          record?.hash === hash &&
          (record.by === 'person' || isAutomaticRejection(record))
        ) {
          // It was decided while the graph was on its way here.
          continue;
        }
        const shown = this._cards.get(callId);
        if (!shown) {
          this._openedAt.set(callId, Date.now());
        }
        isNew ||= JSON.stringify(shown) !== JSON.stringify(card);
        this._cards.set(callId, card);
      }
      this.wait();
      return isNew;
    });
  }

  /**
   * Approves what "Approve all" covers: a call that was announced with the
   * cards, whose effect is no higher than theirs, and which only runs code that
   * stood on one of them.
   */
  async decideCovered(): Promise<void> {
    for (const card of this.cards) {
      if (this._covers(card)) {
        await this.decide(
          { [card.callId]: { type: 'approve' } },
          { [card.callId]: card.hash },
          'person'
        );
      }
    }
  }

  /** The call was answered, so its card no longer waits. */
  drop(callId: string): boolean {
    return this._cards.delete(callId);
  }

  /**
   * Takes over what an earlier page showed and stored: cards that came back are
   * shown that way, and decisions stay decided. A decision that was stored but
   * not shown is reported now.
   */
  async takeOver(shown: IShownPause | undefined): Promise<void> {
    const { journal, at, tell } = this.run.options;
    for (const card of this.cards) {
      const { callId, hash } = shown?.voided.get(card.callId) ?? card;
      const record = await journal.decision(at, callId);
      if (record?.hash === hash) {
        this._cards.delete(callId);
        if (!shown?.decided.has(callId)) {
          tell(lateDecision(this.interruptId, record));
        }
      } else {
        this._cards.set(callId, shown?.voided.get(callId) ?? card);
      }
    }
    this.wait();
  }

  /**
   * Waits for as long as the settings say, from when the oldest of its cards
   * was first shown.
   *
   * @returns whether the end is another one than before.
   */
  wait(): boolean {
    const { approvalMinutes, approvalTimeout } =
      this.run.options.settings().limits;
    if (approvalMinutes === null || !this.isOpen) {
      return false;
    }
    const until = this._oldest + approvalMinutes * MINUTE;
    if (until === this._limit?.until) {
      return false;
    }
    this._limit = { until, then: approvalTimeout };
    this._deadline?.dispose();
    this._deadline = new Deadline({
      until,
      onReached: () => {
        if (this.isOpen) {
          this._onReached();
        }
      }
    });
    return true;
  }

  private get _oldest(): number {
    return Math.min(
      ...this.cards.map(({ callId }) => this._openedAt.get(callId) ?? 0)
    );
  }

  /** Rejects the calls that nobody decided on in time. */
  async timeOut(): Promise<void> {
    const { tell } = this.run.options;
    const decision: Decision = { type: 'reject' };
    const oldest = this._oldest;
    for (const card of this.cards) {
      if (this._openedAt.get(card.callId) !== oldest) {
        continue;
      }
      await this._order.run(async () => {
        const { callId } = card;
        // It was decided while the loop waited for the one before.
        if (
          this._cards.has(callId) &&
          (await this._keep(card, { decision, by: 'timeout' }))
        ) {
          this._cards.delete(callId);
          const { interruptId } = this;
          tell({
            type: 'review-decided',
            interruptId,
            callId,
            decision,
            by: 'timeout'
          });
        }
      });
    }
  }

  /** Stops the timer; the review stays as it is. */
  dispose(): void {
    this._deadline?.dispose();
  }

  get isOpen(): boolean {
    return this._cards.size > 0;
  }

  /** How long it waits for a person; null for no limit. */
  get limit(): IReviewLimit | null {
    return this._limit;
  }

  /** For `IInterruptStatus.waiting`. */
  get status(): IInterruptStatus['waiting'][number] {
    const { interruptId, node } = this;
    const until = this._limit?.until;
    return {
      interruptId,
      kind: 'approval',
      ...(node !== undefined && { node }),
      ...(until !== undefined && { until })
    };
  }

  /** Cards without a decision. */
  get cards(): IReviewCard[] {
    return [...this._cards.values()];
  }

  /**
   * Stores decisions one by one, each before it is reported. A decision that
   * cannot stand makes its card come back; one that was already made only
   * produces a notice.
   *
   * @param hashes of the cards as the person saw them, by call id.
   * @param by `person` or the name of a rule.
   * @param covers following calls that were approved along with these.
   */
  async decide(
    decisions: Record<string, Decision>,
    hashes: Record<string, string>,
    by: string,
    covers: readonly string[] = []
  ): Promise<void> {
    const { tell } = this.run.options;
    if (covers.length > 0) {
      this._cover(decisions, covers);
    }
    for (const [callId, decision] of Object.entries(decisions)) {
      await this._order.run(async () => {
        const hash = hashes[callId];
        tell(await this._decideOne(callId, { decision, hash, by }));
      });
    }
  }

  /**
   * Approves the cards that standing rules allow now, each in the name of its
   * rule.
   */
  async decideByRules(): Promise<void> {
    for (const { callId } of this.cards) {
      await this._order.run(() => this._decideByRule(callId));
    }
  }

  /** Notes what was on the cards that are approved together. */
  private _cover(
    decisions: Record<string, Decision>,
    covers: readonly string[]
  ): void {
    const approved = this.cards.filter(({ callId }) =>
      ['approve', 'edit'].includes(decisions[callId]?.type)
    );
    const announced = this._following.filter(({ callId }) =>
      covers.includes(callId)
    );
    this._covered = {
      callIds: new Set(announced.map(({ callId }) => callId)),
      effect: [...approved, ...announced]
        .map(({ effect }) => effect)
        .reduce(stricter, 'read'),
      code: new Set(
        approved.flatMap(card => codeOn(card, decisions[card.callId]))
      )
    };
  }

  private _covers(card: IReviewCard): boolean {
    const { body, callId, effect } = card;
    const covered = this._covered;
    return (
      covered !== null &&
      covered.callIds.has(callId) &&
      body.kind === 'cells' &&
      effect !== 'edit' &&
      stricter(effect, covered.effect) === covered.effect &&
      body.cells.every(({ source }) => covered.code.has(source)) &&
      card.allowedDecisions.includes('approve') &&
      card.always === undefined &&
      card.voided === undefined
    );
  }

  private async _decideByRule(callId: string): Promise<void> {
    const card = this._cards.get(callId);
    const verdict = card && (await reviewCall(this.run, callOf(card), true));
    if (card && verdict?.kind === 'go' && !verdict.answer.ask) {
      const { hash } = card;
      const { rule } = verdict.answer;
      this.run.options.tell(
        await this._decideOne(callId, {
          decision: { type: 'approve' },
          hash,
          by: rule
        })
      );
    }
  }

  private async _decideOne(
    callId: string,
    record: IMadeDecision & { hash: string }
  ): Promise<EventBody> {
    const { interruptId } = this;
    const { decision, hash, by } = record;
    const card = this._cards.get(callId);
    if (!card) {
      return duplicateNotice(this.run.options.trans);
    }
    const back = await this._comesBack(card, decision, hash);
    if (back) {
      this._cards.set(callId, back);
      return { type: 'review-voided', interruptId, card: back };
    }
    const { journal, at, trans } = this.run.options;
    if (!(await this._keep(card, record))) {
      const stored = await journal.decision(at, callId);
      if (stored?.hash !== card.hash) {
        return duplicateNotice(trans);
      }
      // It was stored after all, when nobody expected it any more.
      this._cards.delete(callId);
      return lateDecision(interruptId, stored);
    }
    this._cards.delete(callId);
    return { type: 'review-decided', interruptId, callId, decision, by };
  }

  /** @returns false if the call was decided before. */
  private async _keep(
    card: IReviewCard,
    { decision, by }: IMadeDecision
  ): Promise<boolean> {
    const { journal, at } = this.run.options;
    const { callId, hash } = card;
    const record = { callId, decision, hash, by, time: Date.now() };
    const earlier = await journal.decision(at, callId);
    if (earlier && (earlier.hash !== hash || earlier.by !== 'person')) {
      await journal.voidDecision(at, callId);
    }
    return journal.decide(at, record);
  }

  /** The card as it is shown again if the decision cannot stand; else null. */
  private async _comesBack(
    card: IReviewCard,
    decision: Decision,
    hash: string
  ): Promise<IReviewCard | null> {
    const { tools, trans } = this.run.options;
    const isOne = decisionSchema.safeParse(decision).success;
    if (!isOne || !card.allowedDecisions.includes(decision.type)) {
      return { ...card, voided: trans.__('This answer is not allowed here.') };
    }
    if (decision.type === 'reject' || decision.type === 'respond') {
      return null;
    }
    if (decision.type === 'edit') {
      const { name, args } = decision.editedAction;
      const problem =
        name === card.tool
          ? argumentsProblem(tools.get(name), args)
          : trans.__('Only the arguments can be edited.');
      if (problem) {
        return { ...card, voided: problem };
      }
    }
    const call = callOf(card);
    const verdict = await reviewCall(this.run, call, true);
    if (verdict.kind === 'refuse') {
      // There is nothing left to show; the gate gives the reason.
      return null;
    }
    if (verdict.binding.holds(card.hash) && hash === card.hash) {
      return null;
    }
    const { allowedDecisions } = card;
    const answer = verdict.answer.ask
      ? verdict.answer
      : ({ ask: true, allowedDecisions } as const);
    return {
      ...cardOf(call, { ...verdict, answer }),
      voided: changedSince(this.run.options.trans)
    };
  }
}

function callOf({ callId, tool, args, fromText }: IReviewCard): IToolCall {
  return { id: callId, name: tool, args, fromText };
}

/** The code that a card shows, as it was decided. */
function codeOn(
  { body, editable = '' }: IReviewCard,
  decision: Decision
): string[] {
  const edited =
    decision.type === 'edit' ? decision.editedAction.args[editable] : undefined;
  if (typeof edited === 'string') {
    return [edited];
  }
  switch (body.kind) {
    case 'code':
    case 'diff':
      return [body.text];
    case 'cells':
      return body.cells.map(({ source }) => source);
    default:
      return [];
  }
}

/** Why arguments do not fit a tool, as a sentence; null if they do. */
export function argumentsProblem(
  tool: ITool | undefined,
  args: Record<string, unknown>
): string | null {
  return tool ? parseArguments(tool, args).problem : 'There is no such tool.';
}

/** The notice for a decision that was sent twice; it changes nothing. */
export function duplicateNotice(trans: ITranslator): EventBody {
  return {
    type: 'notice',
    code: 'duplicate-decision',
    text: trans.__('This was already decided; the first decision counts.')
  };
}

/** The event for a decision that is reported later than it was made. */
export function lateDecision(
  interruptId: string,
  { callId, decision, by, time }: IDecisionRecord
): EventBody {
  return {
    type: 'review-decided',
    interruptId,
    callId,
    decision,
    by,
    decidedAt: time
  };
}
