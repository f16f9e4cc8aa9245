import {
  ChatOpenAICompletions,
  convertMessagesToCompletionsMessageParams
} from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { type ITarget, NO_KEY } from '../provider/model-provider';
import { temperatureOf } from '../chat/temperature';
import { CompletionReader } from './completion-reader';
import { withReplay } from './completion-replay';
import type { IChatSource } from '../chat/streaming-chat-model';
import { askModel } from '../transport/ask-model';

/**
 * Any server with the chat-completions protocol. LangChain writes the request;
 * the answer is read here, because its reader drops what servers add.
 */
export function completionsSource(
  { model, facts, at }: ITarget,
  choice: IModelChoice
): IChatSource {
  const client = new ChatOpenAICompletions({
    model,
    apiKey: NO_KEY,
    temperature: temperatureOf(choice) ?? undefined,
    streamUsage: true
  });
  return {
    facts,
    ask: (messages, { signal, ...options }) =>
      askModel(
        {
          ...at('/chat/completions'),
          signal,
          body: {
            ...client.invocationParams(
              options as ChatOpenAICompletions['ParsedCallOptions'],
              { streaming: true }
            ),
            messages: withReplay(
              convertMessagesToCompletionsMessageParams({ messages }).map(
                plainMessage
              ),
              messages,
              facts
            ),
            stream: true
          },
          reader: new CompletionReader(
            facts,
            options.tools?.map(tool => tool.function.name)
          )
        },
        facts
      )
  };
}

/**
 * A message as many local servers need it: of texts only, it is one string; and
 * `developer`, OpenAI's newer name for the system prompt, is not known to all.
 */
function plainMessage<M extends { content?: unknown; role: string }>(
  message: M
): M {
  const { content, role } = message;
  return {
    ...message,
    ...(role === 'developer' && { role: 'system' }),
    ...(Array.isArray(content) &&
      content.every(isTextPart) && {
        content: content.map(part => part.text).join('\n')
      })
  };
}

function isTextPart(part: unknown): part is { text: string } {
  return (
    typeof part === 'object' && (part as { type?: unknown })?.type === 'text'
  );
}
