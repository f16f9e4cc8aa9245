import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import {
  BaseChatModel,
  type BaseChatModelCallOptions
} from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

/** One answer of the model. */
export interface IScriptedStep {
  /** Reasoning before the text. */
  reasoning?: string;
  text?: string;
  /** Content as a list of parts, after `text`. */
  parts?: { type: string; [key: string]: unknown }[];
  calls?: {
    name: string;
    args?: Record<string, unknown>;
    /** Arguments as sent by the provider, for invalid JSON. */
    rawArgs?: string;
    id?: string;
  }[];
  /** Thrown after `text` was streamed. */
  error?: unknown;
  /** Why it ends, if not as it should. */
  finish?: 'length' | 'content_filter';
  /** Never answers until aborted. */
  hang?: boolean;
}

/** An answer, or its text alone, or its calls alone. */
export type ScriptStep =
  IScriptedStep | string | NonNullable<IScriptedStep['calls']>;

export type Script = (ScriptStep | ((messages: BaseMessage[]) => ScriptStep))[];

export function stepOf(step: ScriptStep): IScriptedStep {
  return typeof step === 'string'
    ? { text: step }
    : Array.isArray(step)
      ? { calls: step }
      : step;
}

/** A model that streams what a spec says, and records what it was sent. */
export class ScriptedModel extends BaseChatModel {
  readonly requests: BaseMessage[][] = [];
  /** Bound tools of each request. */
  readonly requestTools: unknown[][] = [];
  /** Bound tools of the last request. */
  boundTools: unknown[] = [];
  /** Options of each binding of tools. */
  readonly bindOptions: unknown[] = [];

  constructor(private _script: Script) {
    super({});
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: unknown[], options?: unknown) {
    this.boundTools = tools;
    this.bindOptions.push(options);
    return this.withConfig({}) as never;
  }

  async _generate(): Promise<ChatResult> {
    throw new Error('The agent must stream.');
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: BaseChatModelCallOptions,
    runManager?: CallbackManagerForLLMRun
  ): AsyncGenerator<ChatGenerationChunk> {
    this.requests.push(messages);
    this.requestTools.push(this.boundTools);
    const next = this._script.shift();
    if (next === undefined) {
      throw new Error(
        `The script ended before request ${this.requests.length}.`
      );
    }
    const step = stepOf(typeof next === 'function' ? next(messages) : next);
    if (step.reasoning) {
      const message = new AIMessageChunk({
        content: '',
        additional_kwargs: { reasoning_content: step.reasoning }
      });
      yield await chunk(message, '', runManager);
    }
    for (const word of (step.text ?? '').split(/(?<= )/).filter(Boolean)) {
      options.signal?.throwIfAborted();
      await Promise.resolve();
      yield await chunk(
        new AIMessageChunk({ content: word }),
        word,
        runManager
      );
    }
    if (step.parts) {
      const message = new AIMessageChunk({ content: step.parts as never });
      yield await chunk(message, message.text, runManager);
    }
    if (step.hang) {
      await new Promise((_, reject) =>
        options.signal?.addEventListener('abort', () =>
          reject(options.signal?.reason)
        )
      );
    }
    if (step.error) {
      throw step.error;
    }
    for (const [index, call] of (step.calls ?? []).entries()) {
      const message = new AIMessageChunk({
        content: '',
        tool_call_chunks: [
          {
            index,
            id: call.id ?? `call_${index}`,
            name: call.name,
            args: call.rawArgs ?? JSON.stringify(call.args ?? {}),
            type: 'tool_call_chunk'
          }
        ]
      });
      yield await chunk(message, '', runManager);
    }
    if (step.finish || (!step.text && !step.parts && !step.calls?.length)) {
      const message = new AIMessageChunk({
        content: '',
        response_metadata: step.finish ? { finish_reason: step.finish } : {}
      });
      yield await chunk(message, '', runManager);
    }
  }
}

async function chunk(
  message: AIMessageChunk,
  text: string,
  runManager?: CallbackManagerForLLMRun
): Promise<ChatGenerationChunk> {
  const generation = new ChatGenerationChunk({ message, text });
  await runManager?.handleLLMNewToken(
    text,
    undefined,
    undefined,
    undefined,
    undefined,
    { chunk: generation }
  );
  return generation;
}

/**
 * What is wrong with a history by the rules of the strictest provider: after
 * each AI message, exactly one tool message per call, in order. Empty if it is
 * valid.
 */
export function historyProblems(messages: BaseMessage[]): string[] {
  const problems: string[] = [];
  const ids = new Set<string>();
  let open: string[] = [];
  for (const message of messages) {
    if (message.type === 'tool') {
      const id = (message as unknown as { tool_call_id: string }).tool_call_id;
      if (open.shift() !== id) {
        problems.push(`the answer ${id} is out of place`);
      }
      continue;
    }
    if (open.length > 0) {
      problems.push(`unanswered: ${open.join(', ')}`);
    }
    open = [];
    if (AIMessage.isInstance(message)) {
      open = (message.tool_calls ?? []).map(call => call.id ?? '');
      for (const id of open) {
        if (ids.has(id)) {
          problems.push(`the call id ${id} was used before`);
        }
        ids.add(id);
      }
    }
  }
  if (open.length > 0) {
    problems.push(`unanswered: ${open.join(', ')}`);
  }
  return problems;
}
