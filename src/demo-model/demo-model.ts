import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput
} from '@langchain/core/language_models/chat_models';
import {
  type BaseMessage,
  AIMessage,
  AIMessageChunk
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

import { decide } from './decide';

/** Characters of a call's arguments per piece. */
const PIECE = 48;

/** Approximate length of a token, for the usage that a server would report. */
const CHARACTERS_PER_TOKEN = 4;

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
    const { text, calls } = decide(messages, options.offered);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ name, args }, index) => ({
        id: callId(messages, index),
        name,
        args,
        type: 'tool_call'
      })),
      usage_metadata: usage(messages, text + JSON.stringify(calls))
    });
    return { generations: [{ text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: IDemoCallOptions,
    runManager?: CallbackManagerForLLMRun
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, calls } = decide(messages, options.offered);
    const send = async (
      message: AIMessageChunk,
      token: string
    ): Promise<ChatGenerationChunk> => {
      await this._wait(options.signal);
      const chunk = new ChatGenerationChunk({ message, text: token });
      await runManager?.handleLLMNewToken(
        token,
        undefined,
        undefined,
        undefined,
        undefined,
        { chunk }
      );
      return chunk;
    };
    for (const word of text.split(/(?<=\s)/)) {
      yield await send(new AIMessageChunk({ content: word }), word);
    }
    for (const [index, { name, args }] of calls.entries()) {
      const id = callId(messages, index);
      yield await send(toolChunk({ index, id, name, args: '' }), '');
      for (const piece of pieces(JSON.stringify(args))) {
        yield await send(toolChunk({ index, args: piece }), '');
      }
    }
    yield await send(
      new AIMessageChunk({
        content: '',
        usage_metadata: usage(messages, text + JSON.stringify(calls))
      }),
      ''
    );
  }

  /** @throws the signal's reason when aborted. */
  private async _wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this._pace > 0) {
      await new Promise(resolve => setTimeout(resolve, this._pace));
      signal?.throwIfAborted();
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

function toolChunk(chunk: {
  index: number;
  id?: string;
  name?: string;
  args: string;
}): AIMessageChunk {
  return new AIMessageChunk({
    content: '',
    tool_call_chunks: [{ ...chunk, type: 'tool_call_chunk' }]
  });
}

function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? [];
}

/** Unique in the thread, because the history only grows. */
function callId(messages: BaseMessage[], index: number): string {
  return `demo_${messages.length}_${index}`;
}

function usage(messages: BaseMessage[], answer: string) {
  const sent = messages.reduce(
    (sum, message) =>
      sum +
      (typeof message.content === 'string'
        ? message.content.length
        : JSON.stringify(message.content).length) +
      (AIMessage.isInstance(message)
        ? JSON.stringify(message.tool_calls ?? []).length
        : 0),
    0
  );
  const input = Math.ceil(sent / CHARACTERS_PER_TOKEN);
  const output = Math.ceil(answer.length / CHARACTERS_PER_TOKEN);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output
  };
}
