import {
  evaluatePolicy,
  hashText,
  isWorkspaceError,
  stricter,
  type Effect,
  type ICodeQuestion,
  type ICardServer,
  type IDecisionRecord,
  type IFollowingCall,
  type INotebook,
  type IProposal,
  type IReviewCard,
  type IReviewRequest,
  type ITool,
  type IToolContext,
  type ITranslator,
  type PolicyAnswer
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { workspaceProblem } from '../../tools';
import { askApproval } from '../interrupts/ask-person';
import { schemaText, parseArguments } from '../tool-set/parse-arguments';
import { cardWording, WRITE_TODOS } from '../tool-set/tool-set';
import { askForTool } from './ask-for-tools';
import { callMark } from './binding';
import type {
  ICallContext,
  IGateCall,
  IStepCall,
  IToolCall
} from './call-context';
import type { CallLedger } from './call-ledger';
import { serverCall } from './server-call';

/** The one call that ends a run; see `final-answer` in `tools/`. */
export const FINAL_ANSWER = 'final_answer';

type IEarlierCalls = Pick<IToolContext, 'followsNewCell' | 'earlierCode'>;

/** How a call is to be handled at the moment. */
export type Verdict =
  /** Nobody is asked; the model is told why. */
  | { kind: 'refuse'; text: string }
  | {
      kind: 'go';
      tool: ITool;
      args: Record<string, unknown>;
      effect: Effect;
      /** Set for a write outside the notebook's folder. */
      elsewhere?: boolean;
      /** Why no rule can allow it, as a sentence. */
      always?: string;
      answer: PolicyAnswer;
      /** Whether the present rules would ask a person about it. */
      asksNow(): boolean;
      proposal: IProposal | null;
      /** Set if something in the code is not known to be harmless. */
      codeQuestion?: ICodeQuestion;
      /** For a tool of a server: what the person should know. */
      server?: ICardServer;
      /**
       * Identifies the arguments, and the state that the proposal is based on.
       */
      mark: string;
    };

/**
 * Checks a call against the present notebook. It only reads, so it may run
 * again at any time: before a card is shown, when it is decided, and when the
 * decision is applied.
 *
 * @param carded whether a person has a card for it. The card shows the cell as
 * it is, so it no longer matters whether the model has read that version.
 * @param earlier what calls of the step that have not run yet will do.
 */
export async function reviewCall(
  run: ICallContext,
  call: IToolCall,
  carded = false,
  earlier: IEarlierCalls = {}
): Promise<Verdict> {
  const unavailable = await run.options.offer.problem(call.name);
  const tool = run.options.tools.get(call.name);
  if (!tool || unavailable !== null) {
    const text = unavailable ?? noSuchTool(run, call.name);
    return { kind: 'refuse', text };
  }
  const { args, problem: misfit } = parseArguments(tool, call.args, run.names);
  const problem =
    (misfit && `${misfit} ${schemaText(tool)}`) ??
    toolCallProblem(run.options.settings().limits.toolCalls, run.calls, call);
  if (problem !== null) {
    return { kind: 'refuse', text: problem };
  }
  try {
    const context = { ...run.toolContext(call.id), ...earlier };
    if (carded) {
      context.seen = sourcesNow(run);
    }
    return await look(
      run,
      tool,
      { ...call, args: args as Record<string, unknown> },
      context
    );
  } catch (error) {
    if (isWorkspaceError(error)) {
      return { kind: 'refuse', text: workspaceProblem(error) };
    }
    throw error;
  }
}

async function look(
  run: ICallContext,
  tool: ITool,
  { args, fromText = false }: IToolCall,
  context: IToolContext
): Promise<Verdict> {
  const problem = (await tool.check?.(args, context)) ?? null;
  if (problem !== null) {
    return { kind: 'refuse', text: problem };
  }
  const proposed = (await tool.propose?.(args, context)) ?? null;
  const facts = {
    ...tool.policy?.(args, context),
    // The result may reveal more than the arguments do.
    ...(proposed?.always && { always: proposed.always })
  };
  const effect = [facts.effect, proposed?.effect].reduce<Effect>(
    (strictest, each) => (each ? stricter(strictest, each) : strictest),
    tool.effect(args, context)
  );
  if (run.readsOnly !== undefined && effect !== 'read') {
    return { kind: 'refuse', text: run.readsOnly };
  }
  const serverFacts = facts.serverTool
    ? await serverCall(run, facts.serverTool, args)
    : null;
  const always = facts.always ?? serverFacts?.always;
  const evaluated = (of: Effect = effect): PolicyAnswer =>
    evaluatePolicy(
      run.options.settings().policy,
      {
        ...facts,
        always,
        tool: tool.name,
        effect: of,
        // A final answer is only read by the person, and ends the run.
        fromText: fromText && tool.name !== FINAL_ANSWER
      },
      {
        notebook: run.options.notebook.identity,
        turn: run.turn.effectsFor({ name: tool.name, arguments: args }),
        turnTools: run.turn.tools,
        args,
        interruptOn: tool.interruptOn
      }
    );
  const answer = cardWording(tool.name, evaluated);
  const proposal =
    proposed ??
    (effect === 'read'
      ? plainProposal(run.options.trans, run.options.notebook, tool, args)
      : null);
  if (answer.ask && !proposal) {
    throw new Error(
      `The tool ${tool.name} has the effect "${effect}" and no proposal.`
    );
  }
  const code = proposal?.codeQuestion;
  const text = answer.ask ? answer.outdated?.description : undefined;
  return {
    kind: 'go',
    tool,
    args,
    effect,
    elsewhere: facts.elsewhere,
    always,
    answer,
    asksNow: () => evaluated().ask,
    proposal,
    ...(code && {
      // What to allow only helps where a rule covers all other code.
      codeQuestion: evaluated('execute').ask ? { because: code.because } : code
    }),
    ...(proposal?.server && {
      server: {
        ...proposal.server,
        ...(serverFacts?.first && { first: serverFacts.first }),
        ...(serverFacts?.holds && { holds: serverFacts.holds }),
        ...(text !== undefined && { said: text })
      }
    }),
    mark: callMark(tool.name, args, proposal)
  };
}

/**
 * The card of a call that only reads, for a person who wants to be asked about
 * those too: one line on what it does, and its plain arguments.
 */
function plainProposal(
  trans: ITranslator,
  notebook: INotebook,
  tool: ITool,
  args: Record<string, unknown>
): IProposal {
  return {
    title: trans.__('Look something up'),
    sentence: tool.running(args, trans),
    place: notebook.isOpen ? spoken(notebook.name) : '',
    body: {
      kind: 'code',
      mimeType: 'application/json',
      text: JSON.stringify(args, null, 2)
    }
  };
}

function noSuchTool(run: ICallContext, name: string): string {
  const { mode, tools } = run.options;
  const reason =
    mode === 'ask'
      ? ' The person chose the mode Ask: there are only tools that read.'
      : '';
  return `There is no tool "${name}".${reason} Tools: ${[...tools.keys()].join(', ')}.`;
}

function sourcesNow(run: ICallContext): Record<string, string> {
  return Object.fromEntries(
    run.options.notebook.cells().map(cell => [cell.id, hashText(cell.source)])
  );
}

/** The card of a call that waits for a person. */
export function cardOf(
  call: IToolCall,
  verdict: Extract<Verdict, { kind: 'go' }>
): IReviewCard {
  const { tool, args, effect, elsewhere, always } = verdict;
  const { answer, proposal, codeQuestion, server, mark } = verdict;
  if (!answer.ask || !proposal) {
    throw new Error(`The call of ${tool.name} needs no review.`);
  }
  const { title, sentence, place, reason, body, editable } = proposal;
  return {
    callId: call.id,
    tool: tool.name,
    args,
    effect,
    allowedDecisions: answer.allowedDecisions,
    title,
    sentence: answer.description ?? `${answer.prefix ?? ''}${sentence}`,
    ...((answer.description ?? answer.prefix) !== undefined && {
      worded: true
    }),
    place,
    reason,
    body,
    editable,
    ...(elsewhere && { elsewhere }),
    ...(always !== undefined && { always }),
    ...(codeQuestion && { codeQuestion }),
    ...(server && { server }),
    ...(call.fromText && { fromText: true }),
    hash: mark
  };
}

/** Shown on a card that came back. */
export function changedSince(trans: ITranslator): string {
  return trans.__(
    'This has changed since you decided. Nothing was done; here is how it looks now.'
  );
}

/**
 * Why a tool may not be run again in this run, as a sentence for the model;
 * null while its limit is not reached. LangChain's `toolCallLimitMiddleware`
 * counts in an `afterModel` hook, which would cost one more node and checkpoint
 * per step.
 */
export function toolCallProblem(
  limits: Readonly<Record<string, number>>,
  calls: Pick<CallLedger, 'othersOf'>,
  { id, name }: { id: string; name: string }
): string | null {
  const limit = limits[name];
  return limit !== undefined && calls.othersOf(id, name) >= limit
    ? `The limit of ${limit} ${limit === 1 ? 'call' : 'calls'} of ${name} a message is reached. Go on without it.`
    : null;
}

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
      earlier.followsNewCell ||= isInsertion(tool);
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
