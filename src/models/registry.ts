import { demoProvider } from './demo';
import { openaiProvider } from './openai';
import type { IModelProvider } from './provider';

/** Every provider that is built in; the first is what a new person meets. */
export const providers: readonly IModelProvider[] = [
  demoProvider,
  openaiProvider
];

/** @throws Error for an id that no provider has. */
export function provider(id: string): IModelProvider {
  const found = providers.find(each => each.id === id);
  if (!found) {
    const known = providers.map(each => each.id).join(', ');
    throw new Error(`There is no model provider "${id}". Known: ${known}.`);
  }
  return found;
}
