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
  type PolicyAnswer,
  isMcpTool,
  type AgentEvent,
  type IServerTool
} from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { schemaText, parseArguments } from '../tool-set/parse-arguments';
import { cardWording, isDeclared } from '../tool-set/tool-set';
import { callMark } from './binding';
import type { ICallContext } from './call-context';
import type { CallLedger } from './call-ledger';
import { denyList } from '../privacy/deny-list';

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
      /** Set if a rule would cover the code, were nothing unknown in it. */
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

/** Shorter values occur in many texts by chance. */
const LEAST = 8;

/** The most results that a card names. */
const MAX_NAMED = 5;

interface IServerCall extends Pick<ICardServer, 'first' | 'holds'> {
  /** Why no rule can allow it, as a sentence. */
  always?: string;
}

/**
 * What a person should know about a call to a server: whether it is the first
 * one, and which earlier results its arguments contain. A call with values from
 * a result that was to be withheld always asks, whatever the rules say.
 */
async function serverCall(
  run: ICallContext,
  { address, server }: IServerTool,
  args: Record<string, unknown>
): Promise<IServerCall> {
  const { journal, at, tools, settings, trans } = run.options;
  const { deny, schemasOnly } = settings().privacy;
  const shown = await journal.shown(at);
  const proposed = new Map(
    shown.flatMap(event =>
      event.type === 'call-proposed' ? [[event.callId, event]] : []
    )
  );
  const theirs = new Set(
    [...tools.values()]
      .filter(tool => isMcpTool(tool) && tool.mcp.address === address)
      .map(({ name }) => name)
  );
  const first = !shown.some(
    event =>
      event.type === 'call-started' &&
      theirs.has(proposed.get(event.callId)?.tool ?? '')
  );
  const declared = new Set(
    [...tools.values()]
      .filter(tool => isMcpTool(tool) && tool.mcp.address === address)
      .flatMap(tool => (isDeclared(tool) ? namesIn(tool.jsonSchema) : []))
  );
  const parts = [
    ...texts(args),
    // An argument name that the tool does not declare may carry a value too.
    ...names(args).filter(name => !declared.has(name))
  ];
  const sources = shown.filter(
    (event): event is Finished =>
      event.type === 'call-finished' &&
      parts.some(
        part => event.result.includes(part) || sharesRun(part, event.result)
      )
  );
  const isDenied = denyList(deny);
  const withheld = sources.find(
    ({ callId }) =>
      schemasOnly ||
      texts(proposed.get(callId)?.args ?? {}, 1).some(text =>
        text
          // A call of a method at the beginning of a line is no hidden file.
          .replace(/\.\w+\(/g, ' ')
          .split(/[\s'"`()=,;:[\]{}]+/)
          .some(isDenied)
      )
  );
  return {
    ...(first && { first }),
    ...(sources.length > 0 && {
      holds: [...new Set(sources.map(({ text }) => text))].slice(-MAX_NAMED)
    }),
    ...(withheld && {
      always: trans.__(
        'Part of this comes from a result that your privacy settings withhold (%1). It would go to “%2”.',
        withheld.text,
        server
      )
    })
  };
}

type Finished = Extract<AgentEvent, { type: 'call-finished' }>;

/** All names in a value that are long enough to be recognised. */
function names(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => [
        ...(Array.isArray(value) || name.trim().length < LEAST
          ? []
          : [name.trim()]),
        ...names(each)
      ])
    : [];
}

/** All names in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  return typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([name, each]) => [name, ...namesIn(each)])
    : [];
}

/** All texts and numbers in a value that are long enough to be recognised. */
function texts(value: unknown, least = LEAST): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).trim();
    return text.length >= least ? [text] : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(each => texts(each, least))
    : [];
}

/** So many characters in a row are not the same in two texts by chance. */
const RUN = 32;
/**
 * The longest match that is looked at: enough to find letters and digits that
 * stand far apart.
 */
const MAX_RUN = 64;
/**
 * The fewest letters and digits in a match: a line of dashes does not count as
 * text.
 */
const LEAST_TOLD = 16;

/**
 * Whether a part of one text appears word for word in another. Different words
 * around it make no difference.
 *
 * Every place of both texts is looked at, also where the same words come again
 * and again; the work grows with the lengths of the texts, not with their
 * product.
 */
export function sharesRun(text: string, other: string): boolean {
  const [short, long] =
    text.length < other.length ? [text, other] : [other, text];
  const parts = new Set(tellingParts(short));
  if (parts.size === 0) {
    return false;
  }
  for (const part of tellingParts(long)) {
    if (parts.has(part)) {
      return true;
    }
  }
  return false;
}

/**
 * From each place of a text, the shortest part that would count as a match.
 * Where it ends depends only on what is in it, so a part that two texts share
 * has the same end in both.
 */
function* tellingParts(text: string): Generator<string, void> {
  let end = 0;
  let letters = 0;
  for (let at = 0; at + RUN <= text.length; at++) {
    const most = Math.min(at + MAX_RUN, text.length);
    while (end < most && (end < at + RUN || letters < LEAST_TOLD)) {
      letters += isTold(text[end++]) ? 1 : 0;
    }
    if (letters >= LEAST_TOLD) {
      yield text.slice(at, end);
    }
    letters -= isTold(text[at]) ? 1 : 0;
  }
}

/** The second half of a character outside the basic plane counts for all of it. */
const TOLD = /[\p{L}\p{N}\udc00-\udfff]/u;

function isTold(unit: string): boolean {
  return TOLD.test(unit);
}
