import {
  AIMessage,
  HumanMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { z } from 'zod';

import type { ITodo } from '../../contract';

const writeTodos = z.object({
  todos: z.array(
    z.object({
      content: z.string(),
      status: z.enum(['pending', 'in_progress', 'completed'])
    })
  )
});

/**
 * The plan in a call of LangChain's `write_todos`; undefined in any other. It
 * is shown when the model writes it: the call itself is answered only once the
 * cards of its step are decided.
 */
export function todosOf(call: {
  name: string;
  args: Record<string, unknown>;
}): ITodo[] | undefined {
  return call.name === 'write_todos'
    ? writeTodos.safeParse(call.args).data?.todos
    : undefined;
}

/**
 * The plan as it was last written; empty where there is none, and behind the
 * final answer, with which it is done.
 */
export function lastTodos(messages: readonly BaseMessage[]): ITodo[] {
  for (const message of [...messages].reverse()) {
    const calls = AIMessage.isInstance(message)
      ? (message.tool_calls ?? [])
      : [];
    if (calls.some(({ name }) => name === 'final_answer')) {
      return [];
    }
    const todos = calls.map(todosOf).findLast(each => each !== undefined);
    if (todos) {
      return todos;
    }
  }
  return [];
}

/** Items of the plan that this turn has written and not completed. */
export function openTodos(messages: readonly BaseMessage[]): ITodo[] {
  const said = messages.findLastIndex(each => HumanMessage.isInstance(each));
  return lastTodos(messages.slice(said + 1)).filter(
    ({ status }) => status !== 'completed'
  );
}
