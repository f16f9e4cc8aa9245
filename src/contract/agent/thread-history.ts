import type { IAuditEntry } from './audit-entry';
import type { PlanResults } from '../plan/plan-file-key';
import type { IToolImage } from './tool';

/** One checkpoint of a thread, as the timeline shows it. */
export interface ICheckpointInfo {
  id: string;
  branch: string;
  parentId: string | null;
  time: number;
  /** What had just happened, in a few words; may hold cell marks. */
  title: string;
  /** Messages in the conversation at that moment. */
  messages: number;
  /** Whether one can go on from here: a model is asked next, or a review waits. */
  forkable: boolean;
  /** The message of the person it stands before, where it does. */
  messageId?: string;
}

/** What a thread held at a checkpoint. */
export interface ICheckpointView extends ICheckpointInfo {
  /** Text as the model read it; calls and results in words. */
  conversation: {
    role: 'person' | 'model' | 'tool';
    text: string;
    id: string;
  }[];
  todos: { content: string; status: string }[];
  /** By call id: what was decided and by whom, in words; reading is no decision. */
  decisions: Record<string, string>;
  /** What these calls are, in words; may hold cell marks. */
  titles: Record<string, string>;
  /** Hash of each cell's source as the agent knew it. */
  cells: Record<string, string>;
  /** What else the graph's state held, as JSON, by the name of the field. */
  state: Record<string, string>;
}

/** Only what differs between two checkpoints. */
export interface ICheckpointDifference {
  field: 'conversation' | 'todos' | 'decisions' | 'cells' | 'state';
  /** One line a change: what was added, removed or changed. */
  lines: { change: 'added' | 'removed' | 'changed'; text: string }[];
}

/** One thing that undoing a turn would take back. */
export interface IUndoItem {
  id: string;
  kind: 'cell' | 'file';
  /** "Remove ⟦id⟧", "Put back data/a.csv": may hold cell marks. */
  text: string;
  /** Set where the person has changed it since; it stays unless they say otherwise. */
  conflict?: string;
  /** What is there now, and what will be: for a diff. */
  now?: string;
  then?: string;
}

export interface IUndoPreview {
  runId: string;
  items: IUndoItem[];
  /** What cannot be taken back, in sentences. */
  remains: string[];
  /** Whether "Restart kernel and run up to here" makes sense. */
  restart: boolean;
}

/** What has happened in a thread, and how to go back to it. */
export interface IThreadHistory {
  timeline(threadId: string): Promise<ICheckpointInfo[]>;
  checkpoint(threadId: string, id: string): Promise<ICheckpointView>;
  compare(
    threadId: string,
    from: string,
    to: string
  ): Promise<ICheckpointDifference[]>;
  /** What undoing a run would change; null where it changed nothing. */
  previewUndo(threadId: string, runId: string): Promise<IUndoPreview | null>;
  audit(threadId: string): Promise<IAuditEntry[]>;
  /** An image or a sound of a result, by its id; undefined where it is gone. */
  kept(threadId: string, id: string): Promise<IToolImage | undefined>;
  /** What came of a plan's steps; undefined where it is not kept. */
  planFile(
    threadId: string,
    plan: string,
    file: PlanResults
  ): Promise<string | undefined>;
}
