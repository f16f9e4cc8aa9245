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
    throw new ModelFault(
      'refused',
      'Chrome says that this computer cannot run its built-in model.',
      FACTS
    );
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
 * complete.
 */
async function* pieces(
  stream: ReadableStream<string>
): AsyncGenerator<IAnswerChunk> {
  const reader = stream.getReader();
  let held = '';
  let isText = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      if (isText) {
        yield { text: value };
        continue;
      }
      held += value;
      const start = held.trimStart();
      isText = start !== '' && !/^(\{|`)/.test(start);
      if (isText) {
        yield { text: held };
        held = '';
      }
    }
  } finally {
    // Releases a stream that nobody reads any more.
    await reader.cancel().catch(() => {
      // It has already ended or failed, which is fine.
    });
  }
  // Whether this is a call, and whether it may count as one, is decided
  // elsewhere.
  yield { text: held, reason: 'stop' };
}

function faultOf(error: unknown): unknown {
  const { name, message } = error as Error;
  switch (name) {
    case 'QuotaExceededError':
      return new ModelFault('context-too-long', message, FACTS);
    case 'NotAllowedError':
    case 'NotSupportedError':
    case 'SecurityError':
      return new ModelFault('refused', message, FACTS);
    default:
      return error;
  }
}

/**
 * Prepares a conversation for a model without tool support: the system prompt
 * describes the tools, calls are JSON, and results are user messages.
 * Consecutive messages of one role are merged, as such models expect.
 */
function chromePrompts(
  messages: BaseMessage[],
  tools: readonly OfferedTool[]
): IPrompt[] {
  const prompts: IPrompt[] = [];
  const say = (role: IPrompt['role'], content: string): void => {
    const before = prompts.at(-1);
    if (content.trim() === '') {
      return;
    }
    if (before?.role === role) {
      before.content += `\n\n${content}`;
    } else {
      prompts.push({ role, content });
    }
  };
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      say('assistant', spoken(message));
    } else if (ToolMessage.isInstance(message)) {
      say('user', `Result of your call:\n${message.text}`);
    } else {
      say(message.type === 'system' ? 'system' : 'user', message.text);
    }
  }
  return withTools(prompts, tools);
}

function spoken(message: AIMessage): string {
  const calls = (message.tool_calls ?? []).map(({ name, args }) =>
    JSON.stringify({ name, arguments: args })
  );
  return [message.text, ...calls].filter(Boolean).join('\n');
}

/** There can be only one system prompt, and it has to come first. */
function withTools(
  prompts: IPrompt[],
  tools: readonly OfferedTool[]
): IPrompt[] {
  if (tools.length === 0) {
    return prompts;
  }
  const told = toolText(tools);
  const [first, ...rest] = prompts;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${told}` }, ...rest]
    : [{ role: 'system', content: told }, ...prompts];
}

function toolText(tools: readonly OfferedTool[]): string {
  const lines = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description, parameters })
  );
  return [
    'To call a tool, answer with one JSON object and nothing else: {"name": "<tool>", "arguments": {…}}. One call an answer. Wait for its result before the next. The tools:',
    ...lines
  ].join('\n');
}
