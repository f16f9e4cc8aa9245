import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { type BaseMessage, AIMessageChunk } from '@langchain/core/messages';
import type { ChatGenerationChunk, ChatResult } from '@langchain/core/outputs';
import { ChatOpenAICompletions } from '@langchain/openai';

import type { IModelChoice } from '../../contract';
import { estimatedTokens } from '../transport/estimated-tokens';
import { faultOrStop } from '../errors/model-fault';
import { modelFetch } from '../transport/model-fetch';
import { FIRST_BYTE_TIMEOUT, NO_KEY } from '../provider/no-key';
import type { IOpenAITarget } from './openai-target';
import { chatForm } from './chat-form';
import { wholeAnswer } from '../transport/whole-answer';
import { temperatureOf } from '../chat/temperature';

type CallOptions = ChatOpenAICompletions['ParsedCallOptions'];

/**
 * The chat-completions half of `ChatOpenAI`, for any server with that protocol.
 * `ChatOpenAI` itself switches to another API for some model names, and drops
 * subclasses when tools are bound.
 *
 * Every request streams, and every error is a `ModelFault` or an `AbortError`.
 */
export class CompatibleChatModel extends ChatOpenAICompletions {
  constructor(target: IOpenAITarget, choice: IModelChoice) {
    const temperature = temperatureOf(choice);
    super({
      model: target.model,
      apiKey: NO_KEY,
      ...(temperature === null ? {} : { temperature }),
      // The engine repeats requests, and shows that it does.
      maxRetries: 0,
      timeout: FIRST_BYTE_TIMEOUT,
      streamUsage: true,
      configuration: {
        baseURL: target.base.href,
        defaultQuery: target.query,
        dangerouslyAllowBrowser: true,
        fetch: modelFetch(
          {
            keyHeader: target.keyHeader,
            shape: withPlainTexts,
            form: chatForm
          },
          target.facts
        )
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
      throw faultOrStop(error, options.signal);
    }
  }

  override async *_streamChatModelEvents(
    ...args: Parameters<BaseChatModel['_streamChatModelEvents']>
  ): ReturnType<BaseChatModel['_streamChatModelEvents']> {
    yield* BaseChatModel.prototype._streamChatModelEvents.apply(this, args);
  }

  /**
   * The complete answer; also by streaming, because the parent class would
   * count tokens.
   */
  override async _generate(
    messages: BaseMessage[],
    options: CallOptions,
    runManager?: CallbackManagerForLLMRun
  ): Promise<ChatResult> {
    return wholeAnswer(
      this._streamResponseChunks(messages, options, runManager)
    );
  }

  override async getNumTokens(
    content: Parameters<BaseChatModel['getNumTokens']>[0]
  ): Promise<number> {
    return estimatedTokens(content);
  }

  /** Nothing from the client's configuration belongs in a log or a cache key. */
  override _identifyingParams(): ReturnType<
    ChatOpenAICompletions['_identifyingParams']
  > {
    return { model_name: this.model, ...this.invocationParams() };
  }
}

/**
 * Joins content that consists only of texts into one string: many local servers
 * support lists of parts only in user messages, or not at all.
 */
function withPlainTexts(
  request: Record<string, unknown>
): Record<string, unknown> {
  const messages = (request.messages ?? []) as { content?: unknown }[];
  return {
    ...request,
    messages: messages.map(message => {
      const { content } = message;
      return Array.isArray(content) && content.every(isTextPart)
        ? { ...message, content: content.map(part => part.text).join('\n') }
        : message;
    })
  };
}

function isTextPart(part: unknown): part is { text: string } {
  return (
    typeof part === 'object' && (part as { type?: unknown })?.type === 'text'
  );
}

/**
 * Copies the reason for ending to the message, where the engine can see it, and
 * removes the second copy of the tool calls, whose ids become outdated.
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
