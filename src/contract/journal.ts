import type { AgentEvent } from './events';
import type { IDecisionRecord } from './review';
import type { IToolImage } from './tool';

/**
 * What a call did, by call id. Written before the tool message exists, so that
 * a call whose run was cut short is answered with what it really did.
 */
export interface IOutcomeRecord {
  callId: string;
  state: 'done' | 'failed' | 'rejected' | 'stopped';
  /** What the model reads. */
  text: string;
  time: number;
}

/**
 * The durable side of a thread besides its checkpoints: decisions, what calls
 * did, and what the person saw. In memory for now; the same port takes
 * IndexedDB.
 */
export interface IJournal {
  /**
   * Keeps a decision unless the call has one.
   * @returns false when there was one already: the new one changes nothing.
   */
  decide(threadId: string, record: IDecisionRecord): Promise<boolean>;
  decision(
    threadId: string,
    callId: string
  ): Promise<IDecisionRecord | undefined>;
  /** Takes back a decision whose basis has changed; it was never applied. */
  voidDecision(threadId: string, callId: string): Promise<void>;
  /**
   * Notes that a call's effect is about to begin.
   * @returns false when it began before: it must not run again.
   */
  begin(threadId: string, callId: string): Promise<boolean>;
  finish(threadId: string, outcome: IOutcomeRecord): Promise<void>;
  outcome(
    threadId: string,
    callId: string
  ): Promise<IOutcomeRecord | undefined>;
  /** Adds to the display log. */
  show(threadId: string, event: AgentEvent): Promise<void>;
  shown(threadId: string): Promise<AgentEvent[]>;
}

/** Images of tool results, stored once by hash and never in a checkpoint. */
export interface IImageStore {
  /** @returns the id to find it by. */
  put(image: IToolImage): Promise<string>;
  get(id: string): Promise<IToolImage | undefined>;
}
