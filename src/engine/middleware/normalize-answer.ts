import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { v4 as uuid } from '@langchain/core/utils/uuid';
import { isGraphBubbleUp } from '@langchain/langgraph/web';
import { createMiddleware } from 'langchain';

import {
  ModelFault,
  type IAgentError,
  type IAgentSettings,
  type IAnswerNumber,
  type IOutcomeRecord
} from '../../contract';
import { answerReasoning, endOf, modelFault } from '../../models';
import {
  callCount,
  IN_THE_MIDDLE,
  keepNumbers,
  normalizeAnswer,
  numbersOf,
  shownNumbers,
  textOf,
  newCallId
} from '../model/normalize-answer';
import { numbersHint } from '../model/answer-numbers';
import { describeCall, wholeArguments } from '../tool-calls/describe-call';
import { explainModelError } from '../errors/explain-run-error';
import {
  giveUp,
  checkAnswer,
  type IAskAgain,
  type ICheckContext,
  type ICheckedAnswer
} from '../model/check-answer';
import type { IAnsweringModel } from '../run-context/answering-model';
import type { Emit, Writer } from '../run-context/run-context';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { withCells } from '../tool-set/parse-arguments';
import { schemaText } from '../tool-set/parse-arguments';
import { openTodos, todosOf } from '../model/open-todos';
import { tokenUsage } from '../model/token-usage';

/**
 * How often a model is asked again if its answer holds nothing to continue
 * with.
 */
const RETRIES = 2;

export interface INormalizeAnswerOptions extends Omit<
  ICheckContext,
  'recipient'
> {
  settings(): Pick<IAgentSettings, 'limits' | 'privacy'>;
  /** The model that will answer. */
  recipient(): IAnsweringModel;
  /** All text that the model was given to read. */
  read(messages: readonly BaseMessage[]): Promise<readonly string[]>;
  /** Looks for the numbers of an answer; see `answerNumbers`. */
  findNumbers(
    answer: string,
    messages: readonly BaseMessage[]
  ): Promise<IAnswerNumber[]>;
  signal: AbortSignal;
  emit: Emit;
  /** Called with the id of the answer in progress. */
  onMessage(messageId: string, writer: Writer): void;
  /** How a call ended that was answered. */
  outcomeOf(
    callId: string
  ): Promise<Pick<IOutcomeRecord, 'state' | 'ms'> | undefined>;
  /**
   * Called for the call that replaces an answer; it may leave items of the todo list
   * open.
   */
  onGivenUp(callId: string): void;
  /** Called for an answer whose text ends in the middle, and why. */
  onCut(reason: 'length' | 'content_filter'): void;
}

/**
 * Normalises the model's answer before the first checkpoint stores it, and
 * emits it as events. An answer that is empty, or is a call that cannot be
 * made, is requested again; if that does not help, the run ends with an
 * explanation. A text after a call that failed is requested again once: often it
 * only announces the correction.
 */
export function normalizeAnswerMiddleware(options: INormalizeAnswerOptions) {
  const { recipient, emit } = options;
  return createMiddleware({
    name: 'modelAnswer',
    wrapModelCall: async (request, handler) => {
      const writer = request.runtime.writer as Writer;
      const messageId = uuid();
      options.onMessage(messageId, writer);
      emit({ type: 'model-started', messageId }, writer);
      const open = openTodos(request.messages);
      let hasFailed = await endsWithFailure(options, request.messages);
      // The person may forbid values while the answer is on the way.
      const mayAsk = (): boolean =>
        !options.settings().privacy.schemasOnly && !wasAsked(request.messages);
      let again = null as IAskAgain | null;
      /** What the model last said instead of a call. */
      let words = '';
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        if (again) {
          tellRetry(options, again, { messageId, attempt }, writer);
        }
        const current = again?.answer;
        let answer: AIMessage;
        try {
          answer = (await handler(
            again ? askingAgain(request, again) : request
          )) as AIMessage;
        } catch (error) {
          if (current && !isGraphBubbleUp(error)) {
            tell(options, current, writer, { reasoning: '', voids: true });
            if (options.signal.aborted) {
              throw error;
            }
            return current;
          }
          again = afterUnreadable(error, again);
          continue;
        }
        const read = await checkAnswer(
          { ...options, recipient: recipient() },
          answer,
          { open, hasFailed, read: () => options.read(request.state.messages) }
        );
        const { prices } = recipient().choice;
        const usage = tokenUsage(request.messages, answer, prices);
        let message = read.again
          ? current
          : tidy(options, messageId, answer, read);
        again = read.again;
        words = again?.text || words;
        // The model may leave it at that, if it says so once more.
        hasFailed &&= again?.why !== 'failed';
        if (message && message !== current) {
          const text = answerWords(message, options.tools);
          const numbers =
            text === null
              ? []
              : await options.findNumbers(text, request.state.messages);
          const hint =
            !current && !read.isCut && mayAsk() ? numbersHint(numbers) : null;
          if (numbers.length > 0 || current) {
            const asked = hint !== null || current !== undefined;
            keepNumbers(message, { numbers, asked });
          }
          if (hint !== null) {
            again = { why: 'numbers', hint, text: text ?? '', answer: message };
            message = undefined;
          }
        }
        if (message) {
          const end = endOf(answer);
          if (
            (end === 'length' || end === 'content_filter') &&
            message.tool_calls?.length === 0
          ) {
            options.onCut(end);
          }
          tell(options, message, writer, {
            reasoning: message === current ? '' : answerReasoning(answer),
            voids: read.calls !== undefined || current !== undefined
          });
        }
        emit({ type: 'usage', ...usage }, writer);
        if (message) {
          return message;
        }
      }
      const callId = newCallId();
      let last = again?.answer;
      if (!last) {
        options.onGivenUp(callId);
        last = giveUp(options, { messageId, callId }, words, open);
      }
      tell(options, last, writer, { reasoning: '', voids: true });
      return last;
    }
  });
}

/** The request with what the model said, and what it is told about it. */
function askingAgain<R extends { messages: BaseMessage[] }>(
  request: R,
  { text, hint }: IAskAgain
): R {
  return {
    ...request,
    messages: [
      ...request.messages,
      ...(text === '' ? [] : [new AIMessage(text)]),
      new HumanMessage(hint)
    ]
  };
}

/**
 * The server could not read the model's own call; unchanged, the request would
 * end the same way.
 *
 * @throws every other error, and this one the second time.
 */
function afterUnreadable(error: unknown, again: IAskAgain | null): IAskAgain {
  const why = modelFault(error);
  if (
    !why.facts.unreadable ||
    (again?.why instanceof ModelFault && again.why.facts.unreadable)
  ) {
    throw error;
  }
  return {
    why,
    hint: `Your last call could not be read by the server; perhaps it ${IN_THE_MIDDLE}`,
    text: ''
  };
}

/** Whether the last thing that was done is code that ran and failed. */
async function endsWithFailure(
  { outcomeOf, tools }: INormalizeAnswerOptions,
  messages: readonly BaseMessage[]
): Promise<boolean> {
  for (const message of [...messages].reverse()) {
    if (!ToolMessage.isInstance(message) || message.status !== 'error') {
      return false;
    }
    const { state, ms } = (await outcomeOf(message.tool_call_id)) ?? {};
    const effects = tools.get(message.name ?? '')?.effects ?? [];
    if (state !== 'stopped') {
      return (
        state === 'failed' && ms !== undefined && effects.includes('execute')
      );
    }
    // It was not run because of the one before it.
  }
  return false;
}

/** Whether the model was asked about its numbers since the person's message. */
function wasAsked(messages: readonly BaseMessage[]): boolean {
  return messages
    .slice(messages.findLastIndex(each => HumanMessage.isInstance(each)) + 1)
    .some(each => AIMessage.isInstance(each) && numbersOf(each)?.asked);
}

/** The words of an answer that ends the turn; null for any other. */
function answerWords(
  message: AIMessage,
  tools: ICheckContext['tools']
): string | null {
  const [call, ...others] = message.tool_calls ?? [];
  if (!call) {
    return textOf(message);
  }
  const tool = tools.get(FINAL_ANSWER);
  if (call.name !== FINAL_ANSWER || others.length > 0 || !tool) {
    return null;
  }
  const { answer, summary } = tool.tidy?.(call.args) ?? call.args;
  return [textOf(message), summary, answer]
    .filter(each => typeof each === 'string' && each.trim() !== '')
    .join('\n\n');
}

function tidy(
  { recipient, settings, tools, names, trans, note }: INormalizeAnswerOptions,
  messageId: string,
  answer: AIMessage,
  { calls, text, isCut }: Pick<ICheckedAnswer, 'calls' | 'text' | 'isCut'>
): AIMessage {
  const { provider, choice } = recipient();
  const most = Math.min(
    settings().limits.callsPerStep ?? Infinity,
    provider.abilities(choice).parallelCalls ? Infinity : 1
  );
  const message = normalizeAnswer(answer, {
    messageId,
    text,
    calls,
    isCut,
    schema: name => {
      const tool = tools.get(name);
      return tool && schemaText(tool);
    },
    callsPerStep: most,
    // A number means another cell once something has run or moved.
    stored: (name, args) => {
      const tool = tools.get(name);
      return tool ? withCells(tool, args, each => names.numbered(each)) : args;
    },
    keep: provider.keep?.bind(provider)
  });
  const written = calls?.length ?? callCount(answer);
  const count = message.tool_calls?.length ?? 0;
  if (calls) {
    note(() => ({
      kind: 'middleware',
      title: trans.__('A call written as text was read as a call'),
      body: { calls }
    }));
  }
  if (count < written) {
    note(() => ({
      kind: 'middleware',
      title: trans.__('Kept %1 of %2 calls', count, written),
      body: { written, kept: message.tool_calls }
    }));
  }
  return message;
}

function tellRetry(
  { trans, emit, note }: INormalizeAnswerOptions,
  { why, hint }: IAskAgain,
  where: { messageId: string; attempt: number },
  writer: Writer
): void {
  const proceed = trans.__('Asking it to go on.');
  const texts = {
    numbers: [
      trans.__('Some numbers of the answer are not in any output.'),
      trans.__('Asking it to correct them.')
    ],
    failed: [trans.__('The model stopped after a step that failed.'), proceed],
    'left-open': [
      trans.__('The model stopped before it had finished its list.'),
      proceed
    ]
  };
  const error: IAgentError =
    why instanceof ModelFault
      ? explainModelError(why, trans)
      : {
          code: why,
          title: texts[why][0],
          text: texts[why][1],
          retryable: false
        };
  emit({ type: 'model-retry', ...where, wait: 0, error }, writer);
  note(() => ({
    kind: 'middleware',
    title: trans.__('Asked for the answer again'),
    body: hint
  }));
}

/** @param options `voids`: text that was streamed is not part of the answer. */
function tell(
  options: INormalizeAnswerOptions,
  message: AIMessage,
  writer: Writer,
  { reasoning, voids }: { reasoning: string; voids: boolean }
): void {
  const { emit } = options;
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '' || reasoning.trim() !== '' || voids) {
    emit(
      {
        type: 'model-message',
        messageId,
        text,
        ...(reasoning.trim() !== '' && { reasoning }),
        ...shownNumbers(message)
      },
      writer
    );
  }
  for (const { id, name, args } of message.tool_calls ?? []) {
    emit(
      {
        type: 'call-proposed',
        callId: id as string,
        messageId,
        tool: name,
        args: wholeArguments(options, name, args),
        text: describeCall(options, name, args)
      },
      writer
    );
    const todos = todosOf({ name, args });
    if (todos) {
      emit({ type: 'todos', todos }, writer);
    }
  }
}
