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
import { refusalsOf } from '../../contract/models/model-refusals';
import { scanJson } from '../../contract/util/scan-json';
import { estimatedTokens } from '../transport/estimated-tokens';
import { type IRequestFacts, faultOrStop, named } from '../errors/model-fault';
import { providerMetadata } from './provider-metadata';
import { type ISplitText, ThinkTags } from './think-tags';
import { type AnswerEnd, THOUGHTS } from './reasoning';

/** A tool in the form every provider's package accepts. */
export type OfferedTool = ReturnType<typeof convertToOpenAITool>;

export interface IAskOptions extends BaseChatModelCallOptions {
  tools?: OfferedTool[];
}

/** A piece of an answer, from any provider. */
export interface IAnswerChunk {
  text?: string;
  /** The model's visible thinking. */
  thoughts?: string;
  /** A call, or more of its arguments; the first piece has the name and id. */
  call?: { index: number; id?: string; name?: string; args: string };
  /** Tokens; the counts of all pieces are added up. */
  usage?: UsageMetadata;
  /** Why the answer ended; `error` becomes a fault. */
  reason?: AnswerEnd;
  /**
   * Data the model needs back with its answer; see `provider-metadata.ts`. At
   * most once.
   */
  metadata?: unknown;
  /** What the request went without, for the debug view. */
  leftOut?: string[];
}

/** Sends requests to one model. */
export interface IChatSource {
  facts: IRequestFacts;
  ask(
    messages: BaseMessage[],
    options: IAskOptions
  ): AsyncIterable<IAnswerChunk>;
}

/**
 * A chat model whose answers look the same for every provider: text is a
 * string, thinking is separate (also if it came in tags), calls arrive in
 * numbered pieces, truncated arguments are marked, and the reason for ending is
 * one of five. Every request streams, and every error is a `ModelFault` or an
 * `AbortError`.
 *
 * It wraps LangChain's own models instead of extending them, because each of
 * those represents content, thinking and calls differently.
 */
export class StreamingChatModel extends BaseChatModel<IAskOptions> {
  /** A function, so that the key in it cannot be enumerated or serialised. */
  private readonly _source: () => IChatSource;

  constructor(source: IChatSource) {
    super({ maxRetries: 0 });
    this._source = () => source;
  }

  _llmType(): string {
    return 'cellwright-plain';
  }

  /** What traces and messages may identify; never a key. */
  override _identifyingParams(): Record<string, unknown> {
    return { model_name: this._source().facts.model };
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
      // LangChain's models end without an error when they are stopped.
      options.signal?.throwIfAborted();
    } catch (error) {
      throw faultOrStop(error, options.signal);
    }
  }

  /** The complete answer; also by streaming, so that there is only one code path. */
  override async _generate(
    ...asked: Parameters<BaseChatModel<IAskOptions>['_generate']>
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(...asked)) {
      whole = whole?.concat(chunk) ?? chunk;
    }
    return { generations: whole ? [whole] : [] };
  }

  override async getNumTokens(
    content: Parameters<BaseChatModel['getNumTokens']>[0]
  ): Promise<number> {
    return estimatedTokens(content);
  }

  /** The pieces, followed by anything that is still missing. */
  private async *_pieces(
    messages: BaseMessage[],
    options: IAskOptions
  ): AsyncGenerator<IAnswerChunk> {
    const { facts } = this._source();
    const calls = new Map<number, string>();
    const tags = new ThinkTags();
    let isBlank = true;
    let reason: IAnswerChunk['reason'];
    for await (const piece of this._source().ask(messages, options)) {
      const { call, text = '' } = piece;
      if (call) {
        calls.set(call.index, (calls.get(call.index) ?? '') + call.args);
      }
      isBlank &&= !call && !text;
      reason = piece.reason ?? reason;
      yield* separated(piece, tags.push(text));
    }
    yield* separated({}, tags.end());
    const isFiltered = isBlank && reason === 'content_filter';
    if (reason === 'error' || isFiltered) {
      throw new ModelFault(
        isFiltered ? 'refused' : 'server-error',
        isFiltered
          ? 'The content filter of the model stopped the answer.'
          : 'The server ended the answer with an error.',
        named(facts)
      );
    }
    const last = Math.max(...calls.keys());
    for (const [index, args] of calls) {
      // A call at which the answer was cut off is not finished, even if some
      // server closed its brackets.
      const ending = cutMark(args, reason === 'length' && index === last);
      if (ending !== '') {
        yield { call: { index, args: ending } };
      }
    }
  }

  private _chunk(piece: IAnswerChunk): ChatGenerationChunk {
    const { text = '', thoughts = '', call, usage, reason } = piece;
    const { facts } = this._source();
    const leftOut = piece.leftOut ?? (reason ? refusalsOf(facts) : []);
    const message = new AIMessageChunk({
      content: text,
      tool_call_chunks: call ? [{ ...call, type: 'tool_call_chunk' }] : [],
      additional_kwargs: {
        ...(thoughts && { [THOUGHTS]: thoughts }),
        ...(piece.metadata ? providerMetadata(facts, piece.metadata) : {})
      },
      response_metadata: {
        ...(reason && { finish_reason: reason }),
        // For the debug view.
        ...(leftOut.length > 0 && { left_out: leftOut })
      },
      usage_metadata: usage
    });
    return new ChatGenerationChunk({ message, text });
  }
}

/** A piece whose text was separated from thinking in it; none if it is empty. */
function* separated(
  piece: IAnswerChunk,
  { text, thoughts }: ISplitText
): Generator<IAnswerChunk> {
  const whole = { ...piece, text, thoughts: (piece.thoughts ?? '') + thoughts };
  if (Object.values(whole).some(Boolean)) {
    yield whole;
  }
}

/**
 * Text to append to arguments that end too early. LangChain would complete
 * truncated JSON by guessing, and half a cell of code would pass as a valid
 * call. With this mark the call is invalid, and the model sees where it was cut
 * off.
 *
 * @param isCut whether it is known that they were, even if they look complete.
 */
export function cutMark(args: string, isCut = false): string {
  let depth = 0;
  const inString = scanJson(args, 0, bracket => {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
  });
  if (!inString && depth <= 0) {
    return isCut ? CUT : '';
  }
  const escaping = inString && /(^|[^\\])(\\\\)*\\$/.test(args);
  return `${escaping ? '\\' : ''}${inString ? '"' : ''}${CUT}`;
}

const CUT = ' <cut off here>';
