import type { IModelProvider as IAnyModelProvider } from '../contract';
import { anthropicProvider } from './anthropic';
import { chromeProvider } from './chrome';
import { compatibleProvider } from './compatible';
import { demoProvider } from './demo';
import { googleProvider } from './google';
import { ollamaProvider } from './ollama';
import { openaiProvider } from './openai';
import { responsesProvider } from './openai-responses';
import type { IModelProvider } from './provider';

/** Every provider that is built in; the first is what a new person meets. */
export const providers: readonly IModelProvider[] = [
  demoProvider,
  openaiProvider,
  responsesProvider,
  anthropicProvider,
  googleProvider,
  compatibleProvider,
  ollamaProvider,
  chromeProvider
];

/** A built-in provider. @throws Error for an id that none has. */
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
