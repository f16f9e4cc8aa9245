import { AIMessage } from '@langchain/core/messages';
import type { AIMessageChunk } from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';

const TODOS = 'write_todos';

/** Why a call cannot run whatever the person says, by call id. */
export type Faults = Record<string, string>;

/** Where `tidyAnswer` keeps the faults in a message. */
const FAULTS_KEY = 'cellwright_faults';

/**
 * A model's answer as the thread keeps it: the message id and every call id
 * ours (servers send `call_0` again and again), calls with broken arguments
 * kept as calls with a fault, at most one `write_todos`, and nothing of the
 * provider's that would contradict these.
 *
 * @param messageId the id the message gets.
 */
export function tidyAnswer(answer: AIMessage, messageId: string): AIMessage {
  const faults: Faults = {};
  const calls = writtenCalls(answer).map(({ name: written, args: text }) => {
    const id = uuid();
    const name = toolName(written);
    const args = parseArguments(text);
    if (!args) {
      faults[id] =
        `The arguments of ${name} were not valid JSON: ${shorten(text)} Call it again with valid JSON.`;
    }
    return { id, name, args: args ?? {}, type: 'tool_call' as const };
  });
  // Each write_todos replaces the whole list, so only the last one counts;
  // LangChain answers two at once with errors that stand out of order.
  const lastTodos = calls.map(call => call.name).lastIndexOf(TODOS);
  return new AIMessage({
    id: messageId,
    content: textOf(answer),
    tool_calls: calls.filter(
      (call, index) => call.name !== TODOS || index === lastTodos
    ),
    usage_metadata: answer.usage_metadata,
    response_metadata:
      Object.keys(faults).length > 0 ? { [FAULTS_KEY]: faults } : {}
  });
}

/**
 * The calls as they were written. LangChain completes arguments that were cut
 * (`{"code": "x = 1` becomes a call), and half a cell must not pass for one.
 */
function writtenCalls(answer: AIMessage): { name: string; args: string }[] {
  const chunks = (answer as AIMessageChunk).tool_call_chunks;
  if (chunks?.length) {
    return chunks.map(({ name, args }) => ({
      name: name ?? '',
      args: args || '{}'
    }));
  }
  return [
    ...(answer.tool_calls ?? []).map(({ name, args }) => ({
      name,
      args: JSON.stringify(args ?? {})
    })),
    ...(answer.invalid_tool_calls ?? []).map(({ name, args }) => ({
      name: name ?? '',
      args: args ?? ''
    }))
  ];
}

function parseArguments(text: string): Record<string, unknown> | null {
  try {
    const args: unknown = JSON.parse(text);
    return typeof args === 'object' && args !== null && !Array.isArray(args)
      ? (args as Record<string, unknown>)
      : null;
  } catch {
    // Not JSON: the caller tells the model so.
    return null;
  }
}

/** The faults of a message that `tidyAnswer` made. */
export function faultsOf(message: AIMessage): Faults {
  return (message.response_metadata?.[FAULTS_KEY] as Faults | undefined) ?? {};
}

/** All text of an answer, whatever way the provider wraps it. */
export function textOf(message: AIMessage): string {
  if (typeof message.content === 'string') {
    return message.content;
  }
  return message.content
    .map(part =>
      'text' in part && typeof part.text === 'string' ? part.text : ''
    )
    .join('');
}

/** Neither text nor a call. */
export function isEmpty(answer: AIMessage): boolean {
  return (
    textOf(answer).trim() === '' &&
    !answer.tool_calls?.length &&
    !answer.invalid_tool_calls?.length &&
    !(answer as AIMessageChunk).tool_call_chunks?.length
  );
}

/** Strict servers refuse a history with a tool name outside this form. */
function toolName(name: string | undefined): string {
  return name && /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? name : 'unnamed_tool';
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
