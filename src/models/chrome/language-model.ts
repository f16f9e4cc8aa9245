/** A message for Chrome's model. */
export interface IPrompt {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface ISessionOptions {
  initialPrompts?: IPrompt[];
  expectedInputs?: { type: 'text'; languages: string[] }[];
  expectedOutputs?: { type: 'text'; languages: string[] }[];
  signal?: AbortSignal;
}

/** A session with Chrome's model. */
export interface ILanguageModelSession {
  promptStreaming(
    prompt: IPrompt[],
    options?: { signal?: AbortSignal }
  ): ReadableStream<string>;
  destroy(): void;
}

/** The part of `window.LanguageModel` that we use. */
export interface ILanguageModel {
  availability(
    options?: Omit<ISessionOptions, 'signal' | 'initialPrompts'>
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options?: ISessionOptions): Promise<ILanguageModelSession>;
}

/** Languages the model officially supports, which have to be declared. */
export const LANGUAGES = {
  expectedInputs: [{ type: 'text' as const, languages: ['en'] }],
  expectedOutputs: [{ type: 'text' as const, languages: ['en'] }]
};

/** Chrome's model; undefined in a browser or on a page without it. */
export function builtIn(): ILanguageModel | undefined {
  return (globalThis as { LanguageModel?: ILanguageModel }).LanguageModel;
}
