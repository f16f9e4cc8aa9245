import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import {
  type IModelChoice,
  type IModelProvider,
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
