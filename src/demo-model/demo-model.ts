import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput
} from '@langchain/core/language_models/chat_models';
import { type BaseMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

import { decide } from './decide';

interface IDemoCallOptions extends BaseChatModelCallOptions {
  /** Names of the tools offered. */
  offered?: readonly string[];
}

/**
 * A scripted model in the page: no network, no randomness, and the same code
 * path as a real one. `decide.ts` decides what it says.
 */
export class DemoModel extends BaseChatModel<IDemoCallOptions> {
  private _pace: number;

  /** @param pace ms between pieces, so that the streaming is visible. */
  constructor({ pace = 6 }: { pace?: number } = {}) {
    super({});
    this._pace = pace;
  }

  _llmType(): string {
    return 'cellwright-demo';
  }

  /**
   * The script knows our tools by name; of other tools it only knows that they
   * exist.
   */
  override bindTools(tools: BindToolsInput[]) {
    return this.withConfig({ offered: tools.map(nameOf) });
  }

  async _generate(
    messages: BaseMessage[],
    options: IDemoCallOptions
  ): Promise<ChatResult> {
    const message = piecesOf(messages, options).reduce((sum, piece) =>
      sum.concat(piece)
    );
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: IDemoCallOptions,
    runManager?: CallbackManagerForLLMRun
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of piecesOf(messages, options)) {
      options.signal?.throwIfAborted();
      if (this._pace > 0) {
        await new Promise(resolve => setTimeout(resolve, this._pace));
        options.signal?.throwIfAborted();
      }
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      await runManager?.handleLLMNewToken(
        message.text,
        undefined,
        undefined,
        undefined,
        undefined,
        { chunk }
      );
      yield chunk;
    }
  }
}

/** In LangChain's format, or in that of OpenAI's servers. */
function nameOf(tool: BindToolsInput): string {
  const named = 'function' in tool ? tool.function : tool;
  return typeof named === 'object' && named !== null && 'name' in named
    ? String(named.name)
    : '';
}

/** An answer as a server would stream it: words, calls in pieces, usage. */
function piecesOf(
  messages: BaseMessage[],
  { offered }: IDemoCallOptions
): AIMessageChunk[] {
  const { text, calls } = decide(messages, offered);
  return [
    ...text.split(/(?<=\s)/).map(word => new AIMessageChunk(word)),
    ...calls.flatMap(({ name, args }, index) =>
      [
        // Unique in the thread, because the history only grows.
        { id: `demo_${messages.length}_${index}`, name, args: '' },
        ...(JSON.stringify(args).match(/[^]{1,48}/g) ?? []).map(piece => ({
          args: piece
        }))
      ].map(
        piece =>
          new AIMessageChunk({
            content: '',
            tool_call_chunks: [{ ...piece, index, type: 'tool_call_chunk' }]
          })
      )
    ),
    new AIMessageChunk({
      content: '',
      usage_metadata: usage(
        JSON.stringify(messages.map(({ content }) => content)),
        text + JSON.stringify(calls)
      )
    })
  ];
}

/** Some four characters are a token. */
function usage(sent: string, answer: string) {
  const input = Math.ceil(sent.length / 4);
  const output = Math.ceil(answer.length / 4);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output
  };
}
