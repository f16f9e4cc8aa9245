/** The form of the answer: the arguments of a call, JSON, or plain text. */
export type AnswerShape =
  | { as: 'call'; name: string; schema: Record<string, unknown> }
  | { as: 'json'; schema: Record<string, unknown> }
  | { as: 'text' };

export interface IPlanMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

export interface IPlanAnswer {
  /** Arguments of the call. */
  call?: unknown;
  text: string;
  /** Whether it ends in the middle, at the output limit. */
  isCut?: true;
  /**
   * The server does not accept requests of this form, so there is no answer.
   */
  refused?: true;
}

/** A model, as a workflow uses it. */
export interface IPlanModel {
  /** What the provider supports; `short` as in the request. */
  has(short?: boolean): Promise<{ calls: boolean; json: boolean }>;
  /**
   * Sends one request. `short` ones may go to a cheaper model.
   *
   * @returns the arguments of the call, or what the model wrote.
   */
  ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape,
    options: {
      short: boolean;
      /** Used if the model accepts one. */
      temperature?: number;
      /** Called with the text as it is streamed. */
      onText?(delta: string): void;
      signal?: AbortSignal;
    }
  ): Promise<IPlanAnswer>;
}
