import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
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
} from './review-call';
import { askApproval } from '../graph-interrupts/ask-person';
import { WRITE_TODOS } from '../tool-set/tool-set';

export interface IApprovalOptions {
  /** See `reviewCall`. */
  review(
    call: IToolCall,
    hasCard: boolean,
    earlier?: IEarlierCalls
  ): Promise<Verdict>;
  /** See `askForTool`. */
  askForTool(
    call: IToolCall,
    configurable: unknown
  ): IDecisionRecord | undefined;
  /** The decision on a call, if there is one. */
  decision(callId: string): Promise<IDecisionRecord | undefined>;
  /** Called for each call that a person decided on. */
  onReviewed(callId: string): void;
  /** Whether there is a todo list; its calls need no review. */
  keepsTodos: boolean;
  trans: ITranslator;
}

/**
 * The decision on a call whose turn has come, every earlier call of its step
 * being answered: pauses for it, and for later ones that can be decided now, if
 * there is none yet. Everything before the pause only reads, since it runs again
 * when the graph goes on; the decisions come from the journal, where each was
 * stored when it was clicked.
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
    configurable,
    failed
  }: {
    callId: string;
    messages: BaseMessage[];
    configurable: unknown;
    failed: boolean;
  }
): Promise<IDecisionRecord | undefined> {
  const all = callsOfStep(messages, options.keepsTodos);
  const calls = all.slice(all.findIndex(({ id }) => id === callId));
  const answer = options.askForTool(calls[0], configurable);
  if (answer) {
    return answer;
  }
  const sorted = await sortCalls(options, calls);
  const [card] = sorted.pending;
  if (card?.callId === callId && (!failed || card.effect === 'read')) {
    ask(configurable, messages, sorted);
  }
  const decision = sorted.decisions[callId];
  if (decision?.by === 'person') {
    options.onReviewed(callId);
  }
  return decision;
}

/** Pauses with the cards of a step, which are one review however often it pauses. */
function ask(
  configurable: unknown,
  messages: BaseMessage[],
  { pending, following }: ISortedCalls
): never {
  const step = messages.findLast(each => AIMessage.isInstance(each))?.id;
  return askApproval(configurable, {
    ...(step !== undefined && { interrupt_id: `review:${step}` }),
    ...reviewRequest(pending),
    ...(following.length > 0 && { following })
  });
}

interface IStepCall extends IToolCall {
  /** Whether it is the only call of its step. */
  isAlone: boolean;
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
    if (tool.interrupt && call !== calls[0]) {
      // It asks the person itself, when its turn comes.
      continue;
    }
    const targets = effect === 'read' ? [] : targetsOf(tool, args);
    const comesLater =
      targets.some(each => changed.has(each)) ||
      (changesCells && runsAll(tool, proposal));
    if (comesLater) {
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
    }
  }
  return { decisions, pending, following };
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
