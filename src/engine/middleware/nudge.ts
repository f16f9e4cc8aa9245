import {
  HumanMessage,
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type * as LangChain from 'langchain';
import type { IMiddlewareDeclaration, IAgentSettings } from '../../contract';
import { lastTodos } from '../model/open-todos';

/**
 * Nudges models that stall between steps; the text is only sent, never stored.
 * It has the name of its setting, `context.continuation`.
 */
export const nudgeMiddleware: IMiddlewareDeclaration<typeof LangChain> = {
  name: 'continuation',
  place: 'outermost',
  create: ({ createMiddleware }, run) =>
    createMiddleware({
      name: 'continuation',
      wrapModelCall: (request, handler) => {
        const text = isNudged(run.settings().context.continuation, run.stalls)
          ? nudge(request.messages, run.reviewed)
          : null;
        if (text === null) {
          return handler(request);
        }
        run.note(run.trans.__('Named the next step'), () => text);
        return handler({
          ...request,
          messages: [...request.messages, new HumanMessage(text)]
        });
      }
    })
};

/** Built-in middleware that is registered like any other. */
export const MIDDLEWARE: readonly IMiddlewareDeclaration[] = [
  nudgeMiddleware as IMiddlewareDeclaration
];

/** The most items that are named; a plan has two to six. */
const MAX_ITEMS = 6;

/** Whether models of this kind are nudged. */
export function isNudged(
  setting: IAgentSettings['context']['continuation'],
  stalls: boolean
): boolean {
  return setting === 'on' || (setting === 'auto' && stalls);
}

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
