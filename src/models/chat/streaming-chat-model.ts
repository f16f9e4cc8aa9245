import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput
} from '@langchain/core/language_models/chat_models';
import {
  type BaseMessage,
  type UsageMetadata,
  AIMessageChunk
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import { ModelFault } from '../../contract';
import { estimatedTokens } from '../transport/estimated-tokens';
import { type IRequestFacts, faultOrStop, named } from '../errors/model-fault';
import { providerMetadata } from './provider-metadata';
import { cutMark } from './chunk-repair';
import { withThoughts } from './reasoning';
import { wholeAnswer } from '../transport/whole-answer';

/** A tool as every provider's package takes it. */
export type OfferedTool = ReturnType<typeof convertToOpenAITool>;

export interface IAskOptions extends BaseChatModelCallOptions {
  tools?: OfferedTool[];
}

/** A piece of an answer, whichever provider it comes from. */
export interface IAnswerChunk {
  text?: string;
  /** What the model thinks aloud. */
  thoughts?: string;
  /** A call, or more of the arguments of one; the first piece has name and id. */
  call?: { index: number; id?: string; name?: string; args: string };
  /** Tokens; pieces add up. */
  usage?: UsageMetadata;
  /** Why the answer ended. */
  reason?: 'stop' | 'tool_calls' | 'length' | 'content_filter';
  /** What the model wants back with its answer; see `kept.ts`. At most once. */
  kept?: unknown;
}

/** Asks a model of one provider. */
export interface IChatSource {
  /** Id of the provider. */
  provider: string;
  model: string;
  facts: IRequestFacts;
  ask(
    messages: BaseMessage[],
    options: IAskOptions
  ): AsyncIterable<IAnswerChunk>;
}

/**
 * A chat model whose answers look the same for every provider: text is a
 * string, thoughts stand apart, calls come in numbered pieces, and arguments
 * that were cut are marked. Every call streams, and every error is a
 * `ModelFault` or an `AbortError`.
 *
 * It stands around LangChain's own models and does not extend them, since each
 * of those wraps content, thoughts and calls in its own way.
 */
export class StreamingChatModel extends BaseChatModel<IAskOptions> {
  /** A function, so that the key in it can neither be listed nor written down. */
  private readonly _source: () => IChatSource;

  constructor(source: IChatSource) {
    super({ maxRetries: 0 });
    this._source = () => source;
  }

  _llmType(): string {
    return 'cellwright-plain';
  }

  /** Whom a trace or a message names; never a key. */
  override _identifyingParams(): Record<string, unknown> {
    return { model_name: this._source().model };
  }

  override bindTools(tools: BindToolsInput[], options?: Partial<IAskOptions>) {
    return this.withConfig({
      ...options,
      tools: tools.map(each => convertToOpenAITool(each))
    });
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: IAskOptions,
    runManager?: CallbackManagerForLLMRun
  ): AsyncGenerator<ChatGenerationChunk> {
    try {
      options.signal?.throwIfAborted();
      for await (const piece of this._pieces(messages, options)) {
        const chunk = this._chunk(piece);
        yield chunk;
        await runManager?.handleLLMNewToken(
          chunk.text,
          undefined,
          undefined,
          undefined,
          undefined,
          { chunk }
        );
      }
      // LangChain's models end quietly when they are stopped.
      options.signal?.throwIfAborted();
    } catch (error) {
      throw faultOrStop(error, options.signal);
    }
  }

  /** The whole answer; by streaming too, so that there is one way. */
  override async _generate(
    messages: BaseMessage[],
    options: IAskOptions,
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

  /** The pieces, and at their end what is missing of them. */
  private async *_pieces(
    messages: BaseMessage[],
    options: IAskOptions
  ): AsyncGenerator<IAnswerChunk> {
    const calls = new Map<number, string>();
    let isBlank = true;
    let reason: IAnswerChunk['reason'];
    for await (const piece of this._source().ask(messages, options)) {
      const { call, text } = piece;
      if (call) {
        calls.set(call.index, (calls.get(call.index) ?? '') + call.args);
      }
      isBlank &&= !call && !text;
      reason = piece.reason ?? reason;
      yield piece;
    }
    if (isBlank && reason === 'content_filter') {
      throw new ModelFault(
        'refused',
        'The content filter of the model stopped the answer.',
        named(this._source().facts)
      );
    }
    for (const [index, args] of calls) {
      const ending = cutMark(args);
      if (ending !== '') {
        yield { call: { index, args: ending } };
      }
    }
  }

  private _chunk(piece: IAnswerChunk): ChatGenerationChunk {
    const { text = '', thoughts = '', call, usage, reason } = piece;
    const { provider, model } = this._source();
    const message = new AIMessageChunk({
      content: text,
      tool_call_chunks: call ? [{ ...call, type: 'tool_call_chunk' }] : [],
      additional_kwargs: {
        ...withThoughts(thoughts),
        ...(piece.kept ? providerMetadata(provider, model, piece.kept) : {})
      },
      response_metadata: reason ? { finish_reason: reason } : {},
      usage_metadata: usage
    });
    return new ChatGenerationChunk({ message, text });
  }
}
