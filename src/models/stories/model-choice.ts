import type { IModelChoice } from '../../contract';

/** A model choice for specs, by default of OpenAI. */
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
