import type { AgentMode, IBranch, IRunRecord } from '../../contract';
import type { ICallQuestions } from './call-questions';
import type { IAgentMemory } from './agent-memory';

/** What the person asks for with a message. */
export interface IRunRequest {
  mode: AgentMode;
  /** Path of the notebook; the one in front if not given. */
  notebook?: string;
  /** The run of an earlier page that this one continues. */
  earlier?: IRunRecord;
  /**
   * Whether the conversation so far is summarised before the model is asked.
   */
  summarise?: boolean;
  /** Keys of memories to leave out this time. */
  without?: readonly string[];
}

/** What a thread gives to each of its runs. */
export interface IThreadParts {
  at: IBranch;
  memory: IAgentMemory;
  controller: AbortController;
  questions: ICallQuestions;
  takeQueued(): { messageId: string; text: string }[];
  /** Called when the permissions for this turn have changed. */
  onTurn(): void;
  /** Stores what was learnt. */
  onLearnt(): Promise<void>;
}

/** A message that has not reached the graph. */
export type IUnsentMessage = IRunRecord['unsent'][number];
