import {
  AIMessage,
  HumanMessage,
  ToolMessage,
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

/** The most items that are named; a plan has two to six. */
const MAX_ITEMS = 6;

/**
 * The nudge for a model that stalls after a step that nobody had to review:
 * which items are open, or that it is time for the answer.
 *
 * @param reviewed calls that a person decided on, by id.
 * @returns null if no nudge is needed: a person reviewed the step, so their
 * decision is the last word, or the conversation does not end with a tool's
 * answer.
 */
export function nudge(
  messages: readonly BaseMessage[],
  reviewed: ReadonlySet<string>
): string | null {
  const step = messages.findLast(each => AIMessage.isInstance(each));
  const calls = step?.tool_calls ?? [];
  if (
    !ToolMessage.isInstance(messages.at(-1)) ||
    calls.some(({ id }) => reviewed.has(id ?? ''))
  ) {
    return null;
  }
  const todos = lastTodos(messages);
  const open = todos.filter(({ status }) => status !== 'completed');
  if (todos.length > 0 && open.length === 0) {
    return 'All items of your list are done. Call final_answer now, alone.';
  }
  return open.length > 0
    ? `Go on with the next call. Open items: ${open
        .slice(0, MAX_ITEMS)
        .map(({ content }) => content)
        .join('; ')}.`
    : 'Go on with the next call, or call final_answer, alone, when you are done.';
}
