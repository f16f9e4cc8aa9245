import { ModelFault } from '../../contract';
import { type IRequestFacts, named } from '../errors/model-fault';
import type { ITarget } from '../provider/model-provider';
import { askServer, type IModelRequest } from '../transport/ask-model';
import { notJson } from '../transport/read-answer';

/** Maximum bytes of an answer; 64 vectors of 8,192 numbers take less. */
const MAX_BYTES = 16 * 1024 * 1024;

/** ms until the answer must be complete. */
const TIMEOUT = 30_000;

/** How a provider is asked for vectors of texts. */
export interface IVectorForm {
  /** The model that computes them if the person names none. */
  model: string;
  path(model: string): string;
  body(texts: string[], model: string): object;
  /** The vectors in an answer, if it has any. */
  read(answer: Record<string, unknown>): unknown;
}

/**
 * Asks a server for its list of models.
 *
 * @returns sorted names without duplicates.
 * @throws ModelFault, `not-json` if the answer is not a list.
 */
export async function fetchModels(
  request: Omit<IModelRequest, 'body'>,
  facts: IRequestFacts
): Promise<string[]> {
  const text = await askWhole(request, facts);
  const value = parsed(text);
  // The formats of Together, OpenAI, and Google and Ollama.
  const list = [value, value?.data, value?.models].find(Array.isArray);
  if (!list) {
    throw notJson(text, facts);
  }
  const names = (list as (Record<string, unknown> | null)[])
    // In Google's format: what the model can be used for.
    .filter(each =>
      [each?.supportedGenerationMethods ?? 'generateContent']
        .flat()
        .includes('generateContent')
    )
    .map(each => each?.id ?? each?.name ?? (each as unknown))
    .filter((name): name is string => typeof name === 'string' && name !== '')
    // Google prefixes names with their collection.
    .map(name => name.replace(/^models\//, ''));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b));
}

/** One vector per text, in the same order. @throws ModelFault */
export async function fetchVectors(
  texts: string[],
  { at, model, facts }: ITarget,
  { path, body, read }: IVectorForm
): Promise<number[][]> {
  const answer = await askWhole(
    { ...at(path(model)), body: JSON.stringify(body(texts, model)) },
    facts
  );
  const vectors = read(parsed(answer) ?? {});
  if (!Array.isArray(vectors)) {
    throw notJson(answer, facts);
  }
  return vectors as number[][];
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON; the caller reports it.
    return null;
  }
}

/**
 * The answer to a small, quick request as one text. Waits for at most half a
 * minute, and reads no more than a valid answer can contain.
 *
 * @throws ModelFault
 */
export async function askWhole(
  request: Omit<IModelRequest, 'signal'>,
  facts: IRequestFacts,
  timeout = TIMEOUT
): Promise<string> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const { body } = await askServer({ ...request, signal }, facts);
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    const reader = (body ?? new Blob([]).stream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return text + decoder.decode();
      }
      bytes += value.byteLength;
      if (bytes > MAX_BYTES) {
        await reader.cancel();
        throw fault('The answer is too long to be valid.', facts);
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    throw signal.aborted
      ? fault('The server took too long to answer.', facts)
      : error;
  }
}

function fault(text: string, facts: IRequestFacts): ModelFault {
  return new ModelFault('other', text, named(facts));
}
