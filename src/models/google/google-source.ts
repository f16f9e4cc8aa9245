import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import { ChatGoogle } from '@langchain/google';

import { type IModelChoice, ModelFault } from '../../contract';
import { type IRequestFacts, named } from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import type { ITarget } from '../provider/model-provider';
import { textOption } from '../provider/options';
import type { OfferedTool } from '../chat/streaming-chat-model';
import { toGeminiSchema } from './gemini-schema';
import { temperatureOf } from '../chat/temperature';
import type { IProtocol } from '../transport/ask-model';
import { argumentsText, type IAnswerReader } from '../transport/read-answer';

/** The Gemini API; LangChain writes the request. */
export function gemini(
  { model: id, facts }: ITarget,
  choice: IModelChoice
): IProtocol {
  const model = id.replace(/^models\//, '');
  return {
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    async question(messages, options) {
      const leftOut: string[] = [];
      const tools = options.tools?.flatMap(tool => offered(tool, leftOut));
      let body = {};
      const client = new ChatGoogle({
        model,
        platformType: 'gai',
        temperature: temperatureOf(choice) ?? undefined,
        // No limit, and none at all.
        thinkingBudget: { shown: -1, off: 0 }[textOption(choice, 'thinking')],
        apiClient: {
          hasApiKey: () => true,
          getProjectId: async () => '',
          // It shows its request to nobody else.
          fetch: async request => {
            body = await request.json();
            return new Response();
          }
        }
      });
      await client
        ._streamResponseChunks(
          messages.map(each => googleMessage(each, facts)),
          { ...options, tools } as ChatGoogle['ParsedCallOptions']
        )
        .next();
      return { body, leftOut, reader: geminiReader(facts) };
    }
  };
}

/**
 * A tool with arguments in the form that Gemini takes. One that has no such
 * form is left out, because it would make every request fail.
 */
function offered(
  { function: { name, description, parameters = {} } }: OfferedTool,
  leftOut: string[]
): object[] {
  try {
    const schema = toGeminiSchema(parameters as Record<string, unknown>);
    // It refuses arguments that have no properties.
    return [
      {
        name,
        description,
        ...(schema.properties ? { parameters: schema } : {})
      }
    ];
  } catch (error) {
    leftOut.push(`tool ${name}: ${(error as Error).message}`);
    return [];
  }
}

/**
 * Signatures of Gemini's thinking, which it expects back with the parts they
 * belong to.
 */
interface ISignatures {
  /** Signature of the text. */
  text?: string;
  /** Signatures of calls, by id. */
  calls: Record<string, string>;
}

/** The signature Gemini 3 accepts for a call it did not sign itself. */
const UNSIGNED = 'skip_thought_signature_validator';

/**
 * Converts a message to a form that LangChain transmits completely: it reads
 * calls only from an answer's content, each with its signature.
 */
function googleMessage(
  message: BaseMessage,
  facts: IRequestFacts
): BaseMessage {
  if (!AIMessage.isInstance(message)) {
    return message;
  }
  const calls = message.tool_calls ?? [];
  const signatures = keptData<ISignatures>(message, facts);
  const wantsSignature = /gemini-3/.test(facts.model?.toLowerCase() ?? '');
  const parts: object[] = calls.map(({ id = '', name, args }, index) => ({
    type: 'functionCall',
    functionCall: { id, name, args },
    thoughtSignature:
      signatures?.calls[id] ??
      // Parallel calls share one signature, on the first of them.
      (wantsSignature && index === 0 ? UNSIGNED : undefined)
  }));
  const { text } = message;
  if (text.trim() !== '') {
    parts.unshift({ type: 'text', text, thoughtSignature: signatures?.text });
  }
  return new AIMessage({ content: parts as never, tool_calls: calls });
}

interface IEvent {
  promptFeedback?: { blockReason?: string };
  candidates?: { content?: { parts?: IPart[] }; finishReason?: string }[];
  /** Of the answer so far; may come after the reason. */
  usageMetadata?: object;
}

interface IPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
}

/** Reads events without names, with complete calls. */
function geminiReader(facts: IRequestFacts): IAnswerReader {
  const signatures: ISignatures = { calls: {} };
  let index = 0;
  return {
    *read({ promptFeedback, candidates, usageMetadata: counts }: IEvent) {
      if (promptFeedback?.blockReason) {
        throw new ModelFault(
          'refused',
          `The request was blocked: ${promptFeedback.blockReason}.`,
          named(facts)
        );
      }
      const { content, finishReason: end } = candidates?.[0] ?? {};
      yield { end, counts };
      for (const part of content?.parts ?? []) {
        const { text, thought, thoughtSignature: signature } = part;
        if (signature) {
          yield { metadata: signatures };
        }
        if (part.functionCall) {
          const { id = `call_${index}`, name, args } = part.functionCall;
          signatures.calls[id] = signature ?? signatures.calls[id];
          const call = { index: index++, id, name, args: argumentsText(args) };
          yield { call };
        } else if (thought) {
          yield { thoughts: text };
        } else {
          signatures.text = signature ?? signatures.text;
          yield { text };
        }
      }
    }
  };
}
