import type { IAskedRound } from './mcp-question';
import type { ICellSnapshot, ISentRequest } from '../ports/cell-run';
import type { AgentEvent } from './agent-event';
import type { IDecisionRecord } from './review-request';
import type { ResultThing } from '../ports/result-thing';
import type { IToolResult, IToolImage } from './tool';

/** One line of a conversation: a thread and one of its branches (`''` is the first). */
export interface IBranch {
  threadId: string;
  branch: string;
}

/** The thread id that LangGraph uses for a branch. */
export function graphThreadId({ threadId, branch }: IBranch): string {
  return branch ? `${threadId}#${branch}` : threadId;
}

/** The branch that a LangGraph thread id stands for. */
export function branchOf(id: string): IBranch {
  const [threadId, branch = ''] = id.split('#');
  return { threadId, branch };
}

/**
 * Records that a call is about to be applied: what, where, and a hash of what
 * will run.
 */
export interface IIntentRecord {
  callId: string;
  runId: string;
  tool: string;
  /** Path of the notebook it works on. */
  notebook: string;
  /** Hash of the arguments that run. */
  hash: string;
  /** The arguments that run: as shown, or as the person edited them. */
  args?: Record<string, unknown>;
  time: number;
}

/**
 * One thing a call does, written before it is done and together with the
 * previous state. It holds what is needed to do it at most once and to undo it.
 */
export type IEffectRecord = {
  time: number;
  /** The attempt that did it, from 1; only set if another attempt followed. */
  attempt?: number;
} & (
  | {
      kind: 'insert';
      cellId: string;
      after: string | null;
      hash: string;
      /** The empty cell that was replaced, and the cell it stood after. */
      took?: { cell: ICellSnapshot; behind: string | null };
    }
  /** The cell as it was; `hash` is of its new source. */
  | { kind: 'source'; cellId: string; before: ICellSnapshot; hash: string }
  | {
      kind: 'delete';
      cellId: string;
      before: ICellSnapshot;
      /** The cell it stood after; null at the top. */
      behind: string | null;
    }
  | {
      kind: 'move';
      cellId: string;
      behind: string | null;
      after: string | null;
    }
  /** Dispatched. `cellId` is null for code without a cell; `hash` is of the code. */
  | ({
      kind: 'run';
      cellId: string | null;
      before: ICellSnapshot | null;
      hash: string;
    } & ISentRequest)
  /** The kernel is restarted; `epoch` is the one that ends, `''` if not known. */
  | { kind: 'restart'; epoch: string }
  /** `before` is null for a new file and absent if it was too large to store. */
  | { kind: 'write'; path: string; before?: string | null; hash: string }
  /**
   * A command, or a call to a server: whether it ran cannot be found out
   * afterwards. If `asked` is set it is not running: the server is waiting for
   * answers first.
   */
  | { kind: 'shell'; hash: string; asked?: IAskedRound }
);

/**
 * What a call did, by call id. Written before the tool message exists, so that
 * a call whose run was cut short is answered with what it really did.
 */
export interface IOutcomeRecord {
  callId: string;
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** What the model reads. */
  text: string;
  /**
   * The same text for the person; set if marking it as data for the model
   * changed it.
   */
  shown?: string;
  /** One line for the person. */
  summary?: string;
  /** Ids of its images in the image store. */
  images?: string[];
  /** Links, and sounds, which are in the image store too. */
  things?: ResultThing[];
  /** The cell that was made, changed or run. */
  cellId?: string;
  /** Duration of the effect itself, in ms. */
  ms?: number;
  /** The arguments that actually ran, if the person edited them. */
  ranArgs?: Record<string, unknown>;
  /** It ran and failed; later effects of the step are not run if it had one. */
  broken?: true;
  /** What the agent learned from it; see `IToolResult`. */
  seen?: Record<string, string>;
  created?: string[];
  found?: string[];
  /** The answer that ends the run. */
  final?: IToolResult['final'];
  /** Produced in "schemas only" mode: it holds no values. */
  schemasOnly?: true;
  /** Execution count of each cell it ran, when it finished. */
  counts?: Record<string, number | null>;
  /** Hash of each cell's outputs, when the run finished. */
  outputs?: Record<string, string>;
  /**
   * How many effects at its end were stored and then certainly not done: the
   * record does not keep them.
   */
  undone?: number;
  /** ms since the epoch. */
  time: number;
}

/** What the person says about a call that may or may not have run. */
export type UnclearChoice = 'run' | 'done' | 'skip';

/** Everything about one call. */
export interface ICallRecord {
  callId: string;
  /** The attempt at it, from 0; a later one starts only if it is to run again. */
  attempt: number;
  decision?: IDecisionRecord;
  intent?: IIntentRecord;
  /** In the order they were done. */
  effects: IEffectRecord[];
  /**
   * How many effects at the start of the list belong to an earlier attempt;
   * those have ended.
   */
  carried?: number;
  /** The last effect of each earlier attempt: it was not known whether it was done. */
  unclear?: IEffectRecord[];
  /** Set once the person was asked whether it ran. */
  choice?: UnclearChoice;
  outcome?: IOutcomeRecord;
}

/**
 * What is stored of a thread besides its checkpoints: decisions, what calls
 * did, and what the person saw. Each promise resolves once the record is
 * durable; nothing that depends on the record may happen before.
 *
 * @throws FencedError if another tab now drives the thread.
 */
export interface IJournal {
  /**
   * Stores a decision. The person's first one on the same content counts, and
   * any once the call has begun; one on other content is none. Strictly durable.
   * @returns false if there is one that counts; the new one is ignored.
   */
  decide(at: IBranch, record: IDecisionRecord): Promise<boolean>;
  /**
   * Records that a call's effects are about to start on a decision, unless
   * another one counts.
   * @returns the call's record. Without an intent the call must not begin; with
   * an earlier one, only effects that are not recorded may still be done.
   */
  intend(
    at: IBranch,
    intent: IIntentRecord,
    decision: IDecisionRecord
  ): Promise<ICallRecord>;
  /**
   * Records an effect before it is done. Strictly durable for `run` and `shell`.
   * Fails without the call's decision and intent.
   * @param instead replaces the last effect of that kind.
   */
  effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord,
    instead?: boolean
  ): Promise<void>;
  finish(at: IBranch, outcome: IOutcomeRecord): Promise<void>;
  /** The record of a call. */
  call(at: IBranch, callId: string): Promise<ICallRecord | undefined>;
  /**
   * Stores what the person said about a call that may have run;
   * compare-and-set. `run` starts a new attempt that carries over the earlier
   * effects except the last, which is the unclear one.
   * @returns false if there was a choice already.
   */
  choose(at: IBranch, callId: string, choice: UnclearChoice): Promise<boolean>;
  /** Calls that have an intent, oldest first: of one run if given, else of all runs. */
  calls(at: IBranch, runId?: string): Promise<ICallRecord[]>;
  /** Appends to the display log, in the order of the calls. */
  show(at: IBranch, event: AgentEvent): Promise<void>;
  /**
   * The display log of a branch: what was shown before its fork, then its own,
   * with all that this tab was told to show before.
   */
  shown(at: IBranch): Promise<AgentEvent[]>;
  /**
   * What is known of a thread, by key: what the agent has learned, each field as
   * JSON, where the work of a call is stored, what plans cost and wrote.
   */
  remember(at: IBranch, facts: Record<string, string>): Promise<void>;
  remembered(at: IBranch): Promise<Record<string, string>>;
}

/** Another tab now drives the thread; what this tab wrote was refused. */
export class FencedError extends Error {
  constructor(readonly threadId: string) {
    super(`Another tab works on the thread ${threadId}.`);
    this.name = 'FencedError';
  }
}

/** Compares by name, not by class: two bundled copies of this file can meet. */
export function isFencedError(error: unknown): error is FencedError {
  return error instanceof Error && error.name === 'FencedError';
}

/** Images of tool results, stored once by hash and never in a checkpoint. */
export interface IImageStore {
  /** @returns the id under which it is stored. */
  put(threadId: string, image: IToolImage): Promise<string>;
  get(threadId: string, id: string): Promise<IToolImage | undefined>;
}
