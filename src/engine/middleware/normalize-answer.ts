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
  type ITool,
  type ITranslator
} from '../../contract';
import { answerReasoning, endOf, modelFault } from '../../models';
import {
  keepNumbers,
  numbersOf,
  shownNumbers,
  textOf,
  writtenCalls
} from '../model/message-parts';
import {
  IN_THE_MIDDLE,
  newCallId,
  normalizeAnswer,
  giveUp,
  checkAnswer,
  type IAskAgain,
  type ICheckedAnswer
} from '../model/check-answer';
import { answerNumbers, numbersHint } from '../model/answer-numbers';
import { serverInstructions } from '../model/system-prompt';
import type { Run } from '../run/run';
import { explainModelError } from '../errors';
import { FINAL_ANSWER } from '../calls/review-call';
import {
  withCells,
  schemaText,
  parseArguments
} from '../tool-set/parse-arguments';
import { openTodos, todosOf } from '../model/open-todos';
import { tokenUsage } from '../model/token-usage';
import { spoken } from '../../contract/text/spoken';
import type { CellNames } from '../../tools';
import { WRITE_TODOS } from '../tool-set/tool-set';

/**
 * How often a model is asked again if its answer holds nothing to continue
 * with.
 */
const RETRIES = 2;

/** A chain's part of a run. */
interface IAnswerPlace {
  /** Instructions from files in the notebook's folders. */
  instructions: string;
  /** Whether an answer ends only a step of a workflow. */
  isStep: boolean;
  /** Holds the id of the answer in progress. */
  answer: { messageId: string };
}

/**
 * Normalises the model's answer before the first checkpoint stores it, and
 * emits it as events. An answer that is empty, or is a call that cannot be
 * made, is requested again; if that does not help, the run ends with an
 * explanation. A text after a call that failed is requested again once: often it
 * only announces the correction.
 */
export function normalizeAnswerMiddleware(
  run: Run,
  { instructions, isStep, answer: holder }: IAnswerPlace
) {
  const { emit, signal } = run;
  const { settings, tools, trans, mcp } = run.options;
  const read = (messages: readonly BaseMessage[]): Promise<string[]> =>
    readTexts(run, messages, [instructions, serverInstructions(tools, mcp)]);
  return createMiddleware({
    name: 'modelAnswer',
    wrapModelCall: async (request, handler) => {
      const messageId = uuid();
      holder.messageId = messageId;
      run.tellNames();
      emit({ type: 'model-started', messageId });
      const open = openTodos(request.messages);
      let hasFailed = await endsWithFailure(run, request.messages);
      // The person may forbid values while the answer is on the way.
      const mayAsk = (): boolean =>
        !settings().privacy.schemasOnly && !wasAsked(request.messages);
      let again = null as IAskAgain | null;
      /** What the model last said instead of a call. */
      let words = '';
      for (let attempt = 0; attempt <= RETRIES; attempt++) {
        if (again) {
          tellRetry(run, again, { messageId, attempt });
        }
        const current = again?.answer;
        let answer: AIMessage;
        try {
          answer = (await handler(
            again ? askingAgain(request, again) : request
          )) as AIMessage;
        } catch (error) {
          if (current && !isGraphBubbleUp(error)) {
            tell(run, current, { reasoning: '', voids: true });
            if (signal.aborted) {
              throw error;
            }
            return current;
          }
          again = afterUnreadable(error, again);
          continue;
        }
        const checked = await checkAnswer(run, answer, {
          open,
          hasFailed,
          read: () => read(request.state.messages)
        });
        const { prices } = run.recipient.choice;
        const usage = tokenUsage(request.messages, answer, prices);
        let message = checked.again
          ? current
          : tidy(run, messageId, answer, checked);
        again = checked.again;
        words = again?.text || words;
        // The model may leave it at that, if it says so once more.
        hasFailed &&= again?.why !== 'failed';
        if (message && message !== current) {
          const text = answerWords(message, tools);
          const numbers =
            text === null
              ? []
              : await answerNumbers(run, text, request.state.messages, [
                  instructions,
                  settings().instructions
                ]);
          const hint =
            !current && !checked.isCut && mayAsk()
              ? numbersHint(numbers)
              : null;
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
            if (!isStep) {
              run.cut = end;
            } else if (end === 'content_filter') {
              throw new ModelFault(
                'refused',
                trans.__('The content filter of the model ended the answer.')
              );
            }
          }
          tell(run, message, {
            reasoning: message === current ? '' : answerReasoning(answer),
            voids: checked.calls !== undefined || current !== undefined
          });
        }
        emit({ type: 'usage', ...usage });
        if (message) {
          return message;
        }
      }
      const callId = newCallId();
      let last = again?.answer;
      if (!last) {
        run.calls.leftOpen = callId;
        last = giveUp(run, { messageId, callId }, words, open);
      }
      tell(run, last, { reasoning: '', voids: true });
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
  { options: { at, journal, tools } }: Run,
  messages: readonly BaseMessage[]
): Promise<boolean> {
  for (const message of [...messages].reverse()) {
    if (!ToolMessage.isInstance(message) || message.status !== 'error') {
      return false;
    }
    const { state, ms } =
      (await journal.call(at, message.tool_call_id))?.outcome ?? {};
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
  tools: Run['options']['tools']
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
  { recipient, names, note, options: { settings, tools, trans } }: Run,
  messageId: string,
  answer: AIMessage,
  { calls, text, isCut }: Pick<ICheckedAnswer, 'calls' | 'text' | 'isCut'>
): AIMessage {
  const { provider, choice } = recipient;
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
  const written = calls?.length ?? writtenCalls(answer).length;
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
  { emit, note, options: { trans } }: Run,
  { why, hint }: IAskAgain,
  where: { messageId: string; attempt: number }
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
  emit({ type: 'model-retry', ...where, wait: 0, error });
  note(() => ({
    kind: 'middleware',
    title: trans.__('Asked for the answer again'),
    body: hint
  }));
}

/** @param options `voids`: text that was streamed is not part of the answer. */
function tell(
  run: Run,
  message: AIMessage,
  { reasoning, voids }: { reasoning: string; voids: boolean }
): void {
  const { emit, names } = run;
  const { tools, trans } = run.options;
  const words = { tools, trans, names };
  const messageId = message.id as string;
  const text = textOf(message);
  if (text.trim() !== '' || reasoning.trim() !== '' || voids) {
    emit({
      type: 'model-message',
      messageId,
      text,
      ...(reasoning.trim() !== '' && { reasoning }),
      ...shownNumbers(message)
    });
  }
  for (const { id, name, args } of message.tool_calls ?? []) {
    emit({
      type: 'call-proposed',
      callId: id as string,
      messageId,
      tool: name,
      args: wholeArguments(words, name, args),
      text: describeCall(words, name, args)
    });
    const todos = todosOf({ name, args });
    if (todos) {
      emit({ type: 'todos', todos });
    }
  }
}

/**
 * All text that a model read in a conversation without anybody saying it to the
 * model: results, attachments, summaries, instructions from files. Includes
 * text that is no longer sent.
 */
async function readTexts(
  { options: { at, journal } }: Run,
  messages: readonly BaseMessage[],
  instructions: readonly string[]
): Promise<string[]> {
  const shown = await journal.shown(at);
  const texts = new Map(
    shown.map(event =>
      event.type === 'user-message' ? [event.messageId, event.text] : ['', '']
    )
  );
  return [
    ...instructions,
    ...messages.flatMap(message => {
      if (ToolMessage.isInstance(message)) {
        return [message.text];
      }
      const own = texts.get(message.id ?? '') ?? '';
      return HumanMessage.isInstance(message)
        ? [message.text.replace(own, '')]
        : [];
    }),
    ...shown.flatMap(event =>
      event.type === 'call-finished'
        ? [event.result]
        : event.type === 'summary'
          ? [event.text]
          : []
    )
  ];
}

/** What is needed to describe a call. */
interface ICallWords {
  tools: ReadonlyMap<string, ITool>;
  names: Pick<CellNames, 'inLine' | 'numbered' | 'whole'>;
  trans: ITranslator;
}

/** One line on what a call that has not run yet wants to do. */
function describeCall(
  { tools, names, trans }: ICallWords,
  name: string,
  args: Record<string, unknown>
): string {
  if (name === WRITE_TODOS) {
    return trans.__('Updating the to-do list');
  }
  const tool = tools.get(name);
  const parsed = tool && parseArguments(tool, args, names).args;
  return tool && parsed
    ? names.inLine(tool.running(parsed, trans))
    : trans.__('Something that cannot be run: %1', spoken(name));
}

/**
 * The arguments of a call as they are shown and stored, with whole cell ids.
 */
function wholeArguments(
  { tools, names }: Pick<ICallWords, 'names' | 'tools'>,
  name: string,
  args: Record<string, unknown>
): Record<string, unknown> {
  const tool = tools.get(name);
  return tool ? withCells(tool, args, each => names.whole(each)) : args;
}
