import {
  type IDecisionRecord,
  type IFollowingCall,
  type IProposal,
  type IReviewCard,
  type IReviewRequest,
  type ITool,
  type ITranslator
} from '../../contract';
import { askForTool } from './ask-for-tools';
import type { ICallContext } from './call-context';
import type { IGateCall, IStepCall } from './gate-call';
import { cardOf, changedSince, reviewCall, type Verdict } from './review-call';
import { askApproval } from '../graph-interrupts/ask-person';
import { WRITE_TODOS } from '../tool-set/tool-set';

export interface IDecidedCall {
  /** What was decided, if that was needed and there is something. */
  decision?: IDecisionRecord;
  /** What the call is decided on: how it is to be handled at the moment. */
  verdict?: Verdict;
}

/**
 * The decision on a call whose turn has come, every earlier call of its step
 * being answered: pauses for it, and for later ones that can be decided now, if
 * there is none yet. Everything before the pause only reads, since it runs again
 * when the graph goes on; the decisions come from the journal, where each was
 * stored when it was clicked.
 *
 * A later call that works on something which an earlier one changes cannot be
 * decided, until that one is answered: its card would show what will no longer
 * be there, and a decision on it would be void.
 */
export async function decideInTurn(
  run: ICallContext,
  { call, later, messageId, brokenBefore, request }: IGateCall
): Promise<IDecidedCall> {
  const { journal, at, trans } = run.options;
  const { configurable } = request.runtime;
  const answer = askForTool(run, call, configurable);
  if (answer) {
    return { decision: answer };
  }
  const pending: IReviewCard[] = [];
  const following: IFollowingCall[] = [];
  const changed = new Set<string>();
  let changesCells = false;
  const earlier = { followsNewCell: false, earlierCode: [] as string[] };
  for (const each of [call, ...later.filter(isDecided)]) {
    const record = (await journal.call(at, each.id))?.decision;
    const byPerson = record?.by === 'person';
    // What was rejected is not looked at again: no change and no rule turns that
    // into something else.
    const verdict =
      record?.decision.type === 'reject'
        ? undefined
        : await reviewCall(run, each, byPerson, earlier);
    if (
      verdict?.kind !== 'go' ||
      // The gate gives the reason; nobody is asked first.
      (verdict.tool.workflow && !each.isAlone)
    ) {
      if (each === call) {
        return decided(record, verdict);
      }
      continue;
    }
    const { tool, args, effect, proposal, answer, mark } = verdict;
    if (tool.interrupt && each !== call) {
      // It asks the person itself, when its turn comes.
      continue;
    }
    const targets = effect === 'read' ? [] : targetsOf(tool, args);
    const comesLater =
      targets.some(target => changed.has(target)) ||
      (changesCells && runsAll(tool, proposal));
    if (comesLater) {
      if (answer.ask) {
        following.push({
          callId: each.id,
          title: proposal?.title ?? tool.name,
          effect
        });
      }
      continue;
    }
    const counts = record && mark === record.hash && (byPerson || !answer.ask);
    if (each === call) {
      if (counts) {
        return decided(record, verdict);
      }
      if (!answer.ask || (brokenBefore && effect !== 'read')) {
        return decided(ruled(call, verdict), verdict);
      }
    }
    if (!counts && answer.ask) {
      pending.push({
        ...cardOf(each, verdict),
        ...(record && {
          voided: byPerson ? changedSince(trans) : noLongerAllowed(trans)
        })
      });
    }
    const type = counts ? record.decision.type : 'approve';
    if (effect !== 'read' && type !== 'reject' && type !== 'respond') {
      targets.forEach(target => changed.add(target));
      changesCells ||= (tool.cellArguments ?? []).length > 0;
      // The next one goes after it, if both go where cells go by default.
      earlier.followsNewCell ||= isInsertion(tool) && args[AFTER] === undefined;
      if (proposal?.body.kind === 'code') {
        earlier.earlierCode.push(proposal.body.text);
      }
    }
  }
  // The cards of a step are one review, however often it pauses.
  return askApproval(configurable, {
    ...(messageId !== undefined && { interrupt_id: `review:${messageId}` }),
    ...reviewRequest(pending),
    ...(following.length > 0 && { following })
  });

  function decided(
    decision: IDecisionRecord | undefined,
    verdict: Verdict | undefined
  ): IDecidedCall {
    if (decision?.by === 'person') {
      run.turn.review(call.id);
    }
    return { decision, verdict };
  }

  function isDecided({ name, fault }: IStepCall): boolean {
    return !fault && !(run.keepsTodos && name === WRITE_TODOS);
  }
}

/** What a rule decides; undefined if no rule does. */
function ruled(
  { id }: IStepCall,
  { answer, mark }: Extract<Verdict, { kind: 'go' }>
): IDecisionRecord | undefined {
  return answer.ask
    ? undefined
    : {
        callId: id,
        decision: { type: 'approve' },
        hash: mark,
        by: answer.rule,
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
