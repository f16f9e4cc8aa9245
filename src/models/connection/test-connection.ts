import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import {
  type IModelChoice,
  type IModelProvider,
  type ITranslator,
  ModelFault
} from '../../contract';
import { faultOrStop } from '../errors/model-fault';

/** The result of a small test request. */
export interface IConnection {
  /** The model's answer on one line, at most 60 characters. */
  text: string;
  /** Time in ms from the request to the end of the answer. */
  ms: number;
  model: string;
}

const QUESTION = 'Reply with the word ready.';
const MAX_TEXT = 60;

/**
 * Sends a small request in the same way as any other request.
 *
 * @throws ModelFault; a stop is passed on as `AbortError`.
 */
export async function testConnection(
  provider: IModelProvider,
  choice: IModelChoice,
  key: string | undefined,
  signal: AbortSignal
): Promise<IConnection> {
  const begin = performance.now();
  try {
    const model = (await provider.create(choice, key)) as BaseChatModel;
    let text = '';
    let isAlive = false;
    // A string rather than a message object, because the model may use its own
    // copy of LangChain.
    for await (const chunk of await model.stream(QUESTION, { signal })) {
      text += chunk.text;
      isAlive ||= Boolean(
        chunk.text || chunk.additional_kwargs?.reasoning_content
      );
    }
    if (!isAlive) {
      throw new ModelFault('empty-answer', '', { model: choice.model });
    }
    return {
      text: text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
      ms: Math.round(performance.now() - begin),
      model: choice.model
    };
  } catch (error) {
    throw faultOrStop(error, signal);
  }
}

/** A sentence that the model answered, and how long it took. */
export function connectionSentence(
  { text, ms, model }: IConnection,
  trans: ITranslator
): string {
  const name = model || trans.__('The model');
  const seconds = (ms / 1000).toFixed(1);
  return text === ''
    ? trans.__('%1 answered in %2 s.', name, seconds)
    : trans.__('%1 answered “%2” in %3 s.', name, text, seconds);
}
