import type { IModelChoice } from '../../contract';

/** A choice of the OpenAI provider, for specs. */
export function openaiChoice(changes: Partial<IModelChoice>): IModelChoice {
  return {
    provider: 'openai',
    model: 'scripted-model',
    baseUrl: '',
    temperature: null,
    contextWindow: null,
    images: null,
    ...changes
  };
}
