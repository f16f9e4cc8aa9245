import type { BaseMessage } from '@langchain/core/messages';

import {
  type IAnswerChunk,
  type IAskOptions,
  StreamingChatModel
} from '../models/chat/streaming-chat-model';
import { estimatedTokens } from '../models/transport/estimated-tokens';
import { decide } from './decide';

/**
 * A scripted model in the page: no network, no randomness, and the same code
 * path as a real one. `decide.ts` decides what it says.
 *
 * @param pace ms between pieces, so that the streaming is visible.
 */
export function demoModel(pace = 6): StreamingChatModel {
  return new StreamingChatModel({
    facts: { provider: 'demo', model: 'demo' },
    async *ask(messages, options) {
      for (const piece of piecesOf(messages, options)) {
        if (pace > 0) {
          await new Promise(resolve => setTimeout(resolve, pace));
        }
        options.signal?.throwIfAborted();
        yield piece;
      }
    }
  });
}

/** An answer as a server would stream it: words, calls in pieces, usage. */
function piecesOf(
  messages: BaseMessage[],
  { tools = [] }: IAskOptions
): IAnswerChunk[] {
  const offered = tools.map(tool => tool.function.name);
  const { text, calls } = decide(messages, offered);
  const input = estimatedTokens(messages.map(({ content }) => content));
  const output = estimatedTokens(text + JSON.stringify(calls));
  return [
    ...text.split(/(?<=\s)/).map(word => ({ text: word })),
    ...calls.flatMap(({ name, args }, index) => [
      // Unique in the thread, because the history only grows.
      {
        call: { index, id: `demo_${messages.length}_${index}`, name, args: '' }
      },
      ...(JSON.stringify(args).match(/[^]{1,48}/g) ?? []).map(piece => ({
        call: { index, args: piece }
      }))
    ]),
    {
      usage: {
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output
      },
      reason: calls.length > 0 ? 'tool_calls' : 'stop'
    }
  ];
}
