/** The person's settings for plan mode. */
export interface IPlanSettings {
  /** With everything else off and `all` on, each one counts as on. */
  approvals: {
    all: boolean;
    clarification: boolean;
    plan: boolean;
    step: boolean;
  };
  /** Clarity from 0 to 1 at which a task needs no question. */
  clearEnough: number;
  /** Minimum values for reusing a past clarification. */
  reuse: { min: number; successRate: number; confidence: number };
  /** Minimum score for using a plan that memories improved. */
  improved: number;
  /** How often the same question is repeated. */
  rounds: number;
  /** Model requests per step. */
  budget: number;
  /** Number of reading steps that may run in parallel. */
  atOnce: number;
  /** What a plan may use before it pauses; null for no limit. */
  ceiling: { tokens: number | null; cost: number | null };
  /**
   * Where plans and results are stored: in the browser only, or beside the
   * notebook as well.
   */
  results: 'browser' | 'files';
}
