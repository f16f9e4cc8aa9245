import type { IModelProvider as IAnyModelProvider } from '../contract';
import { anthropicProvider } from './anthropic/anthropic-provider';
import { chromeProvider } from './chrome/chrome-provider';
import { compatibleProvider } from './openai/compatible-provider';
import { googleProvider } from './google/google-provider';
import { ollamaProvider } from './ollama/ollama-provider';
import { openaiProvider } from './openai/openai-provider';
import { responsesProvider } from './openai/responses-provider';
import type { IModelProvider } from './provider/model-provider';

/** Every provider whose models run on a server or in the browser itself. */
export const providers: readonly IModelProvider[] = [
  openaiProvider,
  responsesProvider,
  anthropicProvider,
  googleProvider,
  compatibleProvider,
  ollamaProvider,
  chromeProvider
];

/** The provider with this id. @throws Error if there is none. */
export function provider(id: string): IModelProvider {
  return providerById(providers, id);
}

/**
 * Finds a provider in a list of built-in ones and those added by extensions.
 *
 * @throws Error if there is none with this id: a stored choice may outlive the
 * extension that provided it.
 */
export function providerById<P extends IAnyModelProvider>(
  list: readonly P[],
  id: string
): P {
  const found = list.find(each => each.id === id);
  if (!found) {
    const known = list.map(each => each.id).join(', ');
    throw new Error(`There is no model provider "${id}". Known: ${known}.`);
  }
  return found;
}
