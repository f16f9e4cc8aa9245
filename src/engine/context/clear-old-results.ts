import {
  AIMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';

import type { ITool } from '../../contract';
import { TOOLS } from '../../tools';
import { envelope, openEnvelope } from '../tool-calls/envelope';
import type { IImageArtifact } from './attach-images';

/**
 * Steps that are cleared at once. Clearing one more at each step would change
 * the beginning of each request, and no provider's prompt cache would hit.
 */
export const STEPS_AT_ONCE = 8;

/** Results up to this many characters stay: a pointer would be no shorter. */
const SMALL = 200;

/**
 * Characters kept of a result's first line, which says what was done to which
 * cell.
 */
const HEAD = 120;

/**
 * The longest arguments that are repeated; longer ones are read in the call
 * itself.
 */
const ARGUMENTS = 120;

/**
 * Clears the results of old steps from what is sent; the first line stays, with
 * how to read the result again. LangChain's `contextEditingMiddleware` has one
 * fixed placeholder and moves by one result a step, so this is ours.
 *
 * A step is an answer with calls. With `keep` = 8, nothing is cleared up to the
 * 15th step; from the 16th on the results of the first 8 are, from the 24th on
 * those of the first 16.
 *
 * @param keep how many steps always keep their results.
 * @param tools those that are offered, by name.
 * @returns the same array if nothing is cleared.
 */
export function clearOldResults(
  messages: BaseMessage[],
  keep: number,
  tools: ReadonlyMap<string, ITool>
): { messages: BaseMessage[]; cleared: number } {
  const old = oldCalls(messages, keep);
  let cleared = 0;
  const sent = messages.map(message => {
    const call = ToolMessage.isInstance(message)
      ? old.get(message.tool_call_id)
      : undefined;
    const shorter = call && pointer(message as ToolMessage, call, tools);
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
 * The text in place of a cleared result. Undefined for results that stay: short
 * ones, and those that hold no data (the person's words, our own refusals).
 */
function pointer(
  message: ToolMessage,
  call: ICallOfStep,
  tools: ReadonlyMap<string, ITool>
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
    content: `${opened.before}${envelope(call.name, head)}\n[The rest was cleared; ${again(call, head, tools.get(call.name))}]`,
    tool_call_id: message.tool_call_id,
    name: message.name,
    status: message.status
  });
}

/** Our own tools whose results are the outputs of cells. */
const ON_CELLS = new Set(
  TOOLS.filter(({ effects }) =>
    effects.some(effect => effect === 'edit' || effect === 'execute')
  ).map(({ name }) => name)
);

/**
 * How to get a result again without an effect: from its cells, or with a tool
 * that only reads and is offered now.
 */
function again(call: ICallOfStep, head: string, tool?: ITool): string {
  const cells = ON_CELLS.has(call.name) ? cellsOf(call, head) : [];
  if (cells.length > 0) {
    const ids = JSON.stringify(cells);
    return ids.length > ARGUMENTS
      ? 'read_notebook with the cells of the call and outputs=true has it.'
      : `read_notebook with cells=${ids}, outputs=true has it.`;
  }
  if (
    !tool ||
    tool.interrupt ||
    tool.effects.some(effect => effect !== 'read')
  ) {
    return 'it cannot be read again.';
  }
  const written = JSON.stringify(call.args);
  return written === '{}' || written.length > ARGUMENTS
    ? `call ${call.name} again.`
    : `call ${call.name} again with ${written}.`;
}

/** The cells a call was about; the id of a new one is in the result. */
function cellsOf({ args }: ICallOfStep, head: string): string[] {
  const { cell_ids: several, cell_id: one } = args;
  const ids = Array.isArray(several)
    ? several
    : [one ?? /\bcell ([a-zA-Z0-9_-]{1,64})\b/i.exec(head)?.[1]];
  return ids.filter(id => typeof id === 'string');
}
