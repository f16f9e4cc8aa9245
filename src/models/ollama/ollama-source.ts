import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';
import { ChatOllama } from '@langchain/ollama';

import type { IModelChoice } from '../../contract';
import { OLLAMA_WINDOW } from '../provider/abilities';
import { type IRequestFacts, faultOfBody } from '../errors/model-fault';
import { modelFetch } from '../transport/model-fetch';
import { numberOption, textOption } from '../provider/options';
import type { IChatSource, IAnswerChunk } from '../chat/streaming-chat-model';
import { endingOf, reasoningOf } from '../chat/reasoning';
import { type IAnswerer, keptData } from '../chat/provider-metadata';
import { temperatureOf } from '../chat/temperature';
import { messageChunks } from '../chat/message-chunks';
import type { IAnswerForm } from '../transport/answer-stream';
import { WatchedAnswer } from '../transport/watched-answer';

export function ollamaSource(
  base: URL,
  choice: IModelChoice,
  facts: IRequestFacts
): IChatSource {
  const model = choice.model.trim();
  const think = textOption(choice, 'think');
  const temperature = temperatureOf(choice);
  const answerer = { provider: choice.provider, model, host: facts.host };
  /** A new client for each request, because its package does not pass on the signal. */
  const clientOf = (
    messages: BaseMessage[],
    signal: AbortSignal | undefined
  ): ChatOllama =>
    new ChatOllama({
      model,
      baseUrl: base.href.replace(/(?<!\/)\/+$/, ''),
      maxRetries: 0,
      numCtx:
        choice.contextWindow ?? numberOption(choice, 'numCtx', OLLAMA_WINDOW),
      ...(temperature === null ? {} : { temperature }),
      ...(think === '' ? {} : { think: think === 'on' }),
      fetch: modelFetch(
        {
          shape: body =>
            withThinking(withNamedResults(body), messages, answerer),
          form: ollamaForm
        },
        facts,
        signal
      )
    });
  return {
    provider: choice.provider,
    model,
    facts,
    async *ask(messages, options) {
      const chunks = clientOf(messages, options.signal)._streamResponseChunks(
        messages,
        options as ChatOllama['ParsedCallOptions']
      );
      let calls = 0;
      let thinking = '';
      for await (const message of messageChunks(chunks)) {
        const found = pieces(message, calls);
        calls += message.tool_call_chunks?.length ?? 0;
        thinking += reasoningOf(message);
        yield* found;
      }
      if (thinking !== '') {
        yield { kept: { thinking } };
      }
    }
  };
}

/** A request in which each answer has the thinking that led to it. */
function withThinking(
  body: Record<string, unknown>,
  messages: BaseMessage[],
  answerer: IAnswerer
): Record<string, unknown> {
  const answers = messages.filter(each => AIMessage.isInstance(each));
  const written = body.messages as { role: string }[];
  return {
    ...body,
    messages: written.map(each => {
      const answer = each.role === 'assistant' ? answers.shift() : undefined;
      return {
        ...each,
        ...(answer && keptData<{ thinking: string }>(answer, answerer))
      };
    })
  };
}

/**
 * @param first index of the first call: Ollama sends complete calls, all with
 * index 0.
 */
function pieces(message: AIMessageChunk, first: number): IAnswerChunk[] {
  const { done_reason: reason } = message.response_metadata as {
    done_reason?: string;
  };
  const found: IAnswerChunk[] = [
    { text: message.text, thoughts: reasoningOf(message) },
    ...(message.tool_call_chunks ?? []).map((call, at) => ({
      call: {
        index: first + at,
        id: call.id,
        name: call.name,
        args: call.args ?? ''
      }
    }))
  ];
  if (message.usage_metadata) {
    found.push({
      usage: message.usage_metadata,
      reason: endingOf(reason ?? '')
    });
  }
  return found;
}

interface IMessage {
  role: string;
  content: string;
  images?: string[];
  tool_calls?: { function: { name: string } }[];
  tool_name?: string;
}

/**
 * Adds what LangChain's converter leaves out: the name of the tool that a
 * result came from (results are in the order of the calls). Also merges an
 * image with its text, which the converter turns into a separate message.
 */
function withNamedResults(
  body: Record<string, unknown>
): Record<string, unknown> {
  const mended: IMessage[] = [];
  let names: string[] = [];
  for (const message of (body.messages ?? []) as IMessage[]) {
    const before = mended.at(-1);
    if (message.role === 'tool') {
      const name = names.shift();
      mended.push(name ? { ...message, tool_name: name } : message);
    } else if (isBareImage(message) && before?.role === 'user') {
      before.images = [...(before.images ?? []), ...(message.images ?? [])];
    } else {
      names = (message.tool_calls ?? []).map(call => call.function.name);
      mended.push({ ...message });
    }
  }
  return { ...body, messages: mended };
}

function isBareImage({ role, content, images }: IMessage): boolean {
  return role === 'user' && content === '' && Boolean(images?.length);
}

/** Format of Ollama's answers: one object per line, the last with `done`. */
function ollamaForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'lines',
    reader: new WatchedAnswer(line => {
      if (line.error) {
        throw faultOfBody(line, facts);
      }
      return line.done === true ? 'closed' : 'more';
    })
  };
}
