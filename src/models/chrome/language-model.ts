/** A message for Chrome's model. */
export interface IPrompt {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const ENGLISH = [{ type: 'text' as const, languages: ['en'] }];

/** Languages the model officially supports, which have to be declared. */
export const LANGUAGES = { expectedInputs: ENGLISH, expectedOutputs: ENGLISH };

interface ISessionOptions extends Partial<typeof LANGUAGES> {
  initialPrompts?: IPrompt[];
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
    options?: typeof LANGUAGES
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options?: ISessionOptions): Promise<ILanguageModelSession>;
}

/** Chrome's model; undefined in a browser or on a page without it. */
export function builtIn(): ILanguageModel | undefined {
  return (globalThis as { LanguageModel?: ILanguageModel }).LanguageModel;
}
