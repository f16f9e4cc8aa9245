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

/** What a person may answer on a card; LangChain's words. */
export type DecisionType = 'approve' | 'edit' | 'reject';

/** What the policy is asked about: a call, seen from its effect. */
export interface IPolicyRequest {
  tool: string;
  effect: Effect;
  /** Set when the call touches only Markdown. */
  markdown?: boolean;
  /** For a call on an existing cell: whether the agent made it in this thread. */
  ownCell?: boolean;
}

/** A standing rule. The first that matches a request decides. */
export interface IPolicyRule {
  /** Why it is allowed, as the journal keeps it. */
  name: string;
  effect: Effect;
  markdownOnly?: boolean;
  ownCellOnly?: boolean;
}

export interface IPolicy {
  /** Calls that go through without a card. */
  allow: IPolicyRule[];
  /** What a card offers, per tool; all three where a tool is not named. */
  decisions?: Record<string, DecisionType[]>;
}

export type PolicyAnswer =
  | { ask: false; rule: string }
  | { ask: true; allowedDecisions: DecisionType[] };

/** Reading, inserting Markdown, and editing Markdown that the agent itself wrote. */
export const DEFAULT_POLICY: IPolicy = {
  allow: [
    { name: 'reading', effect: 'read' },
    {
      name: 'own-markdown',
      effect: 'edit',
      markdownOnly: true,
      ownCellOnly: true
    }
  ]
};

/** The rule behind "Approve the rest of this turn". */
export const TURN_RULE = 'rest-of-turn';

/**
 * Pure. `turn` is true while the person lets the rest of the turn through;
 * it never covers `shell` and `network`.
 */
export function evaluatePolicy(
  policy: IPolicy,
  request: IPolicyRequest,
  turn = false
): PolicyAnswer {
  for (const rule of policy.allow) {
    if (
      rule.effect === request.effect &&
      (!rule.markdownOnly || request.markdown === true) &&
      (!rule.ownCellOnly || request.ownCell !== false)
    ) {
      return { ask: false, rule: rule.name };
    }
  }
  if (turn && request.effect !== 'shell' && request.effect !== 'network') {
    return { ask: false, rule: TURN_RULE };
  }
  return {
    ask: true,
    allowedDecisions: policy.decisions?.[request.tool] ?? [
      'approve',
      'edit',
      'reject'
    ]
  };
}
