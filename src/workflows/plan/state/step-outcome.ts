/** The most characters of a shortened result. */
export const MOST_SHORT = 500;

/** A call that a step made, with its result. */
export interface IStepCall {
  tool: string;
  /** `isError` of the result, or an output of the kind error. */
  isError: boolean;
  /**
   * The part of its result that the model was given; withheld if values are.
   */
  text: string;
  ms: number;
  arguments: Record<string, unknown>;
  /** Id of the last cell it made or ran. */
  cell?: string;
}

/** What a step did, before it is judged. */
export interface IStepWork {
  calls: IStepCall[];
  /** The text of its last message. */
  text: string;
  /** Ids of the cells it made or ran. */
  cells: string[];
  /**
   * False if no value was sent during the step; absent if there may be
   * some.
   */
  values?: boolean;
  /** How often a model was asked; absent if none was. */
  requests?: number;
  /** Why it ended early: its budget, or no tool left. */
  stopped?: string;
}

export interface IStepOutcome {
  status: 'raw' | 'succeeded' | 'failed' | 'skipped';
  /** With the recommended tools, or free after those failed. */
  mode: 'guided' | 'free';
  work: IStepWork | null;
  /** Why it failed or was skipped; empty if it succeeded. */
  reason: string;
  /** At most 500 characters. */
  short: string;
  startedAt: number;
  endedAt: number;
  /** Whether the person has answered for the failure. */
  settled: boolean;
  /** False if the model could not say whether its criterion is met. */
  judged: boolean;
}
