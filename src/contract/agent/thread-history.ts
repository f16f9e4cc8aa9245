import type { Decision } from './review-request';
import type { PlanResults } from '../plan';
import type { IToolImage } from './tool';

/** A past decision, as an entry of the audit log. */
export interface IAuditEntry {
  time: number;
  kind:
    | 'message'
    | 'request'
    | 'proposal'
    | 'decision'
    | 'effect'
    | 'outcome'
    | 'timeout'
    | 'duplicate'
    | 'undo'
    | 'branch'
    | 'run';
  /** One sentence. */
  text: string;
  callId?: string;
  tool?: string;
  /** `person`, the name of a rule, or `timeout`. */
  by?: string;
  /** ms from showing the card to the decision. */
  after?: number;
  decision?: Decision;
  detail?: unknown;
}

/** One checkpoint of a thread, as the timeline shows it. */
export interface ICheckpointInfo {
  id: string;
  branch: string;
  parentId: string | null;
  time: number;
  /** What had just happened, in a few words; may hold cell marks. */
  title: string;
  /** Number of messages in the conversation at that point. */
  messages: number;
  /**
   * Whether the thread can continue from here: the next step is a model request
   * or a review.
   */
  forkable: boolean;
  /** The person's message that comes right after it, if any. */
  messageId?: string;
  /** Whether it is an ended step of a plan or a report, which has no content here. */
  isStep?: true;
}

/** The content of a thread at a checkpoint. */
export interface ICheckpointView extends ICheckpointInfo {
  /** Text as the model read it; calls and results in words. */
  conversation: {
    role: 'person' | 'model' | 'tool';
    text: string;
    id: string;
  }[];
  todos: { content: string; status: string }[];
  /** Hash of each cell's source, as the agent knew it. */
  cells: Record<string, string>;
}

/** Only the differences between two checkpoints. */
export interface ICheckpointDifference {
  field: 'conversation' | 'todos' | 'cells';
  /** One line per change: what was added, removed or changed. */
  lines: { change: 'added' | 'removed' | 'changed'; text: string }[];
}

/** One thing that undoing a turn would revert. */
export interface IUndoItem {
  id: string;
  kind: 'cell' | 'file';
  /** "Remove ⟦id⟧", "Put back data/a.csv": may hold cell marks. */
  text: string;
  /**
   * Set if the person has changed it since; it is then left alone unless they
   * say otherwise.
   */
  conflict?: string;
  /** The text now and after the undo, for a diff. */
  now?: string;
  then?: string;
}

export interface IUndoPreview {
  runId: string;
  items: IUndoItem[];
  /** What cannot be undone, in sentences. */
  remains: string[];
  /** Whether "Restart kernel and run up to here" makes sense. */
  restart: boolean;
}

/** A thread's past, and the ways back to it. */
export interface IThreadHistory {
  timeline(threadId: string): Promise<ICheckpointInfo[]>;
  checkpoint(threadId: string, id: string): Promise<ICheckpointView>;
  compare(
    threadId: string,
    from: string,
    to: string
  ): Promise<ICheckpointDifference[]>;
  /** What undoing a run would change; null if the run changed nothing. */
  previewUndo(threadId: string, runId: string): Promise<IUndoPreview | null>;
  audit(threadId: string): Promise<IAuditEntry[]>;
  /** An image or sound of a result, by id; undefined if it is gone. */
  attachment(threadId: string, id: string): Promise<IToolImage | undefined>;
  /** The results of a plan's steps; undefined if they are not stored. */
  planFile(
    threadId: string,
    plan: string,
    file: PlanResults
  ): Promise<string | undefined>;
}
