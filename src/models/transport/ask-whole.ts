import { ModelFault } from '../../contract';
import { type IRequestFacts, named } from '../errors/model-fault';
import { askServer, type IModelRequest } from './ask-server';

/** Maximum bytes of an answer; 64 vectors of 8,192 numbers take less. */
const MOST = 16 * 1024 * 1024;

/** ms until the answer must be complete. */
const LIMIT = 30_000;

/**
 * The answer to a small, quick request as one text. Waits for at most half a
 * minute, and reads no more than a valid answer can contain.
 *
 * @throws ModelFault
 */
export async function askWhole(
  request: Omit<IModelRequest, 'method' | 'signal'>,
  facts: IRequestFacts,
  limit = LIMIT
): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limit);
  try {
    const { signal } = controller;
    const response = await askServer(
      { ...request, method: 'POST', signal },
      facts
    );
    return await bounded(response, facts);
  } catch (error) {
    if (!controller.signal.aborted) {
      throw error;
    }
    throw new ModelFault(
      'other',
      'The server took too long to answer.',
      named(facts)
    );
  } finally {
    clearTimeout(timer);
  }
}

async function bounded(
  response: Response,
  facts: IRequestFacts
): Promise<string> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    bytes += value.byteLength;
    if (bytes > MOST) {
      await reader.cancel();
      throw new ModelFault(
        'other',
        'The answer is too long to be valid.',
        named(facts)
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}
