import {
  AIMessage,
  HumanMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { z } from 'zod';

import type { ITodo } from '../../contract';

export const writeTodos = z.object({
  todos: z.array(
    z.object({
      content: z.string(),
      status: z.enum(['pending', 'in_progress', 'completed'])
    })
  )
});

/**
 * The todo list in a call of LangChain's `write_todos`; undefined for any other
 * call. It is shown as soon as the model writes it, since the call itself is
 * answered only once the cards of its step are decided.
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
 * The todo list as last written. Empty if there is none, or after the final answer,
 * with which the list is done.
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

/** Items of the todo list that were written in this turn and are not completed. */
export function openTodos(messages: readonly BaseMessage[]): ITodo[] {
  const message = messages.findLastIndex(each => HumanMessage.isInstance(each));
  return lastTodos(messages.slice(message + 1)).filter(
    ({ status }) => status !== 'completed'
  );
}
