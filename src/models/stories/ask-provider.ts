import {
  type BaseMessage,
  type AIMessageChunk,
  HumanMessage
} from '@langchain/core/messages';

import {
  type IModelChoice,
  isModelFault,
  type ModelFault
} from '../../contract';
import type { IModelProvider } from '../provider/model-provider';

/** A tool as the engine binds it. */
export const TOOL = {
  type: 'function',
  function: {
    name: 'jupyter_cell',
    description: 'Runs code',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', minLength: 1 } },
      required: ['code']
    }
  }
};

export interface IAsk {
  key?: string;
  messages?: BaseMessage[];
  signal?: AbortSignal;
  onChunk?: (chunk: AIMessageChunk) => void;
}

/** Streams one answer of a model, like the engine. */
export async function askProvider(
  provider: IModelProvider,
  choice: IModelChoice,
  { key, messages, signal, onChunk }: IAsk = {}
): Promise<AIMessageChunk> {
  const model = await provider.create(choice, key);
  const texts: string[] = [];
  const stream = await model.bindTools!([TOOL]).stream(
    messages ?? [new HumanMessage('Hello')],
    {
      signal,
      // The engine's token stream depends on this callback.
      callbacks: [
        {
          handleLLMNewToken: (token: string) => {
            texts.push(token);
          }
        }
      ]
    }
  );
  let whole: AIMessageChunk | undefined;
  for await (const chunk of stream as AsyncIterable<AIMessageChunk>) {
    onChunk?.(chunk);
    whole = whole?.concat(chunk) ?? chunk;
  }
  if (texts.join('') !== whole?.text) {
    throw new Error('What was told differs from what came.');
  }
  return whole;
}

export async function faultOf(promise: Promise<unknown>): Promise<ModelFault> {
  const error = await reasonOf(promise);
  if (!isModelFault(error)) {
    throw new Error(`No ModelFault but ${error}`, { cause: error });
  }
  return error;
}

export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    reason => reason
  );
}

/** Every string reachable from a value through its properties and causes. */
export function everything(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null || seen.has(value)) {
    return typeof value === 'function' ? '' : String(value);
  }
  seen.add(value);
  return Object.getOwnPropertyNames(value)
    .map(name => everything((value as Record<string, unknown>)[name], seen))
    .join('\n');
}
