import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { createMiddleware } from 'langchain';
import { z } from 'zod';

import {
  GIVEN_UP,
  MOST_ROUNDS,
  isAutomaticRejection,
  type IDecisionRecord,
  type IReviewCard,
  type IReviewRequest,
  type ITranslator
} from '../../contract';
import { faultsOf, isFromText } from '../model/normalize-answer';
import {
  cardOf,
  changedSince,
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
  review(call: IToolCall, carded: boolean): Promise<Verdict>;
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
 * Pauses the graph until each call with an effect has a decision, and writes
 * the decisions into the state. Does not change the AI message.
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
      for (let round = 0; ; round++) {
        const { decisions, pending } = await sortCalls(options, reviewed);
        if (pending.length === 0) {
          for (const { callId, by } of Object.values(decisions)) {
            if (by === 'person') {
              options.onReviewed(callId);
            }
          }
          return { decisions: { ...decisions, ...answers } };
        }
        if (round === MOST_ROUNDS) {
          const given = Object.fromEntries(
            pending.map(card => [card.callId, givenUp(card)])
          );
          return { decisions: { ...decisions, ...given, ...answers } };
        }
        // Returns at once if the pause was resumed. A decision whose basis has
        // changed since is pending again, so the graph pauses again.
        askApproval(runtime.configurable, reviewRequest(pending));
      }
    }
  });
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

async function sortCalls(
  { review, decision, trans }: IApprovalOptions,
  calls: IStepCall[]
): Promise<{
  decisions: Record<string, IDecisionRecord>;
  pending: IReviewCard[];
}> {
  const decisions: Record<string, IDecisionRecord> = {};
  const pending: IReviewCard[] = [];
  for (const call of calls) {
    const record = await decision(call.id);
    if (record && isAutomaticRejection(record)) {
      decisions[call.id] = record;
      continue;
    }
    const byPerson = record?.by === 'person';
    const verdict = await review(call, byPerson);
    if (verdict.kind === 'refuse' || (verdict.tool.workflow && !call.isAlone)) {
      // The gate gives the reason; nobody is asked first.
      if (record) {
        decisions[call.id] = record;
      }
      continue;
    }
    if (
      record &&
      verdict.binding.holds(record.hash) &&
      (byPerson || !verdict.answer.ask)
    ) {
      decisions[call.id] = record;
    } else if (verdict.answer.ask) {
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
        by: verdict.answer.rule,
        time: Date.now()
      };
    }
  }
  return { decisions, pending };
}

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
