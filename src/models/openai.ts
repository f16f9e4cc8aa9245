import { ModelFault } from '../contract';
import { resolveBaseUrl, resourceUrl } from './base-url';
import { abilitiesOf } from './context-windows';
import { tidy } from './faults';
import { askServer } from './openai-fetch';
import { pageTitle } from './openai-stream';
import type { IModelProvider } from './provider';

/** OpenAI, and every server that speaks its chat-completions protocol. */
export const openaiProvider: IModelProvider = {
  id: 'openai',

  label: (choice, trans) => choice.model || trans.__('No model chosen'),

  abilities: abilitiesOf,

  images: 'after-answers',

  async create(choice, key) {
    const base = resolveBaseUrl(choice.baseUrl);
    if (choice.model.trim() === '') {
      throw new ModelFault('unknown-model', 'No model is chosen.', {
        host: base.host
      });
    }
    // LangChain is heavy: only a conversation needs it.
    const { CompatibleChatModel } = await import('./openai-model');
    return new CompatibleChatModel(base, choice, key?.trim());
  },

  async list(choice, key) {
    const base = resolveBaseUrl(choice.baseUrl);
    const facts = { host: base.host, key: key?.trim() };
    const response = await askServer(
      { url: resourceUrl(base, '/models'), method: 'GET' },
      facts
    );
    const text = await response.text();
    const ids = modelIds(text);
    if (!ids) {
      throw new ModelFault(
        'not-json',
        tidy(pageTitle(text) ?? text.slice(0, 200), facts.key),
        { host: base.host }
      );
    }
    return ids;
  }
};

/** Model names in a list as OpenAI, Ollama or Together send it; null for no list. */
function modelIds(text: string): string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // No JSON at all; the caller says so.
    return null;
  }
  const { data, models } = (value ?? {}) as Record<string, unknown>;
  const list = [value, data, models].find(Array.isArray);
  if (!list) {
    return null;
  }
  const names = list.map(
    (model: { id?: unknown; name?: unknown } | null) =>
      model?.id ?? model?.name ?? model
  );
  const texts = names.filter(
    (name): name is string => typeof name === 'string' && name !== ''
  );
  return [...new Set(texts)].sort((a, b) => a.localeCompare(b));
}
