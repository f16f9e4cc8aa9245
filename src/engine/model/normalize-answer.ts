import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';
import type { IAnswerNumber } from '../../contract';
import { readArguments } from '../../contract/text/read-arguments';
import { answerText, endOf } from '../../models';
import type { IWrittenCall } from './text-calls';
import { WRITE_TODOS } from '../tool-set/tool-set';

/** Why a call cannot run even if the person approves it, by call id. */
export type Faults = Record<string, string>;

/** The field of a message in which `normalizeAnswer` stores the faults. */
const FAULTS_KEY = 'cellwright_faults';

/** The field with the ids of calls that were read out of text. */
const FROM_TEXT_KEY = 'cellwright_from_text';

/** The field with what became of the numbers of an answer. */
const NUMBERS_KEY = 'cellwright_numbers';

/** What became of the numbers of an answer. */
export interface ICheckedNumbers {
  numbers: IAnswerNumber[];
  /** Whether the model was asked to correct the answer it gave before. */
  asked: boolean;
}

const LESS =
  'Think less, and write less at once: do it in several smaller steps.';

/** What a model is told whose answer or call was cut off. */
export const CUT_OFF = `was cut off at the output limit. ${LESS}`;

/** The same where the server does not say that it was the limit. */
export const IN_THE_MIDDLE = `ends in the middle. ${LESS}`;

/** The field that marks a text that ends in the middle. */
const CUT_KEY = 'cellwright_cut';

export interface INormalizeOptions {
  /** The id the message gets. */
  messageId: string;
  /** Replaces the text of the answer. */
  text?: string;
  /**
   * Calls that were found in the text of an answer without calls of its own.
   */
  calls?: IWrittenCall[];
  /** Arguments as they are stored; by default as written. */
  stored?(name: string, args: Record<string, unknown>): Record<string, unknown>;
  /** Whether the text ends in the middle. */
  isCut?: boolean;
  /** What a tool takes, in words for the model. */
  schema?(tool: string): string | undefined;
  /** How many calls are kept, from the first one. */
  callsPerStep?: number;
  /** What has to be sent back to the provider; see `IModelProvider.keep`. */
  keep?(
    answer: unknown,
    ids: ReadonlyMap<string, string>
  ): { content?: unknown; additional_kwargs?: Record<string, unknown> };
}

/**
 * A model's answer as the thread stores it. The message id and all call ids are
 * ours (servers send `call_0` again and again), calls with broken arguments
 * stay calls but have a fault, there is at most one `write_todos`, a call that
 * repeats the one before it is one call with it, and nothing
 * of the provider's contradicts this.
 */
export function normalizeAnswer(
  answer: AIMessage,
  options: INormalizeOptions
): AIMessage {
  const faults: Faults = {};
  const ids = new Map<string, string>();
  const written = (
    options.calls?.map(({ name, args }) => ({
      id: undefined,
      name,
      args: JSON.stringify(args)
    })) ?? writtenCalls(answer)
  ).map(call => ({ ...call, name: toolName(call.name) }));
  // Each `write_todos` replaces the whole list, so only the last one counts;
  // LangChain would answer two at once with errors that are out of order.
  const lastTodos = written.map(call => call.name).lastIndexOf(WRITE_TODOS);
  const calls = written
    .filter((call, index) => call.name !== WRITE_TODOS || index === lastTodos)
    // Some models and servers send the same call twice.
    .filter(
      ({ name, args }, index, all) =>
        args === '{}' ||
        name !== all[index - 1]?.name ||
        args !== all[index - 1].args
    )
    .slice(0, options.callsPerStep)
    .map(({ id: theirs, name, args: text }) => {
      const id = newCallId();
      if (theirs) {
        ids.set(theirs, id);
      }
      const args = readArguments(text);
      if (!args) {
        faults[id] = text.endsWith('<cut off here>')
          ? `The call of ${name} ${endOf(answer) === 'length' ? CUT_OFF : IN_THE_MIDDLE}`
          : `The arguments of ${name} were not valid JSON: ${shorten(text)} Call it again with valid JSON. ${options.schema?.(name) ?? ''}`.trimEnd();
      }
      return {
        id,
        name,
        args: args ? (options.stored?.(name, args) ?? args) : {},
        type: 'tool_call' as const
      };
    });
  const replay = options.keep?.(answer, ids);
  return new AIMessage({
    id: options.messageId,
    content: (replay?.content as string) ?? options.text ?? textOf(answer),
    additional_kwargs: replay?.additional_kwargs ?? {},
    tool_calls: calls,
    usage_metadata: answer.usage_metadata,
    // The provider's own metadata is dropped: no provider could state what is
    // stored here.
    response_metadata: {
      ...(Object.keys(faults).length > 0 && { [FAULTS_KEY]: faults }),
      ...(options.calls && { [FROM_TEXT_KEY]: calls.map(({ id }) => id) }),
      ...(options.isCut && { [CUT_KEY]: true })
    }
  });
}

/** How many calls an answer has, broken ones included. */
export function callCount(answer: AIMessage): number {
  return writtenCalls(answer).length;
}

/**
 * The calls as the model wrote them. LangChain completes arguments that were
 * cut off (`{"code": "x = 1` becomes a call), and half a cell must not pass for
 * a whole one.
 */
function writtenCalls(
  answer: AIMessage
): { id?: string; name: string; args: string }[] {
  const chunks = (answer as AIMessageChunk).tool_call_chunks;
  if (chunks?.length) {
    return chunks.map(({ id, name, args }) => ({
      id,
      name: name ?? '',
      args: args || '{}'
    }));
  }
  return [
    ...(answer.tool_calls ?? []).map(({ id, name, args }) => ({
      id,
      name,
      args: JSON.stringify(args ?? {})
    })),
    ...(answer.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
      id,
      name: name ?? '',
      args: args ?? ''
    }))
  ];
}

/** The faults of a message that `normalizeAnswer` made. */
export function faultsOf(message: AIMessage): Faults {
  return (message.response_metadata?.[FAULTS_KEY] as Faults | undefined) ?? {};
}

/** Keeps with an answer, in the thread, what became of its numbers. */
export function keepNumbers(answer: AIMessage, checked: ICheckedNumbers): void {
  answer.response_metadata = {
    ...answer.response_metadata,
    [NUMBERS_KEY]: checked
  };
}

/** The numbers of a plain answer, as its event has them. */
export function shownNumbers(answer: AIMessage): {
  numbers?: IAnswerNumber[];
} {
  const { numbers = [] } = numbersOf(answer) ?? {};
  return numbers.length > 0 ? { numbers } : {};
}

export function numbersOf(answer: AIMessage): ICheckedNumbers | undefined {
  return answer.response_metadata?.[NUMBERS_KEY] as ICheckedNumbers | undefined;
}

/** How many requests these messages took; one was asked again for its numbers. */
export function requestsIn(messages: readonly BaseMessage[]): number {
  return messages
    .filter(AIMessage.isInstance)
    .reduce((sum, each) => sum + (numbersOf(each)?.asked ? 2 : 1), 0);
}

/** Whether a call of a message that `normalizeAnswer` made was read out of its text. */
export function isFromText(message: AIMessage, callId: string): boolean {
  const ids = message.response_metadata?.[FROM_TEXT_KEY] as
    readonly string[] | undefined;
  return ids?.includes(callId) ?? false;
}

/** Whether an answer of the model ended at its output limit. */
export function isAtLimit(answer: AIMessage): boolean {
  return endOf(answer) === 'length';
}

/** What the model is told, so that it continues such an answer. */
export const GO_ON =
  'Your last answer was cut off at the output limit. Go on exactly where it ends, without repeating any of it.';

/** Whether an answer's text ended in the middle, so that it can be continued. */
export function isCutOff(message: BaseMessage | undefined): boolean {
  const marks = message?.response_metadata as
    Record<string, unknown> | undefined;
  return marks?.[CUT_KEY] === true;
}

/**
 * All text of an answer, in whatever form the provider wraps it; without
 * thoughts.
 */
export function textOf(message: AIMessage): string {
  return contentParts(message)
    .filter(part => typeof part === 'string')
    .join('');
}

/**
 * The parts of an answer that may hold a call: its text, and parts that are
 * neither text nor thoughts.
 */
export function contentParts(message: AIMessage): unknown[] {
  if (typeof message.content === 'string') {
    return [answerText(message, message.content)];
  }
  return (message.content as Record<string, unknown>[])
    .filter(part => !isThought(part))
    .map(part => (typeof part.text === 'string' ? part.text : part));
}

function isThought({ type, thought }: Record<string, unknown>): boolean {
  return type === 'reasoning' || type === 'thinking' || thought === true;
}

/**
 * A name without what servers leave of a model's own marks
 * (`functions.run:0<|…`). Strict servers refuse a history with one that does not
 * match this pattern.
 */
function toolName(written: string | undefined): string {
  const name = written?.replace(/^functions?\.|:\d+$|<[|｜][^]*$/g, '');
  return name && /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? name : 'unnamed_tool';
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The length that Mistral requires; all providers accept it. */
const LENGTH = 9;
const CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id for a model's call, in the thread and in all that is sent: nine letters
 * and digits. Mistral accepts no other form, and each id appears twice in every
 * later request, so it is short. With 10^16 possible ids, no two calls in a
 * browser will share one.
 */
export function newCallId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      // Larger bytes are skipped: they would make the first letters more
      // likely.
      if (byte < CHARACTERS.length * 4 && id.length < LENGTH) {
        id += CHARACTERS[byte % CHARACTERS.length];
      }
    }
  }
  return id;
}
