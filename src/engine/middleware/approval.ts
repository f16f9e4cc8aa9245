import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';
import { z } from 'zod';

import {
  GIVEN_UP,
  MAX_ROUNDS,
  isAutomaticRejection,
  type IDecisionRecord,
  type IFollowingCall,
  type IProposal,
  type IReviewCard,
  type IReviewRequest,
  type ITool,
  type ITranslator
} from '../../contract';
import { faultsOf, isFromText } from '../model/normalize-answer';
import {
  cardOf,
  changedSince,
  type IEarlierCalls,
  type IToolCall,
  type Verdict
} from '../tool-calls/review-call';
import { askApproval } from '../graph-interrupts/ask-person';
import { WRITE_TODOS } from '../tool-set/tool-set';

/** Decisions of the current step, by call id, as the gate reads them. */
export const decisionState = z.object({
  decisions: z.record(z.string(), z.custom<IDecisionRecord>()).default({})
});

export interface IApprovalOptions {
  /** See `reviewCall`. */
  review(
    call: IToolCall,
    hasCard: boolean,
    earlier?: IEarlierCalls
  ): Promise<Verdict>;
  /** See `askForTools`. */
  askForTools(
    calls: readonly IToolCall[],
    configurable: unknown
  ): Record<string, IDecisionRecord>;
  /** The decision on a call, if there is one. */
  decision(callId: string): Promise<IDecisionRecord | undefined>;
  /** Called for each call that a person decided on. */
  onReviewed(callId: string): void;
  /** Whether there is a todo list; its calls need no review. */
  keepsTodos: boolean;
  trans: ITranslator;
}

/**
 * Pauses the graph until the first call with an effect has a decision, and
 * writes the decisions there are into the state. What is left is decided at the
 * gate, in its turn: see `decideInTurn`. Does not change the AI message.
 *
 * It is the first in the chain: `afterModel` hooks run from last to first, so
 * this one runs last. Everything before the interrupt only reads, since it runs
 * again on resume; the decisions themselves come from the journal, where each
 * was stored when it was clicked.
 */
export function approvalMiddleware(options: IApprovalOptions) {
  return createMiddleware({
    name: 'review',
    stateSchema: decisionState,
    afterModel: async (state, runtime) => {
      const calls = callsOfStep(state.messages, options.keepsTodos);
      const answers = options.askForTools(calls, runtime.configurable);
      const reviewed = calls.filter(call => !(call.id in answers));
      const { configurable } = runtime;
      for (let round = 0; ; round++) {
        const sorted = await sortCalls(options, reviewed);
        const { decisions, pending } = sorted;
        if (pending.length === 0 || sorted.canBegin) {
          tellReviewed(options, Object.values(decisions));
          return { decisions: { ...decisions, ...answers } };
        }
        if (round === MAX_ROUNDS) {
          const given = Object.fromEntries(
            pending.map(card => [card.callId, givenUp(card)])
          );
          return { decisions: { ...decisions, ...given, ...answers } };
        }
        // Returns at once if the pause was resumed. A decision whose basis has
        // changed since is pending again, so the graph pauses again.
        ask(configurable, state.messages, sorted);
      }
    }
  });
}

/**
 * The decision on a call whose turn has come, every earlier call of its step
 * being answered: pauses for it, and for later ones that can be decided now, if
 * there is none yet. Nothing with an effect may come before it in the call's
 * node.
 *
 * @param failed whether an earlier effect of the step failed, so that no other
 * one will begin.
 * @returns undefined if nothing needs to be decided: the gate says why.
 */
export async function decideInTurn(
  options: IApprovalOptions,
  {
    callId,
    messages,
    decisions: earlier,
    configurable,
    failed
  }: {
    callId: string;
    messages: BaseMessage[];
    /** Those that the review has made. */
    decisions: Record<string, IDecisionRecord>;
    configurable: unknown;
    failed: boolean;
  }
): Promise<IDecisionRecord | undefined> {
  const all = callsOfStep(messages, options.keepsTodos);
  const calls = all
    .slice(all.findIndex(({ id }) => id === callId))
    .filter(({ id }) => !(id in earlier));
  for (let round = 0; ; round++) {
    const sorted = await sortCalls(options, calls);
    const [card] = sorted.pending;
    if (card?.callId !== callId || (failed && card.effect !== 'read')) {
      const decision = sorted.decisions[callId];
      tellReviewed(options, decision ? [decision] : []);
      return decision;
    }
    if (round === MAX_ROUNDS) {
      return givenUp(card);
    }
    ask(configurable, messages, sorted);
  }
}

/** Pauses with the cards of a step, which are one review however often it pauses. */
function ask(
  configurable: unknown,
  messages: BaseMessage[],
  { pending, following }: ISortedCalls
): void {
  const step = messages.findLast(each => AIMessage.isInstance(each))?.id;
  askApproval(configurable, {
    ...(step !== undefined && { interrupt_id: `review:${step}` }),
    ...reviewRequest(pending),
    ...(following.length > 0 && { following })
  });
}

function tellReviewed(
  { onReviewed }: IApprovalOptions,
  decisions: readonly IDecisionRecord[]
): void {
  for (const { callId, by } of decisions) {
    if (by === 'person') {
      onReviewed(callId);
    }
  }
}

interface IStepCall extends IToolCall {
  /** Whether it is the only call of its step. */
  isAlone: boolean;
}

/**
 * Rejects a card whose basis had changed each time it was decided, so that it
 * is not asked for ever.
 */
function givenUp({ callId, hash }: IReviewCard): IDecisionRecord {
  return {
    callId,
    decision: { type: 'reject' },
    hash,
    by: GIVEN_UP,
    time: Date.now()
  };
}

/** The wire format of LangChain's human-in-the-loop middleware, plus our cards. */
export function reviewRequest(cards: IReviewCard[]): IReviewRequest {
  return {
    actionRequests: cards.map(card => ({
      name: card.tool,
      args: card.args,
      description: card.sentence
    })),
    reviewConfigs: cards.map(card => ({
      actionName: card.tool,
      allowedDecisions: card.allowedDecisions
    })),
    cards
  };
}

interface ISortedCalls {
  decisions: Record<string, IDecisionRecord>;
  /** Cards that can be decided now. */
  pending: IReviewCard[];
  /** Calls that would ask, once what they work on is as they will find it. */
  following: IFollowingCall[];
  /** Whether an approved effect comes before everything that is undecided. */
  canBegin: boolean;
}

/**
 * What is decided, and what has to be. A call that works on something which an
 * earlier one changes is neither, until that one is answered: its card would
 * show what will no longer be there, and a decision on it would be void.
 *
 * @param calls of the step that are not answered yet, in order.
 */
async function sortCalls(
  { review, decision, trans }: IApprovalOptions,
  calls: IStepCall[]
): Promise<ISortedCalls> {
  const decisions: Record<string, IDecisionRecord> = {};
  const pending: IReviewCard[] = [];
  const following: IFollowingCall[] = [];
  const changed = new Set<string>();
  let changesCells = false;
  const earlier = { followsNewCell: false, earlierCode: [] as string[] };
  let isOpen = false;
  let canBegin = false;
  for (const call of calls) {
    const record = await decision(call.id);
    if (record && isAutomaticRejection(record)) {
      decisions[call.id] = record;
      continue;
    }
    const byPerson = record?.by === 'person';
    const verdict = await review(call, byPerson, earlier);
    if (verdict.kind === 'refuse' || (verdict.tool.workflow && !call.isAlone)) {
      // The gate gives the reason; nobody is asked first.
      if (record) {
        decisions[call.id] = record;
      }
      continue;
    }
    const { tool, args, effect, proposal, answer } = verdict;
    const targets = effect === 'read' ? [] : targetsOf(tool, args);
    const comesLater =
      targets.some(each => changed.has(each)) ||
      (changesCells && runsAll(tool, proposal));
    if (comesLater) {
      isOpen = true;
      if (answer.ask) {
        following.push({
          callId: call.id,
          title: proposal?.title ?? tool.name,
          effect
        });
      }
      continue;
    }
    if (
      record &&
      verdict.binding.holds(record.hash) &&
      (byPerson || !answer.ask)
    ) {
      decisions[call.id] = record;
    } else if (answer.ask) {
      isOpen = true;
      pending.push({
        ...cardOf(call, verdict),
        ...(record && {
          voided: byPerson ? changedSince(trans) : noLongerAllowed(trans)
        })
      });
    } else {
      decisions[call.id] = {
        callId: call.id,
        decision: { type: 'approve' },
        hash: verdict.binding.mark,
        by: answer.rule,
        time: Date.now()
      };
    }
    const type = decisions[call.id]?.decision.type ?? 'approve';
    if (effect !== 'read' && type !== 'reject' && type !== 'respond') {
      targets.forEach(each => changed.add(each));
      changesCells ||= (tool.cellArguments ?? []).length > 0;
      // The next one goes after it, if both go where cells go by default.
      earlier.followsNewCell ||= isInsertion(tool) && args[AFTER] === undefined;
      if (proposal?.body.kind === 'code') {
        earlier.earlierCode.push(proposal.body.text);
      }
      canBegin ||= !isOpen;
    }
  }
  return { decisions, pending, following, canBegin };
}

/** The cells and the file that a call works on, not the one it goes after. */
function targetsOf(
  { cellArguments = [], effects }: ITool,
  args: Record<string, unknown>
): string[] {
  const cells = cellArguments
    .filter(name => name !== AFTER)
    .flatMap(name => args[name] ?? []);
  const files = effects.includes('write') ? [args.path] : [];
  return [...cells, ...files].filter(each => typeof each === 'string');
}

/** Whether it works on cells that it does not name: on all there are. */
function runsAll(
  { cellArguments = [] }: ITool,
  proposal: IProposal | null
): boolean {
  const body = proposal?.body;
  return (
    cellArguments.length === 0 &&
    body?.kind === 'cells' &&
    body.cells.length > 0
  );
}

/** Whether it names no cell but the one that a new cell goes after. */
function isInsertion({ cellArguments = [] }: ITool): boolean {
  return (
    cellArguments.length > 0 && cellArguments.every(name => name === AFTER)
  );
}

const AFTER = 'after';

/** Shown on a card that a standing rule had decided, if the rule is gone. */
function noLongerAllowed(trans: ITranslator): string {
  return trans.__(
    'The rule that allowed this is gone, so it needs your approval. Nothing has run.'
  );
}

/** The calls of the last answer that are neither broken nor answered yet. */
function callsOfStep(
  messages: BaseMessage[],
  keepsTodos: boolean
): IStepCall[] {
  const message = messages.findLast(each => AIMessage.isInstance(each));
  if (!message) {
    return [];
  }
  const faults = faultsOf(message);
  const all = message.tool_calls ?? [];
  return all
    .map(({ id = '', name, args }) => ({
      id,
      name,
      args,
      fromText: isFromText(message, id),
      isAlone: all.length < 2
    }))
    .filter(
      call => !(call.id in faults) && !(keepsTodos && call.name === WRITE_TODOS)
    );
}
