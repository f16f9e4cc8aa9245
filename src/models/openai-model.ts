import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { BaseMessage } from '@langchain/core/messages';
import { AIMessageChunk } from '@langchain/core/messages';
import type { ChatGenerationChunk, ChatResult } from '@langchain/core/outputs';
import { ChatOpenAICompletions } from '@langchain/openai';

import type { IModelChoice } from '../contract';
import type { IRequestFacts } from './faults';
import { FaultCarrier, isAbort, toModelFault } from './faults';
import { askServer } from './openai-fetch';
import { repairedStream } from './openai-stream';

type CallOptions = ChatOpenAICompletions['ParsedCallOptions'];

/** The SDK wants a key. The real one is added in our `fetch` and nowhere else. */
const NO_KEY = 'not-a-key';

/** ms until the first byte of an answer; local models think long. */
const FIRST_BYTE_TIMEOUT = 10 * 60_000;

/** Characters a token has on average, for English and code. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * `ChatOpenAI`'s chat-completions half, for any server that speaks its
 * protocol. The half and not the whole, because the whole turns to another API
 * for some model names and forgets subclasses when tools are bound.
 *
 * Every call streams, and every error is a `ModelFault` or an `AbortError`.
 */
export class CompatibleChatModel extends ChatOpenAICompletions {
  constructor(base: URL, choice: IModelChoice, key: string | undefined) {
    super({
      model: choice.model,
      apiKey: NO_KEY,
      ...(choice.temperature === null
        ? {}
        : { temperature: choice.temperature }),
      // The engine repeats calls, and shows that it does.
      maxRetries: 0,
      timeout: FIRST_BYTE_TIMEOUT,
      streamUsage: true,
      configuration: {
        baseURL: base.href,
        dangerouslyAllowBrowser: true,
        fetch: streamingFetch({ host: base.host, model: choice.model, key })
      }
    });
  }

  static override lc_name(): string {
    return 'ChatOpenAI';
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: CallOptions,
    runManager?: CallbackManagerForLLMRun
  ): AsyncGenerator<ChatGenerationChunk> {
    try {
      const chunks = super._streamResponseChunks(messages, options, runManager);
      for await (const chunk of chunks) {
        keepReason(chunk);
        yield chunk;
      }
    } catch (error) {
      if (isAbort(error)) {
        throw error;
      }
      // LangChain's own error for a stop has no name to know it by.
      throw options.signal?.aborted
        ? new DOMException('The call was stopped.', 'AbortError')
        : toModelFault(error);
    }
  }

  override async *_streamChatModelEvents(
    ...args: Parameters<BaseChatModel['_streamChatModelEvents']>
  ): ReturnType<BaseChatModel['_streamChatModelEvents']> {
    yield* BaseChatModel.prototype._streamChatModelEvents.apply(this, args);
  }

  /** The whole answer; by streaming too, since the parent's way counts tokens. */
  override async _generate(
    messages: BaseMessage[],
    options: CallOptions,
    runManager?: CallbackManagerForLLMRun
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    const chunks = this._streamResponseChunks(messages, options, runManager);
    for await (const chunk of chunks) {
      whole = whole?.concat(chunk) ?? chunk;
    }
    return { generations: whole ? [whole] : [] };
  }

  /**
   * Estimated. LangChain's own counter fetches a table of tokens from a server
   * that nobody chose.
   */
  override async getNumTokens(
    content: Parameters<BaseChatModel['getNumTokens']>[0]
  ): Promise<number> {
    const text =
      typeof content === 'string' ? content : JSON.stringify(content);
    return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  }

  /** Nothing of the client's configuration belongs into a log or a cache key. */
  override _identifyingParams(): ReturnType<
    ChatOpenAICompletions['_identifyingParams']
  > {
    return { model_name: this.model, ...this.invocationParams() };
  }
}

/** The `fetch` that the OpenAI SDK is given. */
function streamingFetch(facts: IRequestFacts): typeof fetch {
  return async (input, init) => {
    try {
      const response = await askServer(
        {
          url: String(input instanceof Request ? input.url : input),
          method: 'POST',
          body: withPlainTexts(String(init?.body ?? '{}')),
          signal: init?.signal
        },
        facts
      );
      const body = response.body ?? new Blob([]).stream();
      return new Response(repairedStream(body, facts), {
        headers: { 'content-type': 'text/event-stream' }
      });
    } catch (error) {
      throw isAbort(error) ? error : new FaultCarrier(toModelFault(error));
    }
  };
}

/**
 * Writes content that is nothing but texts as one text: many local servers
 * know lists of parts only in messages of the person, or not at all.
 */
function withPlainTexts(body: string): string {
  const request = JSON.parse(body) as {
    messages?: { content?: unknown }[];
  };
  for (const message of request.messages ?? []) {
    const { content } = message;
    if (Array.isArray(content) && content.every(isTextPart)) {
      message.content = content.map(part => part.text).join('\n');
    }
  }
  return JSON.stringify(request);
}

function isTextPart(part: unknown): part is { text: string } {
  return (
    typeof part === 'object' && (part as { type?: unknown })?.type === 'text'
  );
}

/**
 * Puts why the answer ended on the message, where the engine can see it, and
 * leaves out the second copy of the tool calls, whose ids grow stale.
 */
function keepReason({ message, generationInfo }: ChatGenerationChunk): void {
  if (!AIMessageChunk.isInstance(message)) {
    return;
  }
  delete message.additional_kwargs.tool_calls;
  const reason = generationInfo?.finish_reason;
  if (reason) {
    message.response_metadata.finish_reason = reason;
  }
}
