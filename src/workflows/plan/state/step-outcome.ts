/** Characters of a result in short. */
export const MOST_SHORT = 500;

/** A call that a step made, as its runner saw it end. */
export interface IStepCall {
  tool: string;
  /** `isError` of the result, or an output of the kind error. */
  isError: boolean;
  /** What the model was given of its result; withheld where values are. */
  text: string;
  ms: number;
  arguments: Record<string, unknown>;
  /** Id of the cell it made or ran last. */
  cell?: string;
}

/** What came of a step before it was judged. */
export interface IStepWork {
  calls: IStepCall[];
  /** Its last words. */
  text: string;
  /** Ids of the cells it made or ran. */
  cells: string[];
  /** False where no value was told meanwhile; what an earlier version kept may hold some. */
  values?: boolean;
  /** How often a model was asked; what an earlier version kept does not say. */
  requests?: number;
  /** Why it ended early: its budget, no tool left. */
  stopped?: string;
}

export interface IStepOutcome {
  status: 'raw' | 'succeeded' | 'failed' | 'skipped';
  /** With the recommended tools, or free after those failed. */
  mode: 'guided' | 'free';
  work: IStepWork | null;
  /** Why it failed or was skipped; empty where it succeeded. */
  reason: string;
  /** At most 500 characters. */
  short: string;
  startedAt: number;
  endedAt: number;
  /** A failure that the person has answered. */
  settled: boolean;
  /** False where the model could not say whether its criterion is met. */
  judged: boolean;
}
