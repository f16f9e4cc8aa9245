import {
  isBoundTo,
  type INotebookIdentity,
  type NotebookBinding
} from './notebook-binding';
import {
  isForServerTool,
  isSameServerTool,
  type IServerTool,
  type IServerToolRule
} from './server-tool';

/** What a tool call may do to the person's things, from harmless to far-reaching. */
export const EFFECTS = [
  'read',
  'edit',
  'execute',
  'write',
  'shell',
  'network'
] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * How a person may answer a card, in LangChain's terms. `respond` makes the
 * person's own words the tool's result (`ask_user`).
 */
export type DecisionType = 'approve' | 'edit' | 'reject' | 'respond';

/** The decisions a card offers by default. */
export const ALL_DECISIONS: readonly DecisionType[] = [
  'approve',
  'edit',
  'reject'
];

/**
 * Only a rule for the turn or for a notebook may permit these, and no such rule
 * outlives the page load in which it was made.
 */
export const NEVER_ALWAYS: ReadonlySet<Effect> = new Set([
  'shell',
  'network'
] as const);

/**
 * Whether a tool's calls ask, in LangChain's terms. `true` asks for every call,
 * whatever the standing rules say; `false` is a standing rule that permits this
 * tool; an object also says what the card offers and how it is worded.
 */
export type InterruptOn =
  | boolean
  | {
      allowedDecisions: DecisionType[];
      /**
       * The card's sentence, used instead of its title; or a function that
       * makes it from a call.
       */
      description?:
        | string
        | ((call: { name: string; args: Record<string, unknown> }) => string);
    };

/** A call as the policy sees it: by its effect. */
export interface IPolicyRequest {
  tool: string;
  effect: Effect;
  /** Set when the call touches only Markdown. */
  markdown?: boolean;
  /** For a call on an existing cell: whether the agent made it in this thread. */
  ownCell?: boolean;
  /** Set for a write outside the notebook's folder, which no rule covers. */
  elsewhere?: boolean;
  /** Why no rule covers the call, whatever its effect; a sentence for its card. */
  always?: string;
  /** Set for a server's tool, to which the rules for effects do not apply. */
  serverTool?: IServerTool;
  /** Set for a call that was extracted from a model's text, which no rule covers. */
  fromText?: boolean;
}

/** Effects that need no card in one notebook. */
export type INotebookRule = NotebookBinding & { effects: Effect[] };

/** The standing rules, as stored in the settings and shown in the panel. */
export interface IPolicy {
  /** For all notebooks; `allow` needs no card. */
  effects: Record<Effect, 'ask' | 'allow'>;
  /** Inserting Markdown, and changing Markdown the agent itself wrote. */
  markdown: 'ask' | 'allow';
  notebooks: INotebookRule[];
  /** Rules for single tools of servers; none if absent. */
  serverTools?: readonly IServerToolRule[];
  /** Python packages that code may use, besides those that are known. */
  packages: readonly string[];
  /** Languages of kernels whose code counts as `execute`, whatever is in it. */
  languages: readonly string[];
  /** By tool name. */
  interruptOn: Record<string, InterruptOn>;
  /** Put in front of each description in `interruptOn`. */
  descriptionPrefix: string;
}

export type PolicyAnswer =
  | { ask: false; rule: string }
  | {
      ask: true;
      allowedDecisions: DecisionType[];
      /** The card's sentence, if `interruptOn` words it. */
      description?: string;
      /** Stands before the sentence that the tool itself words. */
      prefix?: string;
      /**
       * A rule for a server's tool that no longer applies, because the tool has
       * changed.
       */
      outdated?: IServerToolRule;
    };

/** Name of the rule behind "Approve the rest of this turn". */
export const TURN_RULE = 'rest-of-turn';

/** What "Approve the rest of this turn" covers if it names no effects. */
export const TURN_EFFECTS: readonly Effect[] = EFFECTS.filter(
  effect => !NEVER_ALWAYS.has(effect)
);

/** The more far-reaching of two effects: an argument can only make a call stricter. */
export function stricter(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) >= EFFECTS.indexOf(other) ? one : other;
}

/** Facts about a call, besides its effect, for `interruptOn` and notebook rules. */
export interface IPolicyScope {
  /** The notebook the run is bound to, as it is now. */
  notebook: INotebookIdentity;
  /** Effects the person permits for the rest of this turn. */
  turn: ReadonlySet<Effect>;
  /** Servers' tools the person permits for the rest of this turn. */
  turnTools?: readonly IServerTool[];
  args: Record<string, unknown>;
  /** The tool's own way of asking, used if the settings say nothing. */
  interruptOn?: InterruptOn;
}

/** Which standing rule permits a call, or how it is asked about. Pure. */
export function evaluatePolicy(
  policy: IPolicy,
  request: IPolicyRequest,
  scope: IPolicyScope
): PolicyAnswer {
  const { tool, effect } = request;
  const own = policy.interruptOn[tool] ?? scope.interruptOn;
  const insists = own === true || typeof own === 'object';
  const asked: PolicyAnswer & { ask: true } = {
    ask: true,
    allowedDecisions: [
      ...(typeof own === 'object' ? own.allowedDecisions : ALL_DECISIONS)
    ],
    ...describe(policy, request, scope, own)
  };
  if (insists || request.elsewhere || request.always || request.fromText) {
    return asked;
  }
  if (request.serverTool) {
    return evaluateServerTool(policy, request.serverTool, scope, asked);
  }
  if (scope.turn.has(effect)) {
    return { ask: false, rule: TURN_RULE };
  }
  if (!NEVER_ALWAYS.has(effect)) {
    if (policy.effects[effect] === 'allow') {
      return { ask: false, rule: `always:${effect}` };
    }
    if (own === false) {
      return { ask: false, rule: `tool:${tool}` };
    }
    if (
      effect === 'edit' &&
      policy.markdown === 'allow' &&
      request.markdown === true &&
      request.ownCell !== false
    ) {
      return { ask: false, rule: 'own-markdown' };
    }
  }
  const isAllowedHere = policy.notebooks.some(
    rule => rule.effects.includes(effect) && isBoundTo(rule, scope.notebook)
  );
  return isAllowedHere ? { ask: false, rule: `notebook:${effect}` } : asked;
}

/**
 * A server's tool is only permitted by a rule for this very tool as it is now:
 * permitting the effect `network` is not meant for every server.
 */
function evaluateServerTool(
  { serverTools = [] }: IPolicy,
  tool: IServerTool,
  { turnTools = [], notebook }: IPolicyScope,
  asked: PolicyAnswer & { ask: true }
): PolicyAnswer {
  if (turnTools.some(each => isForServerTool(each, tool))) {
    return { ask: false, rule: TURN_RULE };
  }
  const here = serverTools.filter(
    rule => rule.notebook === null || isBoundTo(rule.notebook, notebook)
  );
  if (here.some(rule => isForServerTool(rule, tool))) {
    return { ask: false, rule: `server:${tool.server}/${tool.tool}` };
  }
  const outdated = here.find(rule => isSameServerTool(rule, tool));
  return outdated ? { ...asked, outdated } : asked;
}

function describe(
  { descriptionPrefix }: IPolicy,
  { tool }: IPolicyRequest,
  { args }: IPolicyScope,
  own: InterruptOn | undefined
): { description?: string; prefix?: string } {
  if (typeof own !== 'object' || own.description === undefined) {
    return descriptionPrefix ? { prefix: descriptionPrefix } : {};
  }
  const { description } = own;
  const text =
    typeof description === 'string'
      ? description
      : String(description({ name: tool, args }));
  return { description: `${descriptionPrefix}${text}` };
}
