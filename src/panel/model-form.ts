import type { IAgentError, IModelChoice, ITranslator } from '../contract';
import { DEMO_CHOICE } from '../contract';

/** What stands in the form of the model's settings. Never a key. */
export interface IModelForm {
  choice: IModelChoice;
  /** Typed numbers, as they stand in their fields; null while untouched. */
  temperature: string | null;
  contextWindow: string | null;
  /** What the endpoint offers; null until it was asked. */
  models: string[] | null;
  fetching: boolean;
  error: IAgentError | null;
}

export const EMPTY_MODEL_FORM: IModelForm = {
  choice: DEMO_CHOICE,
  temperature: null,
  contextWindow: null,
  models: null,
  fetching: false,
  error: null
};

/** Endpoints that speak OpenAI's protocol where they usually are. */
export const ENDPOINTS: readonly { name: string; baseUrl: string }[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { name: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
  { name: 'llama.cpp', baseUrl: 'http://localhost:8080/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' }
];

/**
 * The choice the form stands for.
 * @returns a sentence instead, when something in it cannot be used.
 */
export function chosen(
  form: IModelForm,
  trans: ITranslator
): IModelChoice | string {
  if (form.choice.provider === DEMO_CHOICE.provider) {
    return DEMO_CHOICE;
  }
  const baseUrl = form.choice.baseUrl.trim().replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]/.test(baseUrl)) {
    return trans.__(
      'The base URL should begin with https:// or http://, for example %1.',
      ENDPOINTS[0].baseUrl
    );
  }
  const model = form.choice.model.trim();
  if (!model) {
    return trans.__(
      'Name a model, or press Fetch models to see what there is.'
    );
  }
  const temperature = numberIn(form.temperature, form.choice.temperature);
  if (temperature !== null && !(temperature >= 0 && temperature <= 2)) {
    return trans.__('The temperature is a number from 0 to 2.');
  }
  const contextWindow = numberIn(form.contextWindow, form.choice.contextWindow);
  if (
    contextWindow !== null &&
    !(Number.isInteger(contextWindow) && contextWindow >= 1000)
  ) {
    return trans.__(
      'The context window is a whole number of tokens, 1000 or more.'
    );
  }
  return { ...form.choice, baseUrl, model, temperature, contextWindow };
}

function numberIn(typed: string | null, kept: number | null): number | null {
  if (typed === null) {
    return kept;
  }
  return typed.trim() === '' ? null : Number(typed.trim());
}
