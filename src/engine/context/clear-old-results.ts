import {
  AIMessage,
  ToolMessage,
  type BaseMessage,
  HumanMessage
} from '@langchain/core/messages';
import type { ITool } from '../../contract';
import { TOOLS } from '../../tools';
import { tokensOf } from '../model/token-usage';
import { envelope, openEnvelope } from '../tool-calls/envelope';
import type { IImageArtifact } from './attach-images';
import { answerDangling } from './answer-dangling';
import { contextWindowOf } from '../run-context/answering-model';
import type { IRunContext } from '../run-context/run-context';
import { withTaskBoundaries } from '../model/task-message';
import { withoutAttached } from './message-context';
import { FILE_CONTEXT } from './words-from-file';

/** Tokens above which results are cleared if the window is not known. */
const UNKNOWN_LIMIT = 60_000;

/**
 * How far the conversation is cut when it is above its limit, and how much of
 * the limit must be gained for that: clearing one more at each step would
 * change the beginning of each request, and no provider's prompt cache would
 * hit.
 */
const CUT_TO = 1 / 2;
const WORTHWHILE = 1 / 8;

/** Tokens from which a result is cleared before the smaller ones. */
const LARGE = 500;

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
 * Clears results of old steps from what is sent once it takes more than half of
 * the model's window: large ones first, then the others, oldest first. The
 * first line stays, with how to read the result again. LangChain's
 * `contextEditingMiddleware` has one fixed placeholder and moves by one result
 * a step, so this is ours.
 *
 * What was cleared depends only on the messages before a request, so that a
 * later request begins in the same way until the next cut.
 *
 * @param window tokens; null if not known.
 * @param keep how many steps (answers with calls) always keep their results.
 * @param tools those that are offered, by name.
 * @returns the same array if nothing is cleared.
 */
export function clearOldResults(
  messages: BaseMessage[],
  {
    window,
    keep,
    tools
  }: {
    window: number | null;
    keep: number;
    tools: ReadonlyMap<string, ITool>;
  }
): { messages: BaseMessage[]; cleared: number } {
  const limit = window ? Math.floor(window / 2) : UNKNOWN_LIMIT;
  const calls = new Map<string, ICallOfStep & { step: number }>();
  const results: { index: number; step: number; tokens: number }[] = [];
  const pointers = new Map<number, ToolMessage>();
  let size = 0;
  let step = 0;
  const cut = (): void => {
    const found = results.flatMap(({ index, step: own, tokens }) => {
      const message = messages[index] as ToolMessage;
      const call = calls.get(message.tool_call_id);
      const shorter =
        own <= step - keep && !pointers.has(index) && call
          ? pointer(message, call, tools.get(call.name))
          : undefined;
      const gained = shorter ? tokens - tokensOf([shorter]) : 0;
      return shorter && gained > 0 ? { index, tokens, shorter, gained } : [];
    });
    const possible = found.reduce((sum, { gained }) => sum + gained, 0);
    if (possible < limit * WORTHWHILE) {
      return;
    }
    found.sort(
      (one, other) =>
        Number(other.tokens >= LARGE) - Number(one.tokens >= LARGE) ||
        one.index - other.index
    );
    for (const { index, shorter, gained } of found) {
      if (size <= limit * CUT_TO) {
        return;
      }
      pointers.set(index, shorter);
      size -= gained;
    }
  };
  messages.forEach((message, index) => {
    const tokens = tokensOf([message]);
    size += tokens;
    if (AIMessage.isInstance(message) && message.tool_calls?.length) {
      step++;
      for (const { id, name, args } of message.tool_calls) {
        calls.set(id ?? '', { name, args, step });
      }
    } else if (ToolMessage.isInstance(message)) {
      results.push({ index, step, tokens });
    }
    // Here a request was, or is now, sent.
    const next = messages[index + 1];
    if (size > limit && (!next || AIMessage.isInstance(next))) {
      cut();
    }
  });
  return {
    messages:
      pointers.size > 0
        ? messages.map((message, index) => pointers.get(index) ?? message)
        : messages,
    cleared: pointers.size
  };
}

interface ICallOfStep {
  name: string;
  args: Record<string, unknown>;
}

/** By result: each request is cut again from the beginning. */
const created = new WeakMap<
  ToolMessage,
  { tool?: ITool; pointer: ToolMessage | undefined }
>();

/**
 * The text in place of a cleared result. Undefined for results that stay: short
 * ones, and those that hold no data (the person's words, our own refusals).
 */
function pointer(
  message: ToolMessage,
  call: ICallOfStep,
  tool?: ITool
): ToolMessage | undefined {
  let known = created.get(message);
  if (!known || known.tool !== tool) {
    known = { tool, pointer: newPointer(message, call, tool) };
    created.set(message, known);
  }
  return known.pointer;
}

function newPointer(
  message: ToolMessage,
  call: ICallOfStep,
  tool?: ITool
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
    content: `${opened.before}${envelope(call.name, head)}\n[The rest was cleared; ${again(call, head, tool)}]`,
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

/**
 * What is sent, and how many messages were made, withheld or cleared to get it.
 */
export interface IPreparedHistory {
  messages: BaseMessage[];
  created: number;
  withheld: number;
  cleared: number;
}

/**
 * The conversation as a model may read it now, made from what is stored: each
 * call has an answer, values are withheld in the mode "schemas only", and old
 * results are cleared.
 */
export function prepareHistory(
  run: IRunContext,
  stored: BaseMessage[]
): IPreparedHistory {
  const { privacy, context } = run.options.settings();
  const { messages, added } = answerDangling(
    withTaskBoundaries(stored),
    () => 'There is no record of what this call did.'
  );
  const allowed = privacy.schemasOnly ? withoutValues(messages) : messages;
  const { messages: short, cleared } = clearOldResults(allowed, {
    window: contextWindowOf(run.recipient),
    keep: context.keepResults,
    tools: run.options.tools
  });
  return {
    messages: short,
    cleared,
    created: added.length,
    withheld: allowed.filter((message, index) => message !== messages[index])
      .length
  };
}

const WITHHELD =
  'Withheld: the person has since restricted you to schemas, without values.';

/**
 * The conversation for the mode "schemas only": results and attachments from
 * before it was switched on are withheld. What the model wrote itself stays,
 * since it was sent to the model before.
 *
 * @returns the same array if there is nothing to withhold.
 */
function withoutValues(messages: BaseMessage[]): BaseMessage[] {
  const sent = messages.map(message =>
    ToolMessage.isInstance(message)
      ? answerWithoutValues(message)
      : HumanMessage.isInstance(message)
        ? contextWithoutValues(message)
        : message
  );
  return sent.some((message, index) => message !== messages[index])
    ? sent
    : messages;
}

function answerWithoutValues(message: ToolMessage): ToolMessage {
  const opened = openEnvelope(message.text);
  return !opened ||
    (message.artifact as IImageArtifact | undefined)?.schemasOnly
    ? message
    : new ToolMessage({
        id: message.id,
        content: opened.before + envelope(message.name ?? 'tool', WITHHELD),
        tool_call_id: message.tool_call_id,
        name: message.name,
        status: message.status
      });
}

function contextWithoutValues(message: HumanMessage): HumanMessage {
  const text = withoutAttached(message.text, WITHHELD).replace(
    FILE_CONTEXT,
    `<context>\n${WITHHELD}\n</context>`
  );
  return text === message.text
    ? message
    : new HumanMessage({ id: message.id, content: text });
}
