import {
  SystemMessage,
  type BaseMessage,
  AIMessage,
  ToolMessage,
  HumanMessage
} from '@langchain/core/messages';
import { createMiddleware, tool } from 'langchain';
import type { ITool } from '../../contract';
import {
  bringsImage,
  withImages,
  withoutImages,
  type IImageArtifact
} from '../context/attach-images';
import { rememberRefusals } from '../../contract/models/model-refusals';
import { modelFault } from '../../models';
import {
  seesImages,
  triesImages,
  type IAnsweringModel,
  contextWindowOf
} from '../run/answering-model';
import type { IRunContext } from '../run/run-context';
import type { ICallContext } from '../calls/call-context';
import { nudge, openTodos } from '../model/open-todos';
import { promptOf } from '../model/system-prompt';
import { tellOnce } from '../context/tell-once';
import { FINAL_ANSWER } from '../calls/review-call';
import { parametersOf } from '../tool-set/parse-arguments';
import { isOurs } from '../tool-set/tool-offer';
import { TOOLS } from '../../tools';
import { tokensOf } from '../model/token-usage';
import { envelope, openEnvelope } from '../calls/envelope';
import { withTaskBoundaries } from '../model/task-message';
import { withoutAttached } from '../context/message-context';
import { FILE_CONTEXT } from '../context/words-from-file';

/**
 * Sends each request with the tools offered now: the graph itself knows only our
 * own tools, which never change. New tools are added after those already sent.
 */
export function offerToolsMiddleware({ emit, note, options }: IRunContext) {
  const { offer, tools, trans } = options;
  return createMiddleware({
    name: 'offeredTools',
    wrapModelCall: async (request, handler) => {
      const plan = openTodos(request.state.messages).find(
        ({ status }) => status === 'in_progress'
      );
      const added = await offer.next(plan?.content);
      const trouble = offer.takeTrouble(trans);
      if (trouble !== null) {
        emit({ type: 'notice', code: 'other', text: trouble });
      }
      if (Object.keys(added).length > 0) {
        note(() => ({
          kind: 'middleware',
          title: trans.__('Offered more tools'),
          body: added
        }));
      }
      const others = [...tools.values()].filter(each => !isOurs(each));
      return handler({
        ...request,
        tools: [...(request.tools ?? []), ...others.map(langchainTool)]
      });
    }
  });
}

/** A tool as the model is told of it; the gate runs it, see `executeToolCall`. */
export function langchainTool(each: ITool) {
  return tool(() => '', {
    name: each.name,
    description: each.description,
    schema: parametersOf(each),
    returnDirect: each.name === FINAL_ANSWER
  });
}

/**
 * Prepares what is sent from what is stored: see `prepareHistory`; for a model
 * that sees images, those of the last steps are added. If it is not known
 * whether it does and the request is refused, it is repeated without them, and
 * the refusal is remembered. It also sets the system prompt, so that a changed
 * setting counts at the next request; `createAgent` needs none.
 *
 * @param instructions from files in the notebook's folders.
 */
export function requestMiddleware(run: ICallContext, instructions: string) {
  const { at, imageStore, settings } = run.options;
  return createMiddleware({
    name: 'outgoing',
    wrapModelCall: async (request, handler) => {
      const shaped = prepareHistory(run, nudged(run, request.messages));
      const to = run.recipient;
      const send = (messages: BaseMessage[]) => {
        tellChanges(run, shaped, messages);
        return handler({
          ...request,
          systemMessage: new SystemMessage(promptOf(run, instructions, to)),
          messages
        });
      };
      if (settings().privacy.schemasOnly) {
        return send(shaped.messages);
      }
      const blind = withoutImages(shaped.messages);
      if (!seesImages(to)) {
        if (bringsImage(shaped.messages)) {
          tellUnseen(run, to);
        }
        return send(blind);
      }
      const messages = await withImages(
        shaped.messages,
        id => imageStore.get(at.threadId, id),
        to.provider.images
      );
      try {
        return await send(messages);
      } catch (error) {
        if (
          messages === shaped.messages ||
          !triesImages(to) ||
          !mayRefuseImages(error)
        ) {
          throw error;
        }
        // If this fails as well, it was not for the images.
        const answer = await send(blind);
        rememberRefusals(to.choice, ['images']);
        tellUnseen(run, to);
        return answer;
      }
    }
  });
}

/** Names the next step to models that stall; that is only sent, never stored. */
function nudged(run: ICallContext, messages: BaseMessage[]): BaseMessage[] {
  const { settings, trans } = run.options;
  const { provider, choice } = run.recipient;
  const { continuation } = settings().context;
  const isNudged =
    continuation === 'on' ||
    (continuation === 'auto' && provider.stalls?.(choice));
  const text = isNudged ? nudge(messages, run.turn.reviewed) : null;
  if (text === null) {
    return messages;
  }
  run.note(() => ({
    kind: 'middleware',
    title: trans.__('Named the next step'),
    body: text
  }));
  return [...messages, new HumanMessage(text)];
}

/** Whether a request may have failed because of its images. */
export function mayRefuseImages(error: unknown): boolean {
  const { code, detail } = modelFault(error);
  return (
    ['refused', 'other', 'unknown-model'].includes(code) ||
    (code === 'server-error' && /image|vision|multi-?modal/i.test(detail))
  );
}

function tellChanges(
  { note, options: { trans } }: IRunContext,
  { messages, created, withheld, cleared }: IPreparedHistory,
  sent: BaseMessage[]
): void {
  if (created + withheld + cleared === 0 && sent === messages) {
    return;
  }
  note(() => {
    const before = new Set(messages);
    const images = sent.filter(message => !before.has(message)).length;
    return {
      kind: 'middleware',
      title: trans.__('Changed what is sent'),
      body: { made: created, withheld, cleared, images }
    };
  });
}

/** Says that a model gets no pictures, unless the person has chosen that. */
function tellUnseen(
  { options }: IRunContext,
  { provider, choice }: IAnsweringModel
): void {
  const { trans } = options;
  // The demo is no model.
  if (choice.images !== null || provider.id === 'demo') {
    return;
  }
  tellOnce(
    options,
    [provider.label(choice, trans)],
    label =>
      trans.__(
        'Plots are not sent to %1, which does not take pictures. If it does, choose “Yes” for “Can see images” in the settings of the model.',
        label
      ),
    'plots-unseen'
  );
}

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
interface IPreparedHistory {
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

/** Makes the answer for a call that has none; a text says why it did not run. */
type AnswerFor = (call: { id: string; name: string }) => string | ToolMessage;

/**
 * Makes a history valid for the strictest provider: after each AI message
 * exactly one tool message per call, in the order of the calls, and no tool
 * message without its call.
 *
 * @returns the history (the same array when it was valid) and the answers made.
 */
export function answerDangling(
  messages: BaseMessage[],
  answerFor: AnswerFor
): { messages: BaseMessage[]; added: ToolMessage[] } {
  const answers = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (ToolMessage.isInstance(message) && !answers.has(message.tool_call_id)) {
      answers.set(message.tool_call_id, message);
    }
  }
  const added: ToolMessage[] = [];
  const valid: BaseMessage[] = [];
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) {
      continue;
    }
    valid.push(message);
    if (!AIMessage.isInstance(message)) {
      continue;
    }
    for (const call of message.tool_calls ?? []) {
      const id = call.id ?? '';
      let answer = answers.get(id);
      if (!answer) {
        const made = answerFor({ id, name: call.name });
        answer = ToolMessage.isInstance(made)
          ? made
          : new ToolMessage({
              content: made,
              tool_call_id: id,
              name: call.name,
              status: 'error'
            });
        added.push(answer);
      }
      valid.push(answer);
    }
  }
  const unchanged =
    valid.length === messages.length &&
    valid.every((message, index) => message === messages[index]);
  return { messages: unchanged ? messages : valid, added };
}
