import type { IModelProvider as IAnyModelProvider } from '../contract';
import { anthropicProvider } from './anthropic/anthropic-provider';
import { chromeProvider } from './chrome/chrome-provider';
import { compatibleProvider } from './openai/compatible-provider';
import { googleProvider } from './google/google-provider';
import { ollamaProvider } from './ollama/ollama-provider';
import { openaiProvider } from './openai/openai-provider';
import { responsesProvider } from './openai/responses-provider';
import type { IModelProvider } from './provider/model-provider';

/** Every provider of models that are asked over the network, or are the browser's own. */
export const providers: readonly IModelProvider[] = [
  openaiProvider,
  responsesProvider,
  anthropicProvider,
  googleProvider,
  compatibleProvider,
  ollamaProvider,
  chromeProvider
];

/** One of them. @throws Error for an id that none has. */
export function provider(id: string): IModelProvider {
  return providerById(providers, id);
}

/**
 * A provider of a list: what is built in, and what extensions added.
 *
 * @throws Error for an id that none has; a choice may outlive the extension
 * that brought its provider.
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
