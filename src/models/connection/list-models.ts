import { type IModelRequest, askServer } from '../transport/ask-server';
import { notJson } from '../transport/answer-stream';
import type { IRequestFacts } from '../errors/model-fault';

/**
 * Asks a server which models it has.
 *
 * @returns names, sorted, each once.
 * @throws ModelFault, `not-json` where the answer is no list.
 */
export async function listModels(
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

/** Model names in a list as OpenAI, Google, Ollama or Together send it; null for no list. */
function modelNames(text: string): string[] | null {
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
  const names = list
    .filter(canChat)
    .map((model: IListed | null) => model?.id ?? model?.name ?? model)
    .filter((name): name is string => typeof name === 'string' && name !== '')
    // Google's names have the folder they stand in.
    .map(name => name.replace(/^models\//, ''));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

interface IListed {
  id?: unknown;
  name?: unknown;
  /** Google's: what a model is there for. */
  supportedGenerationMethods?: unknown;
}

function canChat(model: IListed | null): boolean {
  const methods = model?.supportedGenerationMethods;
  return !Array.isArray(methods) || methods.includes('generateContent');
}
