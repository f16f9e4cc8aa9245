import {
  ChatOpenAICompletions,
  convertMessagesToCompletionsMessageParams
} from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { resourceUrl } from '../provider/resolve-base-url';
import { NO_KEY } from '../provider/no-key';
import { temperatureOf } from '../chat/temperature';
import { CompletionReader, unwrapped } from './completion-reader';
import { withReplay } from './completion-replay';
import type { IChatSource } from '../chat/streaming-chat-model';
import type { IOpenAITarget } from './openai-target';
import { askModel } from '../transport/model-fetch';

/**
 * Any server with the chat-completions protocol. LangChain writes the request;
 * the answer is read here, because its reader drops what servers add.
 */
export function completionsSource(
  target: IOpenAITarget,
  choice: IModelChoice
): IChatSource {
  const { model, facts, base, query, keyHeader } = target;
  const temperature = temperatureOf(choice);
  const client = new ChatOpenAICompletions({
    model,
    apiKey: NO_KEY,
    ...(temperature === null ? {} : { temperature }),
    streamUsage: true
  });
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const answerer = { provider: choice.provider, model, host: facts.host };
  return {
    provider: choice.provider,
    model,
    facts,
    ask(messages, options) {
      const body = {
        ...client.invocationParams(
          options as ChatOpenAICompletions['ParsedCallOptions'],
          { streaming: true }
        ),
        messages: withReplay(
          convertMessagesToCompletionsMessageParams({ messages }).map(
            plainMessage
          ),
          messages,
          answerer
        ),
        stream: true
      };
      const names = options.tools?.map(tool => tool.function.name);
      return askModel(
        resourceUrl(base, '/chat/completions') + search,
        body,
        {
          keyHeader,
          form: known => ({
            reader: new CompletionReader(known, names),
            framing: 'events',
            isWhole: value => Array.isArray(unwrapped(value).choices)
          })
        },
        facts,
        options.signal
      );
    }
  };
}

/**
 * Joins content that consists only of texts into one string: many local servers
 * support lists of parts only in user messages, or not at all.
 */
function plainMessage<M extends { content?: unknown }>(message: M): M {
  const { content } = message;
  return Array.isArray(content) && content.every(isTextPart)
    ? { ...message, content: content.map(part => part.text).join('\n') }
    : message;
}

function isTextPart(part: unknown): part is { text: string } {
  return (
    typeof part === 'object' && (part as { type?: unknown })?.type === 'text'
  );
}
