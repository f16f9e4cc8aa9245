import { type IModelRequest, askServer } from '../transport/ask-server';
import { notJson } from '../transport/ask-model';
import type { IRequestFacts } from '../errors/model-fault';

/**
 * Asks a server for its list of models.
 *
 * @returns sorted names without duplicates.
 * @throws ModelFault, `not-json` if the answer is not a list.
 */
export async function fetchModels(
  request: Omit<IModelRequest, 'method' | 'body'>,
  facts: IRequestFacts
): Promise<string[]> {
  const response = await askServer({ ...request, method: 'GET' }, facts);
  const text = await response.text();
  const names = modelNames(text);
  if (!names) {
    throw notJson(text, facts);
  }
  return names;
}

/**
 * Model names from the list format of OpenAI, Google, Ollama or Together; null
 * if it is not a list.
 */
function modelNames(text: string): string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON; the caller reports it.
    return null;
  }
  const { data, models } = (value ?? {}) as Record<string, unknown>;
  const list = [value, data, models].find(Array.isArray);
  if (!list) {
    return null;
  }
  const names = list
    .filter(canChat)
    .map((model: IListed | null) => model?.id ?? model?.name ?? model)
    .filter((name): name is string => typeof name === 'string' && name !== '')
    // Google prefixes names with their collection.
    .map(name => name.replace(/^models\//, ''));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

interface IListed {
  id?: unknown;
  name?: unknown;
  /** In Google's format: what the model can be used for. */
  supportedGenerationMethods?: unknown;
}

function canChat(model: IListed | null): boolean {
  const methods = model?.supportedGenerationMethods;
  return !Array.isArray(methods) || methods.includes('generateContent');
}
