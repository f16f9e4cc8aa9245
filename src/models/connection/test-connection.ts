import type { BaseChatModel } from '@langchain/core/language_models/chat_models';

import {
  type IModelChoice,
  type IModelProvider,
  ModelFault
} from '../../contract';
import { faultOrStop } from '../errors/model-fault';

/** What a small request brought to light. */
export interface IConnection {
  /** What the model said, on one line, at most 60 characters. */
  text: string;
  /** From the request to the end of the answer. */
  ms: number;
  model: string;
}

const QUESTION = 'Reply with the word ready.';
const MAX_TEXT = 60;

/**
 * Asks a model one small thing, the way every other request goes.
 *
 * @throws ModelFault; a stop passes as `AbortError`.
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
    // As text and not as a message of ours: the model may hold its own LangChain.
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
