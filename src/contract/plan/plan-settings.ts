/** What a person can set about plan mode. */
export interface IPlanSettings {
  /** All off and `all` on: each is on. */
  approvals: {
    all: boolean;
    clarification: boolean;
    plan: boolean;
    step: boolean;
  };
  /** How clear a task must be to go on without a question, from 0 to 1. */
  clearEnough: number;
  /** What a past clarification must be to count. */
  reuse: { min: number; successRate: number; confidence: number };
  /** What a plan that memories improved must reach to be taken. */
  improved: number;
  /** How often the same thing is asked again. */
  rounds: number;
  /** Requests a step. */
  budget: number;
  /** Reading steps that may run at the same time. */
  atOnce: number;
  /** What a plan may use before it pauses; null for no limit. */
  ceiling: { tokens: number | null; cost: number | null };
  /** Arguments are made and shown before a step. */
  detailed: boolean;
  /** Where plans and results are kept: in the browser, or beside the notebook too. */
  results: 'browser' | 'files';
}

export const DEFAULT_PLAN_SETTINGS: IPlanSettings = {
  approvals: { all: true, clarification: true, plan: true, step: false },
  clearEnough: 0.7,
  reuse: { min: 1, successRate: 0.5, confidence: 0.6 },
  improved: 0.6,
  rounds: 5,
  budget: 12,
  atOnce: 3,
  ceiling: { tokens: null, cost: null },
  detailed: false,
  results: 'browser'
};
