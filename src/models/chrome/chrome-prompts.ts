import {
  type BaseMessage,
  AIMessage,
  ToolMessage
} from '@langchain/core/messages';

import type { IPrompt } from './language-model';
import type { OfferedTool } from '../chat/streaming-chat-model';

/**
 * Prepares a conversation for a model without tool support: the system prompt
 * describes the tools, calls are JSON, and results are user messages.
 * Consecutive messages of one role are merged, as such models expect.
 */
export function chromePrompts(
  messages: BaseMessage[],
  tools: readonly OfferedTool[]
): IPrompt[] {
  const prompts: IPrompt[] = [];
  const say = (role: IPrompt['role'], content: string): void => {
    const before = prompts.at(-1);
    if (content.trim() === '') {
      return;
    }
    if (before?.role === role) {
      before.content += `\n\n${content}`;
    } else {
      prompts.push({ role, content });
    }
  };
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      say('assistant', spoken(message));
    } else if (ToolMessage.isInstance(message)) {
      say('user', `Result of your call:\n${message.text}`);
    } else {
      say(message.type === 'system' ? 'system' : 'user', message.text);
    }
  }
  return withTools(prompts, tools);
}

function spoken(message: AIMessage): string {
  const calls = (message.tool_calls ?? []).map(({ name, args }) =>
    JSON.stringify({ name, arguments: args })
  );
  return [message.text, ...calls].filter(Boolean).join('\n');
}

/** There can be only one system prompt, and it has to come first. */
function withTools(
  prompts: IPrompt[],
  tools: readonly OfferedTool[]
): IPrompt[] {
  if (tools.length === 0) {
    return prompts;
  }
  const told = toolText(tools);
  const [first, ...rest] = prompts;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${told}` }, ...rest]
    : [{ role: 'system', content: told }, ...prompts];
}

function toolText(tools: readonly OfferedTool[]): string {
  const lines = tools.map(({ function: { name, description, parameters } }) =>
    JSON.stringify({ name, description, parameters })
  );
  return [
    'To call a tool, answer with one JSON object and nothing else: {"name": "<tool>", "arguments": {…}}. One call an answer. Wait for its result before the next. The tools:',
    ...lines
  ].join('\n');
}
