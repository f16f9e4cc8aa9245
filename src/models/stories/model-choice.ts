import type { IModelChoice } from '../../contract';

/** A choice of a provider, OpenAI's where not given, for specs. */
export function modelChoice(changes: Partial<IModelChoice>): IModelChoice {
  return {
    provider: 'openai',
    model: 'scripted-model',
    baseUrl: '',
    temperature: null,
    contextWindow: null,
    images: null,
    options: {},
    prices: null,
    ...changes
  };
}
