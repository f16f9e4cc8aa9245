import type { IAskedRound } from './asked-round';
import type { ICellSnapshot } from '../ports/cell-run';
import type { ISentRequest } from '../ports/sent-request';
import type { AgentEvent } from './agent-event';
import type { IDecisionRecord } from './review-request';
import type { ResultThing } from '../ports/result-thing';
import type { IToolResult, IToolImage } from './tool';

/** A line of a conversation: a thread, and which of its branches (`''` is the first). */
export interface IBranch {
  threadId: string;
  branch: string;
}

/** The id a branch has as a LangGraph thread. */
export function graphThread({ threadId, branch }: IBranch): string {
  return branch ? `${threadId}#${branch}` : threadId;
}

/** The branch behind the id of a LangGraph thread. */
export function branchOf(graphThreadId: string): IBranch {
  const [threadId, branch = ''] = graphThreadId.split('#');
  return { threadId, branch };
}

/** That a call is about to be applied: what, where, and the hash of what runs. */
export interface IIntentRecord {
  callId: string;
  runId: string;
  tool: string;
  /** Path of the notebook it works on. */
  notebook: string;
  /** Hash of the arguments that run. */
  hash: string;
  /** The arguments that run: as they were shown, or as the person edited them. */
  args?: Record<string, unknown>;
  time: number;
}

/**
 * One thing a call does, written before it is done and with what was there
 * before. What is needed to do it at most once, and to take it back.
 */
export type IEffectRecord = {
  time: number;
  /** Which attempt did it, where that is one that another followed; from 1. */
  attempt?: number;
} & (
  | {
      kind: 'insert';
      cellId: string;
      after: string | null;
      hash: string;
      /** The empty cell it took the place of, and the cell that stood behind. */
      took?: { cell: ICellSnapshot; behind: string | null };
    }
  /** The cell as it was; `hash` is of the source it gets. */
  | { kind: 'source'; cellId: string; before: ICellSnapshot; hash: string }
  | {
      kind: 'delete';
      cellId: string;
      before: ICellSnapshot;
      /** The cell it stood behind; null at the top. */
      behind: string | null;
    }
  | {
      kind: 'move';
      cellId: string;
      behind: string | null;
      after: string | null;
    }
  /** Dispatched: `cellId` is null for code without a cell; `hash` is of the code. */
  | ({
      kind: 'run';
      cellId: string | null;
      before: ICellSnapshot | null;
      hash: string;
    } & ISentRequest)
  /** `before` is null for a new file, absent where it was too large to keep. */
  | { kind: 'write'; path: string; before?: string | null; hash: string }
  /**
   * A command, or a call to a server: there is no way to learn afterwards whether
   * it ran. With `asked` it is not under way: the server waits for answers first.
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
  /** The same for the person, where what marks it as data changed it. */
  shown?: string;
  /** One line for the person. */
  summary?: string;
  /** Ids of its images in the image store. */
  images?: string[];
  /** Sounds, which are kept there too, and links. */
  things?: ResultThing[];
  /** The cell that was made, changed or run. */
  cellId?: string;
  /** How long the effect itself took, in ms. */
  ms?: number;
  /** Arguments that really ran, when the person edited them. */
  ranArgs?: Record<string, unknown>;
  /** The effect failed, so the calls after it in the step are not run. */
  broken?: true;
  /** What the agent learnt by it; see `IToolResult`. */
  seen?: Record<string, string>;
  made?: string[];
  found?: string[];
  allowedTools?: string[];
  /** The answer that ends the run. */
  final?: IToolResult['final'];
  /** Made in the mode "schemas only": it holds no value. */
  schemasOnly?: true;
  /** Execution count of each cell it ran, as it left them. */
  counts?: Record<string, number | null>;
  /** Hash of the outputs of each, as the run left them. */
  outputs?: Record<string, string>;
  /** What it did to the notebook was not in its file yet. */
  unsaved?: true;
  /** ms since the epoch. */
  time: number;
}

/** What a person says of a call of which nobody knows whether it ran. */
export type UnclearChoice = 'run' | 'done' | 'skip';

/** Everything about one attempt at one call. */
export interface ICallRecord {
  callId: string;
  /** From 0. A later one is begun only by a person's "run it". */
  attempt: number;
  decision?: IDecisionRecord;
  intent?: IIntentRecord;
  /** In the order they were done. */
  effects: IEffectRecord[];
  /** How many of these, the first ones, an earlier attempt did; they have ended. */
  carried?: number;
  /** The last effect of each earlier attempt: nobody knew whether it was done. */
  unclear?: IEffectRecord[];
  /** Set once a person was asked whether it ran. */
  choice?: UnclearChoice;
  outcome?: IOutcomeRecord;
}

/**
 * The durable side of a thread besides its checkpoints: what was decided, what
 * calls did, and what the person saw. Each promise resolves once the record is
 * durable; nothing that follows from it may happen before.
 *
 * @throws FencedError where another tab drives the thread by now.
 */
export interface IJournal {
  /**
   * Keeps a decision unless the call has one. Strictly durable.
   * @returns false when there was one already: the new one changes nothing.
   */
  decide(at: IBranch, record: IDecisionRecord): Promise<boolean>;
  decision(at: IBranch, callId: string): Promise<IDecisionRecord | undefined>;
  /** Its id was made just now: nobody has kept anything of it yet. */
  isNew(at: IBranch, callId: string): void;
  /** Takes back a decision whose basis has changed; it was never applied. */
  voidDecision(at: IBranch, callId: string): Promise<void>;
  /**
   * Notes that a call's effects are about to begin.
   * @returns the record of the call as it stood before: with an intent, it was
   * begun before, and only what its effects do not show may still be done.
   */
  intend(at: IBranch, intent: IIntentRecord): Promise<ICallRecord>;
  /**
   * Notes an effect, before it is done. Strictly durable for `run` and `shell`.
   * @param instead in the place of the last one, which was certainly not done.
   */
  effect(
    at: IBranch,
    callId: string,
    effect: IEffectRecord,
    instead?: boolean
  ): Promise<void>;
  /**
   * @param behind nobody waits for it: what is written after it rests on it, a
   * checkpoint with its message as well, and is not kept without it.
   */
  finish(at: IBranch, outcome: IOutcomeRecord, behind?: boolean): Promise<void>;
  /** The latest attempt at a call. */
  call(at: IBranch, callId: string): Promise<ICallRecord | undefined>;
  /**
   * Keeps what a person said of a call that may have run; compare-and-set.
   * `run` begins a new attempt that holds the earlier effects, all but the last,
   * which is the unclear one.
   * @returns false when there was a choice already.
   */
  choose(at: IBranch, callId: string, choice: UnclearChoice): Promise<boolean>;
  /** Calls with an intent, oldest first: of one run where given, else of all. */
  calls(at: IBranch, runId?: string): Promise<ICallRecord[]>;
  /** Adds to the display log, in the order of the calls. */
  show(at: IBranch, event: AgentEvent): Promise<void>;
  /** The display log of a branch: what was shown before its fork, then its own. */
  shown(at: IBranch): Promise<AgentEvent[]>;
  /** What the agent has learnt (`seen:<cell>`, `made:<cell>`, `epoch`, `told`, `offered`, `used`), and the last call whose cells are in the file (`saved`), by key. */
  remember(
    at: IBranch,
    facts: Record<string, string>,
    /** Nobody waits for it: it goes with what is written next. */
    patient?: boolean
  ): Promise<void>;
  remembered(at: IBranch): Promise<Record<string, string>>;
}

/** Another tab drives the thread by now; what this one wrote was refused. */
export class FencedError extends Error {
  constructor(readonly threadId: string) {
    super(`Another tab works on the thread ${threadId}.`);
    this.name = 'FencedError';
  }
}

/** By name and not by class: two bundled copies of this file can meet. */
export function isFencedError(error: unknown): error is FencedError {
  return error instanceof Error && error.name === 'FencedError';
}

/** Images of tool results, stored once by hash and never in a checkpoint. */
export interface IImageStore {
  /** @returns the id to find it by. */
  put(threadId: string, image: IToolImage): Promise<string>;
  get(threadId: string, id: string): Promise<IToolImage | undefined>;
}
