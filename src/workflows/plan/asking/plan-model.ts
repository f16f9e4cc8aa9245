/** What a request asks for: the arguments of a call, JSON, or words. */
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
  /** The server takes no request of this shape; it was not answered. */
  refused?: true;
}

/** A model, as a workflow asks it. */
export interface IPlanModel {
  /** What the provider has; `short` as the request will be. */
  has(short?: boolean): Promise<{ calls: boolean; json: boolean }>;
  /**
   * One request. `short` ones may go to a cheaper model.
   *
   * @returns the arguments of the call, or what the model wrote.
   */
  ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape,
    options: {
      short: boolean;
      /** Where the model takes one. */
      temperature?: number;
      /** Called with what it writes, as it comes. */
      onText?(delta: string): void;
      signal?: AbortSignal;
    }
  ): Promise<IPlanAnswer>;
}
