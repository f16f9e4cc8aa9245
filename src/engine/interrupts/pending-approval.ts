import { decisionSchema } from '../../contract';
import type {
  Decision,
  EventBody,
  IInterruptStatus,
  IReviewCard,
  IReviewLimit,
  IReviewRequest,
  ITool,
  ITranslator
} from '../../contract';
import { parseArguments } from '../tool-set/parse-arguments';
import { Deadline } from './deadline';
import { cardOf, changedSince, reviewCall } from '../tool-calls/review-call';
import type { IToolCall } from '../tool-calls/review-call';
import { SerialQueue } from '../util/serial-queue';
import type { ICallContext } from '../tool-calls/call-context';
import type { IShownPause } from './shown-pause';

/** A review that waits for a person: cards, and what has been decided of them. */
export class PendingApproval {
  /** LangGraph's: what the resume is addressed to. */
  readonly id: string;
  /** What the outside calls it: unique also among the pauses of one node. */
  readonly interruptId: string;
  /** The node that asks; of an older page it may not be known. */
  readonly node: string | undefined;
  /** Calls in the order of the request; decisions go back in it. */
  readonly #callIds: string[];
  readonly #cards: Map<string, IReviewCard>;
  #deadline: Deadline | null = null;
  #limit: IReviewLimit | null = null;
  /** One decision at a time: a click and a rule can come at once. */
  readonly #order = new SerialQueue();

  constructor(
    { id, value }: { id: string; value: IReviewRequest },
    readonly run: ICallContext
  ) {
    const { cards } = value;
    this.id = id;
    const { interrupt_id, node_ref } = value as {
      interrupt_id?: string;
      node_ref?: string;
    };
    this.interruptId = interrupt_id ?? id;
    this.node = node_ref;
    this.#callIds = cards.map(card => card.callId);
    this.#cards = new Map(cards.map(card => [card.callId, card]));
  }

  /**
   * Takes over what an earlier page showed and kept: cards that came back are
   * as they came back, and what was decided is decided. A decision that was kept
   * and not shown is told now.
   */
  async takeOver(shown: IShownPause | undefined): Promise<void> {
    const { journal, at, tell } = this.run.options;
    for (const card of this.cards) {
      const { callId, hash } = shown?.voided.get(card.callId) ?? card;
      const record = await journal.decision(at, callId);
      if (record?.hash === hash) {
        this.#cards.delete(callId);
        if (!shown?.decided.has(callId)) {
          const { decision, by } = record;
          const { interruptId } = this;
          tell({ type: 'review-decided', interruptId, callId, decision, by });
        }
      } else {
        this.#cards.set(callId, shown?.voided.get(callId) ?? card);
      }
    }
  }

  /** From now on it is waited for no longer than that. */
  waitUntil(limit: IReviewLimit, onReached: () => void): void {
    this.#limit = limit;
    this.#deadline = new Deadline({
      until: limit.until,
      onReached: () => {
        if (this.isOpen) {
          onReached();
        }
      }
    });
  }

  /** Rejects what nobody decided on in time. */
  async timeOut(): Promise<void> {
    const { tell } = this.run.options;
    const decision: Decision = { type: 'reject' };
    for (const card of this.cards) {
      await this.#order.run(async () => {
        const { callId } = card;
        // Decided while it was waited for the one before.
        if (
          this.#cards.has(callId) &&
          (await this.#keep(card, decision, 'timeout'))
        ) {
          this.#cards.delete(callId);
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

  /** Its timer ends; it stays as it is. */
  dispose(): void {
    this.#deadline?.dispose();
  }

  get isOpen(): boolean {
    return this.#cards.size > 0;
  }

  /** How long it is waited for; null: for ever. */
  get limit(): IReviewLimit | null {
    return this.#limit;
  }

  /** For `IInterruptStatus.waiting`. */
  get status(): IInterruptStatus['waiting'][number] {
    const { interruptId, node } = this;
    const until = this.#limit?.until;
    return {
      interruptId,
      kind: 'approval',
      ...(node !== undefined && { node }),
      ...(until !== undefined && { until })
    };
  }

  /** Cards without a decision. */
  get cards(): IReviewCard[] {
    return [...this.#cards.values()];
  }

  /**
   * Keeps decisions, one by one, each before it is told. What cannot stand
   * comes back as a card; what was decided before is only noted.
   *
   * @param hashes of the cards as the person saw them, by call id.
   * @param by `person` or the name of a rule.
   */
  async decide(
    decisions: Record<string, Decision>,
    hashes: Record<string, string>,
    by: string
  ): Promise<void> {
    const { tell } = this.run.options;
    for (const [callId, decision] of Object.entries(decisions)) {
      await this.#order.run(async () =>
        tell(await this.#decideOne(callId, decision, hashes[callId], by))
      );
    }
  }

  /** Decides what standing rules let through by now, each by its rule. */
  async decideByRules(): Promise<void> {
    for (const { callId } of this.cards) {
      await this.#order.run(() => this.#decideByRule(callId));
    }
  }

  /** The resume value in LangChain's wire format, from what is kept. */
  get resumeValue(): Promise<{ decisions: Decision[] }> {
    return this.#resumeValue();
  }

  async #resumeValue(): Promise<{ decisions: Decision[] }> {
    const { journal, at } = this.run.options;
    const records = await Promise.all(
      this.#callIds.map(id => journal.decision(at, id))
    );
    return {
      decisions: records.filter(each => !!each).map(each => each.decision)
    };
  }

  async #decideByRule(callId: string): Promise<void> {
    const card = this.#cards.get(callId);
    const verdict = card && (await reviewCall(this.run, callOf(card), true));
    if (card && verdict?.kind === 'go' && !verdict.answer.ask) {
      const { hash } = card;
      const { rule } = verdict.answer;
      this.run.options.tell(
        await this.#decideOne(callId, { type: 'approve' }, hash, rule)
      );
    }
  }

  async #decideOne(
    callId: string,
    decision: Decision,
    hash: string,
    by: string
  ): Promise<EventBody> {
    const { interruptId } = this;
    const card = this.#cards.get(callId);
    if (!card) {
      return duplicateNotice(this.run.options.trans);
    }
    const back = await this.#comesBack(card, decision, hash);
    if (back) {
      this.#cards.set(callId, back);
      return { type: 'review-voided', interruptId, card: back };
    }
    if (!(await this.#keep(card, decision, by))) {
      return duplicateNotice(this.run.options.trans);
    }
    this.#cards.delete(callId);
    return { type: 'review-decided', interruptId, callId, decision, by };
  }

  async #keep(
    { callId, hash }: IReviewCard,
    decision: Decision,
    by: string
  ): Promise<boolean> {
    const { journal, at } = this.run.options;
    const earlier = await journal.decision(at, callId);
    if (earlier && (earlier.hash !== hash || earlier.by !== 'person')) {
      await journal.voidDecision(at, callId);
    }
    return journal.decide(at, {
      callId,
      decision,
      hash,
      by,
      time: Date.now()
    });
  }

  /** The card as it comes back when the decision cannot stand; else null. */
  async #comesBack(
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
      // Nothing to show any more; the gate says what there is to say.
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

/** Why arguments do not fit a tool, in words; null when they do. */
export function argumentsProblem(
  tool: ITool | undefined,
  args: Record<string, unknown>
): string | null {
  return tool ? parseArguments(tool, args).problem : 'There is no such tool.';
}

/** Said of a decision that came again; it changes nothing. */
export function duplicateNotice(trans: ITranslator): EventBody {
  return {
    type: 'notice',
    code: 'duplicate-decision',
    text: trans.__('This was decided before; the first decision counts.')
  };
}
