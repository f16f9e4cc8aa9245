import {
  evaluatePolicy,
  hashText,
  isWorkspaceError,
  stricter,
  type Effect,
  type ICodeQuestion,
  type ICardServer,
  type INotebook,
  type IProposal,
  type IReviewCard,
  type ITool,
  type IToolContext,
  type ITranslator,
  type PolicyAnswer
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { schemaText, parseArguments } from '../tool-set/parse-arguments';
import { cardWording } from '../tool-set/declared-tool';
import { Binding } from './binding';
import type { ICallContext } from './call-context';
import { serverCall } from './server-call';
import type { CallLedger } from './call-ledger';

/** A tool call as it is in the model's message. */
export interface IToolCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /**
   * Set if it was read out of the text, so the model did not make it as a call.
   */
  fromText?: boolean;
}

/** The one call that ends a run; see `final-answer` in `tools/`. */
export const FINAL_ANSWER = 'final_answer';

export type IEarlierCalls = Pick<
  IToolContext,
  'followsNewCell' | 'earlierCode'
>;

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
      /** Set if a rule would cover the code, were nothing unknown in it. */
      codeQuestion?: ICodeQuestion;
      /** For a tool of a server: what the person should know. */
      server?: ICardServer;
      /**
       * Identifies the arguments, and the state that the proposal is based on.
       */
      binding: Binding;
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
      return { kind: 'refuse', text: error.message };
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
    ...(code && !evaluated('execute').ask && { codeQuestion: code }),
    ...(proposal?.server && {
      server: {
        ...proposal.server,
        ...(serverFacts?.first && { first: serverFacts.first }),
        ...(serverFacts?.holds && { holds: serverFacts.holds }),
        ...(text !== undefined && { said: text })
      }
    }),
    binding: new Binding(tool.name, args, proposal)
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
  const { answer, proposal, codeQuestion, server, binding } = verdict;
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
    hash: binding.mark
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
