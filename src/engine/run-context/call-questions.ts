import type {
  IInterruptStatus,
  IMcpQuestion,
  InterruptAnswer,
  InterruptPayload,
  McpAnswer
} from '../../contract';

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
  /** The call is over, so its open questions are closed. */
  end(callId: string): void;
  readonly waiting: IInterruptStatus['waiting'];
  /**
   * @returns what is wrong with the answer, null if it was taken, undefined if
   * nothing waits under this id.
   */
  answer(interruptId: string, answer: unknown): string | null | undefined;
  /**
   * Takes over a question that an earlier page showed, of a call that
   * continues: it can be answered before the call asks it again.
   */
  takeOver(
    asked: InterruptPayload,
    shown: {
      openedAt: number;
      closed: boolean;
      given?: { answer: InterruptAnswer; by: 'person' | 'timeout' };
    }
  ): void;
}

/** For use while nothing runs. */
export const NO_QUESTIONS: ICallQuestions = {
  ask: async () => ({ action: 'decline' }),
  end: () => undefined,
  waiting: [],
  answer: () => undefined,
  takeOver: () => undefined
};
