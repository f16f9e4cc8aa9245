import {
  decisionSchema,
  isAutomaticRejection,
  isInterruptPayload,
  stricter,
  type Decision,
  type Effect,
  type EventBody,
  type IDecisionRecord,
  type InterruptPayload,
  type IResumeCommand,
  type IReviewCard,
  type ITool,
  type ITranslator
} from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import type { IGraphInterrupt } from './ask-person';
import { validateAnswer } from './validate-answer';
import { settle, type IThreadContext } from '../thread/thread-context';
import type { ICallContext, IToolCall } from '../calls/call-context';
import { cardOf, changedSince, reviewCall } from '../calls/review-call';
import { isUnknownCallChoice } from '../calls/may-have-run';
import { parseArguments } from '../tool-set/parse-arguments';
import { isOfCall } from './call-questions';
import { isUnclear, type IOpenReview } from './open-cards';

const MINUTE = 60_000;

/** What the cards may do with the run of their thread. */
interface IRunHandle {
  readonly run: ICallContext | null;
  /** @throws WorkspaceError if its notebook is gone. */
  reach(): Promise<void>;
  /**
   * The graph goes on, and looks up what was answered.
   *
   * @param isDue asked when the graph is no longer running.
   */
  goOn(isDue: () => boolean): Promise<unknown>;
  stop(): Promise<void>;
  /** Called if work failed that nobody awaits. */
  failed(error: unknown): void;
}

/** What "Approve all" also covers: see `Cards._covers`. */
interface ICovered {
  callIds: Set<string>;
  effect: Effect;
  code: Set<string>;
}

/**
 * The cards of a thread: shown when its graph pauses, closed when they are
 * answered. An answer is stored, then reported, and then the graph goes on and
 * finds it; what is still undecided pauses the graph again. Which cards are open
 * is in the display log alone: see `OpenCards`.
 */
export class Cards {
  /** What the graph waits for; empty while it runs. */
  private _pauses: readonly IGraphInterrupt[] = [];
  private readonly _covered = new Map<string, ICovered>();
  /** One decision at a time, since a click and a rule may come at once. */
  private readonly _order = new SerialQueue();
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly _state: IThreadContext,
    private readonly _runs: IRunHandle
  ) {}

  /**
   * Whether the graph is paused and something that it waits for is answered. Of
   * a review, only the first call has to be decided.
   */
  get canGoOn(): boolean {
    const { reviews, questions } = this._state.log.open;
    return this._pauses.some(pause => {
      const id = idOf(pause);
      const { value } = pause;
      return isInterruptPayload(value)
        ? !questions.has(id)
        : !reviews.get(id)?.cards.has(value.cards[0].callId);
    });
  }

  /** Called before the graph runs. */
  running(): void {
    this._pauses = [];
  }

  /**
   * Shows what the graph has paused with and is not shown yet; what was shown so
   * far is durable first.
   */
  async show(pauses: readonly IGraphInterrupt[]): Promise<void> {
    await settle(this._state);
    await this._order.run(async () => {
      for (const pause of pauses) {
        await this._show(pause);
      }
      this._pauses = pauses;
    });
    for (const [interruptId, { cards }] of this._state.log.open.reviews) {
      for (const { card } of cards.values()) {
        if (this._covers(interruptId, card)) {
          await this._decide(interruptId, card.callId, {
            decision: { type: 'approve' },
            hash: card.hash,
            by: 'person'
          });
        }
      }
    }
    this.answered();
  }

  /**
   * Reports decisions that an earlier page stored and had no time to report.
   */
  async reportStored(): Promise<void> {
    const { log, parts } = this._state;
    for (const [interruptId, { cards }] of log.open.reviews) {
      for (const { card } of [...cards.values()]) {
        const stored = await this._stored(card);
        if (stored) {
          parts.tell(lateDecision(interruptId, stored));
        }
      }
    }
    this.answered();
  }

  /** The run ended: what is open is closed without an answer. */
  close(): void {
    const { log, parts } = this._state;
    this.leave();
    for (const interruptId of [...log.open.reviews.keys()]) {
      parts.tell({ type: 'review-closed', interruptId });
    }
    for (const interruptId of [...log.open.questions.keys()]) {
      parts.tell({
        type: 'interrupt-closed',
        interruptId,
        answer: null,
        by: 'stop'
      });
    }
  }

  /** Nothing is done here any more; the cards stay as they are. */
  leave(): void {
    clearTimeout(this._timer);
    this._pauses = [];
    this._covered.clear();
  }

  /** Takes a person's decisions on cards of a review. */
  async decide({
    interruptId,
    decisions,
    hashes,
    covers = []
  }: Omit<IResumeCommand, 'type' | 'threadId'>): Promise<void> {
    const { log, parts } = this._state;
    if (!log.open.reviews.has(interruptId)) {
      parts.tell(duplicateNotice(parts.trans));
      return;
    }
    await this._answer(async () => {
      if (covers.length > 0) {
        this._cover(interruptId, decisions, covers);
      }
      for (const [callId, decision] of Object.entries(decisions)) {
        const hash = hashes[callId];
        await this._decide(interruptId, callId, {
          decision,
          hash,
          by: 'person'
        });
      }
    });
  }

  /**
   * Takes the answer to a question, whether a node or a running call asked it.
   */
  async answer(interruptId: string, answer: unknown): Promise<void> {
    const { log, parts, questions } = this._state;
    const take = (): boolean => {
      const asked = log.open.questions.get(interruptId);
      if (!asked) {
        parts.tell(duplicateNotice(parts.trans));
        return false;
      }
      const read = validateAnswer(asked, answer, parts.trans);
      if ('problem' in read) {
        const { problem } = read;
        parts.tell({ type: 'interrupt-refused', interruptId, problem });
        return false;
      }
      parts.tell({
        type: 'interrupt-closed',
        interruptId,
        answer: read.answer,
        by: 'person'
      });
      return true;
    };
    const asked = log.open.questions.get(interruptId);
    if (asked && !isOfCall(asked)) {
      await this._answer(async () => void take());
    } else if (take()) {
      questions.closed(interruptId);
    }
  }

  /**
   * Approves the cards that standing rules allow now, each in the name of its
   * rule.
   */
  async decideByRules(): Promise<void> {
    const run = this._runs.run as ICallContext;
    const { reviews } = this._state.log.open;
    if (reviews.size === 0) {
      return;
    }
    await this._answer(async () => {
      for (const [interruptId, { cards }] of reviews) {
        for (const { card } of [...cards.values()]) {
          if (card.body.kind === 'unclear') {
            continue;
          }
          const verdict = await reviewCall(run, callOf(card), true);
          if (verdict.kind === 'go' && !verdict.answer.ask) {
            await this._decide(interruptId, card.callId, {
              decision: { type: 'approve' },
              hash: card.hash,
              by: verdict.answer.rule
            });
          }
        }
      }
    });
  }

  private async _show(pause: IGraphInterrupt): Promise<void> {
    const { value } = pause;
    if (isInterruptPayload(value)) {
      this._ask(value);
      return;
    }
    const { log, parts } = this._state;
    const interruptId = idOf(pause);
    const { following = [] } = value;
    const shown = log.open.reviews.get(interruptId);
    const cards: IReviewCard[] = [];
    for (const card of value.cards) {
      // LangGraph also lists pauses whose calls have begun since.
      const call = await parts.journal.call(log.at, card.callId);
      const isOver = call?.outcome ?? (!isUnclear([card]) && call?.intent);
      if (!isOver && !(await this._stored(card))) {
        cards.push(card);
      }
    }
    const isShown =
      shown !== undefined &&
      shown.cards.size === cards.length &&
      cards.every(card => isSame(shown.cards.get(card.callId)?.card, card)) &&
      JSON.stringify(shown.following) === JSON.stringify(following);
    if (!isShown && cards.length > 0) {
      const limit = this._limit(
        cards.map(card => ({
          card,
          since: shown?.cards.get(card.callId)?.since ?? Date.now()
        }))
      );
      parts.tell({
        type: 'review-opened',
        interruptId,
        cards,
        ...(following.length > 0 && { following: [...following] }),
        ...(limit && { limit })
      });
    }
  }

  private _ask(asked: InterruptPayload): void {
    const { log, parts } = this._state;
    const { interrupt_id: id } = asked;
    const given = log.open.answers.get(id);
    if (
      log.open.questions.has(id) ||
      (given && 'answer' in validateAnswer(asked, given, parts.trans))
    ) {
      return;
    }
    const { approvalMinutes, approvalTimeout } = parts.settings().limits;
    // A time of its own, such as that of the evidence, comes before the setting.
    const isLimited = approvalMinutes !== null && asked.timeout === undefined;
    const timeout = isLimited ? approvalMinutes * MINUTE : asked.timeout;
    parts.tell({
      type: 'interrupt-opened',
      interrupt: {
        ...asked,
        ...(isLimited && {
          timeout,
          on_timeout: asked.default ? 'default' : 'cancel'
        }),
        ...(timeout !== undefined && { until: Date.now() + timeout }),
        ...(isLimited && approvalTimeout === 'cancel' && { stops: true })
      }
    });
  }

  /**
   * Runs one answer or decision, and continues the run.
   *
   * @throws WorkspaceError if the notebook is gone: then nothing is decided.
   */
  private async _answer(work: () => Promise<void>): Promise<void> {
    const { run } = this._runs;
    if (!run || run.signal.aborted) {
      return;
    }
    await this._runs.reach();
    await work();
    if (this._runs.run === run) {
      this.answered();
      await this._goOn();
    }
  }

  private async _goOn(): Promise<void> {
    if (this.canGoOn) {
      // An answer is only in the log; a decision is in the journal.
      await this._state.log.settled();
      await this._runs.goOn(() => this.canGoOn);
    }
  }

  /**
   * Called when a card or its call has an answer: closes the reviews that have
   * no cards left, and waits for the others.
   */
  answered(): void {
    const { log, parts } = this._state;
    for (const [interruptId, review] of [...log.open.reviews]) {
      const { cards } = review;
      if (cards.size === 0) {
        parts.tell({ type: 'review-closed', interruptId });
        continue;
      }
      const limit = this._limit([...cards.values()]);
      if (
        limit?.until !== review.limit?.until ||
        limit?.then !== review.limit?.then
      ) {
        // The oldest of its cards was decided, or the settings are others.
        parts.tell({ type: 'review-limited', interruptId, limit });
      }
    }
    this._wait();
  }

  /** How long cards wait: from when the oldest of them was shown. */
  private _limit(
    cards: readonly { card: IReviewCard; since: number }[]
  ): IOpenReview['limit'] {
    const { approvalMinutes, approvalTimeout } =
      this._state.parts.settings().limits;
    const oldest = Math.min(...cards.map(({ since }) => since));
    return approvalMinutes === null || isUnclear(cards.map(({ card }) => card))
      ? null
      : { until: oldest + approvalMinutes * MINUTE, then: approvalTimeout };
  }

  /**
   * Waits for the first time that is up, however far away: in several parts,
   * since a browser's timer is limited to 24 days.
   */
  private _wait(): void {
    clearTimeout(this._timer);
    const { reviews, questions } = this._state.log.open;
    const next = Math.min(
      ...[...reviews.values()].map(({ limit }) => limit?.until ?? Infinity),
      ...[...questions.values()].map(({ until }) => until ?? Infinity)
    );
    if (next < Infinity && this._runs.run) {
      this._timer = setTimeout(
        () =>
          Date.now() < next
            ? this._wait()
            : void this._timeOut().catch((error: unknown) =>
                this._runs.failed(error)
              ),
        Math.min(Math.max(0, next - Date.now()), 2 ** 31 - 1)
      );
    }
  }

  /** Does what the cards announced for the time that is up now. */
  private async _timeOut(): Promise<void> {
    const { run } = this._runs;
    if (!run || run.signal.aborted) {
      return;
    }
    const { log, parts } = this._state;
    const { reviews, questions } = log.open;
    const isUp = (until = Infinity): boolean => until <= Date.now();
    const due = [...reviews].filter(([, { limit }]) => isUp(limit?.until));
    const asked = [...questions.values()].filter(({ until }) => isUp(until));
    if (
      due.some(([, { limit }]) => limit?.then === 'cancel') ||
      asked.some(({ stops }) => stops)
    ) {
      parts.tell({
        type: 'notice',
        code: 'other',
        text: parts.trans.__(
          'Nobody decided in time, so the turn was stopped. Nothing that was waiting was run.'
        )
      });
      await this._runs.stop();
      return;
    }
    for (const { interrupt_id: interruptId, ...question } of asked) {
      const isDefault = question.on_timeout === 'default' && question.default;
      parts.tell({
        type: 'interrupt-closed',
        interruptId,
        answer: isDefault ? question.default! : { cancelled: true },
        by: 'timeout'
      });
    }
    this.answered();
    await this._goOn();
    if (due.length > 0) {
      await this._answer(async () => {
        for (const [interruptId, { cards }] of due) {
          const oldest = Math.min(
            ...[...cards.values()].map(({ since }) => since)
          );
          for (const { card, since } of [...cards.values()]) {
            if (since === oldest) {
              await this._decide(interruptId, card.callId, {
                decision: { type: 'reject' },
                hash: card.hash,
                by: 'timeout'
              });
            }
          }
        }
      });
    }
  }

  /** Notes what was on the cards that are approved together. */
  private _cover(
    interruptId: string,
    decisions: Record<string, Decision>,
    covers: readonly string[]
  ): void {
    const review = this._state.log.open.reviews.get(interruptId) as IOpenReview;
    const approved = [...review.cards.values()]
      .map(({ card }) => card)
      .filter(({ callId }) =>
        ['approve', 'edit'].includes(decisions[callId]?.type)
      );
    const announced = review.following.filter(({ callId }) =>
      covers.includes(callId)
    );
    this._covered.set(interruptId, {
      callIds: new Set(announced.map(({ callId }) => callId)),
      effect: [...approved, ...announced]
        .map(({ effect }) => effect)
        .reduce(stricter, 'read'),
      code: new Set(
        approved.flatMap(card => codeOn(card, decisions[card.callId]))
      )
    });
  }

  /**
   * Whether "Approve all" covers a card: its call was announced with the cards,
   * its effect is no higher than theirs, and it only runs code that stood on one
   * of them.
   */
  private _covers(interruptId: string, card: IReviewCard): boolean {
    const { body, callId, effect } = card;
    const covered = this._covered.get(interruptId);
    return (
      covered !== undefined &&
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

  /**
   * Stores a decision before it is reported. One that cannot stand makes its
   * card come back; one that was already made only produces a notice.
   *
   * @param made `hash` is that of the card as the person saw it; `by` is
   * `person`, `timeout`, or the name of a rule.
   */
  private _decide(
    interruptId: string,
    callId: string,
    made: Pick<IDecisionRecord, 'decision' | 'hash' | 'by'>
  ): Promise<void> {
    const { log, parts } = this._state;
    return this._order.run(async () => {
      const review = log.open.reviews.get(interruptId);
      const shown = review?.cards.get(callId)?.card;
      parts.tell(
        shown
          ? await this._decideOne(interruptId, shown, made)
          : duplicateNotice(parts.trans)
      );
    });
  }

  private async _decideOne(
    interruptId: string,
    card: IReviewCard,
    { decision, hash, by }: Pick<IDecisionRecord, 'decision' | 'hash' | 'by'>
  ): Promise<EventBody> {
    const { log, parts } = this._state;
    const { journal, trans } = parts;
    const { callId } = card;
    const back =
      by === 'timeout' ? null : await this._comesBack(card, decision, hash);
    if (back) {
      return { type: 'review-voided', interruptId, card: back };
    }
    if (card.body.kind === 'unclear') {
      const { message } = decision as Extract<Decision, { type: 'respond' }>;
      if (!(await journal.choose(log.at, callId, message as 'run'))) {
        return duplicateNotice(trans);
      }
    } else {
      const { hash: basis } = card;
      const record = { callId, decision, hash: basis, by, time: Date.now() };
      if (!(await journal.decide(log.at, record))) {
        const stored = (await journal.call(log.at, callId))?.decision;
        return stored?.hash === card.hash
          ? // It was stored after all, when nobody expected it any more.
            lateDecision(interruptId, stored)
          : duplicateNotice(trans);
      }
    }
    return { type: 'review-decided', interruptId, callId, decision, by };
  }

  /** The stored decision on a card as it is; undefined if there is none. */
  private async _stored(
    card: IReviewCard
  ): Promise<IDecisionRecord | undefined> {
    const { log, parts } = this._state;
    const { callId, hash } = card;
    const call = await parts.journal.call(log.at, callId);
    if (card.body.kind === 'unclear') {
      const choice = call?.choice;
      return (
        choice && {
          callId,
          hash,
          decision: { type: 'respond', message: choice },
          by: 'person',
          time: Date.now()
        }
      );
    }
    const record = call?.decision;
    return record?.hash === hash &&
      (record.by === 'person' || isAutomaticRejection(record))
      ? record
      : undefined;
  }

  /** The card as it is shown again if the decision cannot stand; else null. */
  private async _comesBack(
    card: IReviewCard,
    decision: Decision,
    hash: string
  ): Promise<IReviewCard | null> {
    const run = this._runs.run as ICallContext;
    const { tools, trans } = run.options;
    const notAllowed = {
      ...card,
      voided: trans.__('This answer is not allowed here.')
    };
    const isOne = decisionSchema.safeParse(decision).success;
    if (!isOne || !card.allowedDecisions.includes(decision.type)) {
      return notAllowed;
    }
    if (decision.type === 'respond') {
      return card.body.kind === 'unclear' &&
        !isUnknownCallChoice(decision.message)
        ? notAllowed
        : null;
    }
    if (decision.type === 'reject') {
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
    const verdict = await reviewCall(run, call, true);
    if (verdict.kind === 'refuse') {
      // There is nothing left to show; the gate gives the reason.
      return null;
    }
    if (verdict.mark === card.hash && hash === card.hash) {
      return null;
    }
    const { allowedDecisions } = card;
    const answer = verdict.answer.ask
      ? verdict.answer
      : ({ ask: true, allowedDecisions } as const);
    return {
      ...cardOf(call, { ...verdict, answer }),
      voided: changedSince(trans)
    };
  }
}

/** LangGraph's id of a pause, or the one for the outside. */
function idOf({ id, value }: IGraphInterrupt): string {
  return (value as { interrupt_id?: string }).interrupt_id ?? id;
}

function isSame(shown: IReviewCard | undefined, card: IReviewCard): boolean {
  return (
    JSON.stringify({ ...shown, voided: card.voided }) === JSON.stringify(card)
  );
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
function argumentsProblem(
  tool: ITool | undefined,
  args: Record<string, unknown>
): string | null {
  return tool ? parseArguments(tool, args).problem : 'There is no such tool.';
}

/** The notice for a decision that was sent twice; it changes nothing. */
function duplicateNotice(trans: ITranslator): EventBody {
  return {
    type: 'notice',
    code: 'duplicate-decision',
    text: trans.__('This was already decided; the first decision counts.')
  };
}

/** The event for a decision that is reported later than it was made. */
function lateDecision(
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
