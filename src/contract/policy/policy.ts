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
 * What a person may answer on a card; LangChain's words. `respond` gives the
 * tool's result in the person's own words (`ask_user`).
 */
export type DecisionType = 'approve' | 'edit' | 'reject' | 'respond';

/** What cards offer where nothing else is said. */
export const ALL_DECISIONS: readonly DecisionType[] = [
  'approve',
  'edit',
  'reject'
];

/**
 * Only a rule for the turn or for a notebook may let these through, and none of
 * them outlives the page it was made in.
 */
export const NEVER_ALWAYS: ReadonlySet<Effect> = new Set([
  'shell',
  'network'
] as const);

/**
 * Whether a tool's calls stop at a card, in LangChain's terms. `true` stops at
 * each call, whatever the standing rules say; `false` is a standing rule for
 * this tool; an object also says what the card offers and how it words it.
 */
export type InterruptOn =
  | boolean
  | {
      allowedDecisions: DecisionType[];
      /** The sentence of the card, in the place of its title, or how to make it from a call. */
      description?:
        | string
        | ((call: { name: string; args: Record<string, unknown> }) => string);
    };

/** What the policy is asked about: a call, seen from its effect. */
export interface IPolicyRequest {
  tool: string;
  effect: Effect;
  /** Set when the call touches only Markdown. */
  markdown?: boolean;
  /** For a call on an existing cell: whether the agent made it in this thread. */
  ownCell?: boolean;
  /** Set for a write outside the notebook's folder: no rule covers it. */
  elsewhere?: boolean;
  /** Why no rule covers the call, whatever its effect; a sentence for its card. */
  always?: string;
  /** Set for a tool of a server: rules for effects do not speak for it. */
  serverTool?: IServerTool;
  /** Set for a call that was read out of a model's text: no rule covers it. */
  fromText?: boolean;
}

/** For one notebook, effects that need no card. */
export type INotebookRule = NotebookBinding & { effects: Effect[] };

/** The standing rules, as the settings keep them and the panel shows them. */
export interface IPolicy {
  /** For all notebooks: `allow` goes through without a card. */
  effects: Record<Effect, 'ask' | 'allow'>;
  /** Inserting Markdown, and changing Markdown the agent itself wrote. */
  markdown: 'ask' | 'allow';
  notebooks: INotebookRule[];
  /** Tools of servers, one by one; none where not given. */
  serverTools?: readonly IServerToolRule[];
  /** By name of a tool. */
  interruptOn: Record<string, InterruptOn>;
  /** Stands before each description of `interruptOn`. */
  descriptionPrefix: string;
}

export type PolicyAnswer =
  | { ask: false; rule: string }
  | {
      ask: true;
      allowedDecisions: DecisionType[];
      /** The card's sentence, where `interruptOn` words it. */
      description?: string;
      /** A rule for a tool of a server as it was before it changed. */
      outdated?: IServerToolRule;
    };

/** Reading, inserting Markdown, and editing Markdown that the agent itself wrote. */
export const DEFAULT_POLICY: IPolicy = {
  effects: {
    read: 'allow',
    edit: 'ask',
    execute: 'ask',
    write: 'ask',
    shell: 'ask',
    network: 'ask'
  },
  markdown: 'allow',
  notebooks: [],
  serverTools: [],
  interruptOn: {},
  descriptionPrefix: ''
};

/** The rule behind "Approve the rest of this turn". */
export const TURN_RULE = 'rest-of-turn';

/** What "Approve the rest of this turn" covers unless it names effects. */
export const TURN_EFFECTS: readonly Effect[] = EFFECTS.filter(
  effect => !NEVER_ALWAYS.has(effect)
);

/** The more far-reaching of two effects: an argument can only tighten. */
export function stricter(one: Effect, other: Effect): Effect {
  return EFFECTS.indexOf(one) >= EFFECTS.indexOf(other) ? one : other;
}

/** What a call is, besides its effect, for `interruptOn` and notebook rules. */
export interface IPolicyScope {
  /** The notebook the run is bound to, as it is now. */
  notebook: INotebookIdentity;
  /** Effects the person lets through for the rest of this turn. */
  turn: ReadonlySet<Effect>;
  /** Tools of servers that they let through for the rest of it. */
  turnTools?: readonly IServerTool[];
  args: Record<string, unknown>;
  /** How the tool itself wants to be asked about, where settings say nothing. */
  interruptOn?: InterruptOn;
}

/** Pure. Which standing rule lets a call through, or how it is asked about. */
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
 * A tool of a server goes through by a rule for this tool as it is now, and by
 * no other: what a person allowed to the network was not meant for everybody
 * behind it.
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
): { description?: string } {
  if (typeof own !== 'object' || own.description === undefined) {
    return {};
  }
  const { description } = own;
  const text =
    typeof description === 'string'
      ? description
      : String(description({ name: tool, args }));
  return { description: `${descriptionPrefix}${text}` };
}
