import {
  type BaseMessage,
  AIMessage,
  ToolMessage
} from '@langchain/core/messages';

import { ModelFault } from '../../contract';
import {
  type ILanguageModel,
  type ILanguageModelSession,
  type IPrompt,
  LANGUAGES
} from './language-model';
import { isAbort } from '../errors/model-fault';
import type {
  IChatSource,
  IAnswerChunk,
  OfferedTool
} from '../chat/streaming-chat-model';

const FACTS = { host: 'Chrome', model: 'Chrome’s built-in model' };

/** Each request uses a session of its own, because we keep the thread ourselves. */
export function chromeSource(api: ILanguageModel): IChatSource {
  return {
    facts: FACTS,
    async *ask(messages, { tools = [], signal }) {
      const prompts = chromePrompts(messages, tools);
      const last = prompts.pop() as IPrompt;
      let session: ILanguageModelSession | undefined;
      try {
        await requireModel(api);
        session = await api.create({
          ...LANGUAGES,
          initialPrompts: prompts,
          signal
        });
        yield* pieces(session.promptStreaming([last], { signal }));
      } catch (error) {
        throw isAbort(error) ? error : faultOf(error);
      } finally {
        session?.destroy();
      }
    }
  };
}

/**
 * Starts the download if the model can be downloaded. @throws ModelFault if the
 * model is not ready.
 */
async function requireModel(api: ILanguageModel): Promise<void> {
  const availability = await api.availability(LANGUAGES);
  if (availability === 'available') {
    return;
  }
  if (availability === 'unavailable') {
    const text =
      'Chrome says that this computer cannot run its built-in model.';
    throw new ModelFault('refused', text, FACTS);
  }
  api.create(LANGUAGES).then(
    session => session.destroy(),
    (error: unknown) =>
      console.warn('Cellwright: Chrome did not fetch its model', error)
  );
  throw new ModelFault(
    'server-error',
    'Chrome is fetching its model now, some gigabytes; chrome://on-device-internals shows how far it is.',
    FACTS
  );
}

/**
 * Text as it arrives; anything that may be a call is held back until it is
 * complete. Whether it is one, and may count as one, is decided elsewhere.
 */
async function* pieces(
  stream: ReadableStream<string>
): AsyncGenerator<IAnswerChunk> {
  let held = '';
  let isText = false;
  // Ends the stream, too, when nobody reads any more.
  for await (const piece of stream as unknown as AsyncIterable<string>) {
    held += piece;
    const start = held.trimStart();
    isText ||= start !== '' && !/^[{`]/.test(start);
    if (isText) {
      yield { text: held };
      held = '';
    }
  }
  yield { text: held, reason: 'stop' };
}

function faultOf(error: unknown): unknown {
  const { name, message } = error as Error;
  const code =
    name === 'QuotaExceededError'
      ? 'context-too-long'
      : /^(NotAllowed|NotSupported|Security)Error$/.test(name)
        ? 'refused'
        : null;
  return code ? new ModelFault(code, message, FACTS) : error;
}

/**
 * Prepares a conversation for a model without tool support: the system prompt,
 * of which there can be only one, describes the tools, calls are JSON, and
 * results are user messages. Consecutive messages of one role are merged, as
 * such models expect.
 */
function chromePrompts(
  messages: BaseMessage[],
  tools: readonly OfferedTool[]
): IPrompt[] {
  const prompts = messages.map(promptOf);
  const begin = prompts[0]?.role === 'system' ? 1 : 0;
  prompts.splice(begin, 0, { role: 'system', content: toolText(tools) });
  return prompts
    .filter(({ content }) => content.trim() !== '')
    .reduce<IPrompt[]>((all, { role, content }) => {
      const last = all.at(-1);
      return last?.role === role
        ? [
            ...all.slice(0, -1),
            { role, content: `${last.content}\n\n${content}` }
          ]
        : [...all, { role, content }];
    }, []);
}

function promptOf(message: BaseMessage): IPrompt {
  if (AIMessage.isInstance(message)) {
    const calls = (message.tool_calls ?? []).map(({ name, args }) =>
      JSON.stringify({ name, arguments: args })
    );
    const content = [message.text, ...calls].filter(Boolean).join('\n');
    return { role: 'assistant', content };
  }
  return ToolMessage.isInstance(message)
    ? { role: 'user', content: `Result of your call:\n${message.text}` }
    : {
        role: message.type === 'system' ? 'system' : 'user',
        content: message.text
      };
}

function toolText(tools: readonly OfferedTool[]): string {
  const lines = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description, parameters })
  );
  const how =
    'To call a tool, answer with one JSON object and nothing else: {"name": "<tool>", "arguments": {…}}. One call an answer. Wait for its result before the next. The tools:';
  return lines.length > 0 ? [how, ...lines].join('\n') : '';
}
