import { type BaseMessage, AIMessage } from '@langchain/core/messages';
import { ChatGoogle } from '@langchain/google';

import { type IModelChoice, ModelFault } from '../../contract';
import {
  type IRequestFacts,
  abortedCall,
  faultOfBody,
  named
} from '../errors/model-fault';
import { keptData } from '../chat/provider-metadata';
import { endingOf } from '../chat/reasoning';
import type { ITarget } from '../provider/model-provider';
import { textOption } from '../provider/options';
import type {
  IChatSource,
  IAnswerChunk,
  OfferedTool
} from '../chat/streaming-chat-model';
import { toGeminiSchema } from './gemini-schema';
import { temperatureOf } from '../chat/temperature';
import { type IAnswerReader, askModel, usageOf } from '../transport/ask-model';

/** The Gemini API; LangChain writes the request. */
export function googleSource(
  { model: id, facts: all, at }: ITarget,
  choice: IModelChoice
): IChatSource {
  const model = id.replace(/^models\//, '');
  const facts = { ...all, model };
  return {
    facts,
    async *ask(messages, { signal, ...options }) {
      const { tools, leftOut } = offered(options.tools ?? []);
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
          {
            ...options,
            ...(options.tools && { tools })
          } as ChatGoogle['ParsedCallOptions']
        )
        .next();
      yield* askModel(
        {
          ...at(`/v1beta/models/${model}:streamGenerateContent?alt=sse`),
          signal,
          body: withoutEmpty(body),
          reader: new GeminiReader(facts)
        },
        facts
      );
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
    ...signed(
      signatures?.calls[id] ??
        // Parallel calls share one signature, on the first of them.
        (wantsSignature && index === 0 ? UNSIGNED : undefined)
    )
  }));
  const { text } = message;
  if (text.trim() !== '') {
    parts.unshift({ type: 'text', text, ...signed(signatures?.text) });
  }
  return new AIMessage({ content: parts as never, tool_calls: calls });
}

function signed(signature: string | undefined): { thoughtSignature?: string } {
  return signature ? { thoughtSignature: signature } : {};
}

interface IEvent {
  error?: unknown;
  promptFeedback?: { blockReason?: string };
  candidates?: { content?: { parts?: IPart[] }; finishReason?: string }[];
  /** Of the answer so far. */
  usageMetadata?: {
    promptTokenCount?: number;
    candidatesTokenCount?: number;
    thoughtsTokenCount?: number;
    totalTokenCount?: number;
    cachedContentTokenCount?: number;
  };
}

interface IPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
}

/** Reads events without names, with complete calls; the last one has a reason. */
class GeminiReader implements IAnswerReader {
  private readonly _signatures: ISignatures = { calls: {} };
  private _usage: IEvent['usageMetadata'];
  private _reason: string | undefined;
  private _calls = 0;

  constructor(private readonly _facts: IRequestFacts) {}

  /** Token counts may come after the reason, so the connection has to end. */
  get finished(): boolean {
    return this._reason !== undefined;
  }

  read(event: IEvent): IAnswerChunk[] {
    const { error, promptFeedback, candidates, usageMetadata } = event;
    if (error) {
      throw faultOfBody(event, this._facts);
    }
    if (promptFeedback?.blockReason) {
      throw new ModelFault(
        'refused',
        `The request was blocked: ${promptFeedback.blockReason}.`,
        named(this._facts)
      );
    }
    this._usage = usageMetadata ?? this._usage;
    const { content, finishReason } = candidates?.[0] ?? {};
    const aborted = abortedCall(finishReason, this._facts);
    if (aborted) {
      throw aborted;
    }
    this._reason = finishReason ?? this._reason;
    return (content?.parts ?? []).map(part => this._piece(part));
  }

  finish(): IAnswerChunk[] {
    const usage = this._usage;
    const { text, calls } = this._signatures;
    const thought = usage?.thoughtsTokenCount ?? 0;
    return [
      {
        reason: endingOf(this._reason ?? ''),
        usage: usageOf(
          usage?.promptTokenCount,
          (usage?.candidatesTokenCount ?? 0) + thought,
          {
            total: usage?.totalTokenCount,
            cacheRead: usage?.cachedContentTokenCount ?? 0,
            reasoning: thought
          }
        ),
        ...((text !== undefined || Object.keys(calls).length > 0) && {
          kept: this._signatures
        })
      }
    ];
  }

  private _piece(part: IPart): IAnswerChunk {
    const { text = '', thought, thoughtSignature, functionCall } = part;
    if (functionCall) {
      const index = this._calls++;
      const { id = `call_${index}`, name, args } = functionCall;
      if (thoughtSignature) {
        this._signatures.calls[id] = thoughtSignature;
      }
      return { call: { index, id, name, args: JSON.stringify(args ?? {}) } };
    }
    if (thought) {
      return { thoughts: text };
    }
    this._signatures.text = thoughtSignature ?? this._signatures.text;
    return { text };
  }
}
