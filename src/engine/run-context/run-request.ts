import type { AgentMode, IBranch, IRunRecord } from '../../contract';
import type { IAgentMemory } from './agent-memory';

/** How the person wants a message to be worked on. */
export interface IRunRequest {
  mode: AgentMode;
  /** Path of the notebook; the one in front where not given. */
  notebook?: string;
  /** A run of an earlier page that this one goes on with. */
  earlier?: IRunRecord;
  /** What was said so far becomes a summary before the model is asked. */
  summarise?: boolean;
  /** Keys of memories that do not count this time. */
  without?: readonly string[];
}

/** What a thread gives to each of its runs. */
export interface IThreadParts {
  at: IBranch;
  memory: IAgentMemory;
  controller: AbortController;
  takeQueued(): { messageId: string; text: string }[];
  /** What the turn lets through has changed. */
  onTurn(): void;
  /** Keeps what was learnt. */
  onLearnt(): Promise<void>;
}

/** A message that has not reached the graph. */
export type IUnsentMessage = IRunRecord['unsent'][number];
