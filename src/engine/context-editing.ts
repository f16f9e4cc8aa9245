import { AIMessage, ToolMessage } from '@langchain/core/messages';
import type { BaseMessage } from '@langchain/core/messages';

import { envelope, openEnvelope } from './envelope';
import type { IImageArtifact } from './outgoing';

/**
 * Steps that are cleared at once. Clearing one more at each step would change
 * the beginning of each request, and no provider's prompt cache would hit.
 */
export const STEPS_AT_ONCE = 8;

/** Results up to this many characters stay: a pointer would be no shorter. */
const SMALL = 200;

/** Characters of a result's first line that stay: what was done, and to which cell. */
const HEAD = 120;

/** Longest arguments that are named; longer ones stand in the call itself. */
const ARGUMENTS = 120;

/**
 * Clears the results of old steps from what is sent: the first line and how to
 * read it again are left. LangChain's `contextEditingMiddleware` has one fixed
 * placeholder and moves by one result a step, so this is ours.
 *
 * A step is an answer with calls. With `keep` = 8, nothing is cleared up to the
 * 15th step; from the 16th on the results of the first 8 are, from the 24th on
 * those of the first 16.
 *
 * @param keep steps whose results always stay.
 * @returns the same array when nothing is cleared.
 */
export function clearOldResults(
  messages: BaseMessage[],
  keep: number
): { messages: BaseMessage[]; cleared: number } {
  const old = oldCalls(messages, keep);
  let cleared = 0;
  const sent = messages.map(message => {
    const call = ToolMessage.isInstance(message)
      ? old.get(message.tool_call_id)
      : undefined;
    const shorter = call && pointer(message as ToolMessage, call);
    cleared += shorter ? 1 : 0;
    return shorter ?? message;
  });
  return { messages: cleared > 0 ? sent : messages, cleared };
}

interface ICallOfStep {
  name: string;
  args: Record<string, unknown>;
}

/** The calls of the steps that are cleared, by call id. */
function oldCalls(
  messages: BaseMessage[],
  keep: number
): Map<string, ICallOfStep> {
  const steps = messages
    .filter(message => AIMessage.isInstance(message))
    .map(message => message.tool_calls ?? [])
    .filter(calls => calls.length > 0);
  const over = Math.max(0, steps.length - Math.max(0, keep));
  const count = Math.floor(over / STEPS_AT_ONCE) * STEPS_AT_ONCE;
  return new Map(
    steps
      .slice(0, count)
      .flatMap(calls =>
        calls.map(({ id, name, args }) => [id ?? '', { name, args }] as const)
      )
  );
}

/**
 * What stands for a cleared result; undefined for what stays: short results,
 * and whatever is no data (the person's words, our own refusals).
 */
function pointer(
  message: ToolMessage,
  call: ICallOfStep
): ToolMessage | undefined {
  const opened = openEnvelope(message.text);
  const images = (message.artifact as IImageArtifact | undefined)?.imageIds;
  if (!opened || (opened.inside.length <= SMALL && !images?.length)) {
    return undefined;
  }
  const line = opened.inside.split('\n', 1)[0];
  const head = line.length <= HEAD ? line : `${line.slice(0, HEAD - 1)}…`;
  return new ToolMessage({
    id: message.id,
    content: `${opened.before}${envelope(call.name, head)}\n[The rest was cleared; ${again(call, head)}]`,
    tool_call_id: message.tool_call_id,
    name: message.name,
    status: message.status
  });
}

/** How to have a result again, for as long as that has no effect. */
function again({ name, args }: ICallOfStep, head: string): string {
  const cell = args.cell_id ?? /^Cell ([a-zA-Z0-9_-]{1,64}) /.exec(head)?.[1];
  if (typeof cell === 'string') {
    return `read_notebook with cells=["${cell}"], outputs=true has it.`;
  }
  if ('code' in args || 'command' in args) {
    return 'it cannot be read again.';
  }
  const written = JSON.stringify(args);
  return written === '{}' || written.length > ARGUMENTS
    ? `call ${name} again.`
    : `call ${name} again with ${written}.`;
}
