import { AIMessage } from '@langchain/core/messages';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { createAgent, createMiddleware, tool } from 'langchain';

import { ScriptedModel, type Script } from '../../testing/scripted-model';
import { databaseName, type ThreadDatabase } from '../database/thread-database';
import { openTab } from './two-tabs';

let created = 0;

/** A database of its own. */
export function newDatabase(
  name = databaseName(['spec', String(created++)])
): Promise<ThreadDatabase> {
  return openTab(name);
}

/**
 * LangChain's agent with one tool and a hook after the model, like ours:
 * because of that hook, the whole state is sent to each call.
 */
export function agentOf(checkpointer: BaseCheckpointSaver, script: Script) {
  const model = new ScriptedModel(script);
  const look = tool(async ({ what }: { what: string }) => `seen: ${what}`, {
    name: 'look',
    description: 'Looks.',
    schema: {
      type: 'object',
      properties: { what: { type: 'string' } },
      required: ['what']
    }
  });
  const agent = createAgent({
    model,
    tools: [look],
    checkpointer,
    middleware: [
      createMiddleware({
        name: 'answer',
        // A streamed answer would be stored twice: LangGraph's reducer makes
        // another message out of it.
        wrapModelCall: async (request, handler) => {
          const { content, id, tool_calls } = (await handler(
            request
          )) as AIMessage;
          return new AIMessage({ content, id, tool_calls });
        },
        afterModel: async () => undefined
      })
    ]
  });
  /** Runs to the end, or until it pauses. */
  const run = async (input: unknown, thread: string): Promise<void> => {
    const options = { ...on(thread), streamMode: ['messages' as const] };
    for await (const _ of await agent.stream(input as never, options)) {
      // The scripted model only answers by streaming.
    }
  };
  return { agent, model, run };
}

export function look(id: string, what = 'a'): Script[number] {
  return {
    text: `I look at ${id}.`,
    calls: [{ id, name: 'look', args: { what } }]
  };
}

/** LangGraph's options for a run on a thread. */
export function on(thread: string) {
  return {
    configurable: { thread_id: thread },
    durability: 'sync' as const,
    recursionLimit: 1e6
  };
}

export const say = (text: string) => ({
  messages: [{ role: 'user' as const, content: text }]
});
