/** What a request asks for: the arguments of a call, JSON, or words. */
export type AnswerShape =
  | { as: 'call'; name: string; schema: Record<string, unknown> }
  | { as: 'json'; schema: Record<string, unknown> }
  | { as: 'text' };

export interface IPlanMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

/** A model, as a workflow asks it. */
export interface IPlanModel {
  /** What the provider has. */
  has(): Promise<{ calls: boolean; json: boolean }>;
  /**
   * One request. `short` ones may go to a cheaper model.
   *
   * @returns the arguments of the call, or what the model wrote.
   */
  ask(
    messages: readonly IPlanMessage[],
    shape: AnswerShape,
    options: { short: boolean; signal?: AbortSignal }
  ): Promise<{ call?: unknown; text: string }>;
}
