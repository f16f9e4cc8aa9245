import type { IMcpQuestion, McpAnswer } from '../../contract';

/** A call that asks, and a key that tells its questions apart. */
export interface IAskingCall {
  callId: string;
  tool: string;
  /**
   * The same for the same question after a reload; a running number if not
   * given.
   */
  key?: string;
  /** Aborted when the question is no longer needed. */
  signal: AbortSignal;
}

/** Questions that running calls ask the person. */
export interface ICallQuestions {
  /** Shows a question and waits; Stop or the end of the call cancels it. */
  ask(question: IMcpQuestion, call: IAskingCall): Promise<McpAnswer>;
  /** The question was answered, so its call goes on. */
  closed(interruptId: string): void;
  /** The call is over, so its open questions are closed. */
  end(callId: string): void;
}

/** For use while nothing runs. */
export const NO_QUESTIONS: ICallQuestions = {
  ask: async () => ({ action: 'decline' }),
  closed: () => undefined,
  end: () => undefined
};
