import type {
  IInterruptStatus,
  IMcpQuestion,
  InterruptAnswer,
  InterruptPayload,
  McpAnswer
} from '../../contract';

/** A call that asks, and what tells its questions apart. */
export interface IAskingCall {
  callId: string;
  tool: string;
  /** The same for the same question after a reload; counted where not given. */
  key?: string;
  /** The question is over with it. */
  signal: AbortSignal;
}

/** What calls under way ask the person. */
export interface ICallQuestions {
  /** Shows a question and waits; a stop or the end of the call cancels it. */
  ask(question: IMcpQuestion, call: IAskingCall): Promise<McpAnswer>;
  /** A call is over: nothing waits for an answer to it any more. */
  end(callId: string): void;
  readonly waiting: IInterruptStatus['waiting'];
  /** @returns what is wrong with the answer; undefined where nothing waits by this id. */
  answer(interruptId: string, answer: unknown): string | null | undefined;
  /**
   * A question that an earlier page has shown, of a call that goes on: it can be
   * answered before the call has come to it again.
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

/** Where nothing runs. */
export const NO_QUESTIONS: ICallQuestions = {
  ask: async () => ({ action: 'decline' }),
  end: () => undefined,
  waiting: [],
  answer: () => undefined,
  takeOver: () => undefined
};
