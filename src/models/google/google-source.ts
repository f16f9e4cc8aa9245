import type { BaseMessage, AIMessageChunk } from '@langchain/core/messages';
import { ChatGoogle } from '@langchain/google';

import { type IModelChoice, ModelFault } from '../../contract';
import {
  type IRequestFacts,
  abortedCall,
  faultOfBody,
  named
} from '../errors/model-fault';
import { googleMessage, type ISignatures } from './google-message';
import { endingOf } from '../chat/reasoning';
import { modelFetch } from '../transport/model-fetch';
import { textOption } from '../provider/options';
import type {
  IChatSource,
  IAnswerChunk,
  OfferedTool
} from '../chat/streaming-chat-model';
import { toGeminiSchema } from './gemini-schema';
import { temperatureOf } from '../chat/temperature';
import { messageChunks } from '../chat/message-chunks';
import type { IAnswerForm } from '../transport/answer-stream';
import { WatchedAnswer } from '../transport/watched-answer';

export function googleSource(
  base: URL,
  choice: IModelChoice,
  facts: IRequestFacts
): IChatSource {
  const model = choice.model.trim().replace(/^models\//, '');
  const ask = modelFetch(
    { keyHeader: 'x-goog-api-key', form: googleForm, shape: withoutEmpty },
    facts
  );
  const temperature = temperatureOf(choice);
  const client = new ChatGoogle({
    model,
    platformType: 'gai',
    endpoint: base.href.replace(/(?<!\/)\/+$/, ''),
    maxRetries: 0,
    ...(temperature === null ? {} : { temperature }),
    ...thinking(choice),
    apiClient: {
      hasApiKey: () => true,
      getProjectId: async () => '',
      fetch: request => ask(request)
    }
  });
  return {
    provider: choice.provider,
    model,
    facts,
    async *ask(messages: BaseMessage[], options) {
      const sent = messages.map(each =>
        googleMessage(each, {
          provider: choice.provider,
          model,
          host: facts.host
        })
      );
      const { tools, leftOut } = offered(options.tools ?? []);
      const chunks = client._streamResponseChunks(sent, {
        ...options,
        ...(options.tools && { tools })
      } as ChatGoogle['ParsedCallOptions']);
      const answer = new Parts();
      for await (const message of messageChunks(chunks)) {
        yield* answer.pieces(message);
      }
      if (answer.isSigned) {
        yield { kept: answer.signatures };
      }
      if (leftOut.length > 0) {
        yield { leftOut };
      }
    }
  };
}

/**
 * The tools with arguments in the form that Gemini takes. One that has no such
 * form is left out, because it would make every request fail.
 */
function offered(all: OfferedTool[]): {
  tools: OfferedTool[];
  leftOut: string[];
} {
  const leftOut: string[] = [];
  const tools = all.flatMap(tool => {
    const { name, parameters = {} } = tool.function;
    try {
      const schema = toGeminiSchema(parameters as Record<string, unknown>);
      return [
        {
          ...tool,
          function: { ...tool.function, parameters: schema }
        } as OfferedTool
      ];
    } catch (error) {
      leftOut.push(`tool ${name}: ${(error as Error).message}`);
      return [];
    }
  });
  return { tools, leftOut };
}

/** Without arguments that have no properties, which Gemini refuses. */
function withoutEmpty(body: Record<string, unknown>): Record<string, unknown> {
  for (const { functionDeclarations = [] } of (body.tools ?? []) as {
    functionDeclarations?: { parameters?: { properties?: object } }[];
  }[]) {
    for (const each of functionDeclarations) {
      if (!each.parameters?.properties) {
        delete each.parameters;
      }
    }
  }
  return body;
}

function thinking(choice: IModelChoice): { thinkingBudget?: number } {
  switch (textOption(choice, 'thinking')) {
    case 'shown':
      // No limit.
      return { thinkingBudget: -1 };
    case 'off':
      return { thinkingBudget: 0 };
    default:
      return {};
  }
}

interface IPart {
  type?: string;
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
}

/** Reads the parts of one answer: text, thinking, complete calls, and signatures. */
class Parts {
  readonly signatures: ISignatures = { calls: {} };

  private _count = 0;

  get isSigned(): boolean {
    const { text, calls } = this.signatures;
    return text !== undefined || Object.keys(calls).length > 0;
  }

  *pieces(message: AIMessageChunk): Generator<IAnswerChunk> {
    for (const part of contentParts(message)) {
      if (part.thought) {
        yield { thoughts: part.text };
      } else if (part.type === 'text') {
        this.signatures.text = part.thoughtSignature ?? this.signatures.text;
        yield { text: part.text };
      }
    }
    for (const call of message.tool_calls ?? []) {
      const { thoughtSignature } = call as IPart;
      if (thoughtSignature && call.id) {
        this.signatures.calls[call.id] = thoughtSignature;
      }
      yield {
        call: {
          index: this._count++,
          id: call.id,
          name: call.name,
          args: JSON.stringify(call.args)
        }
      };
    }
    const reason = message.additional_kwargs.finishReason;
    if (message.usage_metadata || reason) {
      yield {
        usage: message.usage_metadata,
        reason: reason ? endingOf(String(reason)) : undefined
      };
    }
  }
}

function contentParts(message: AIMessageChunk): IPart[] {
  const { content, additional_kwargs: more } = message;
  if (typeof content !== 'string') {
    return content as IPart[];
  }
  // A single text arrives as a string, with its other properties stored
  // separately.
  const { thoughtSignature } = (more.originalTextContentBlock ?? {}) as IPart;
  return [{ type: 'text', text: content, thoughtSignature }];
}

interface IEvent {
  error?: unknown;
  promptFeedback?: { blockReason?: string };
  candidates?: { finishReason?: string }[];
}

/** Format of Gemini's answers: events without names; the last one has a reason. */
function googleForm(facts: IRequestFacts): IAnswerForm {
  return {
    framing: 'events',
    reader: new WatchedAnswer(payload => {
      const { error, promptFeedback, candidates } = payload as IEvent;
      if (error) {
        throw faultOfBody(payload, facts);
      }
      if (promptFeedback?.blockReason) {
        throw new ModelFault(
          'refused',
          `The request was blocked: ${promptFeedback.blockReason}.`,
          named(facts)
        );
      }
      const reason = candidates?.[0]?.finishReason;
      const aborted = abortedCall(reason, facts);
      if (aborted) {
        throw aborted;
      }
      return reason ? 'finished' : 'more';
    })
  };
}
