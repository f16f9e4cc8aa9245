import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage
} from '@langchain/core/messages';
import type { IAnswerNumber } from '../../contract';
import { answerText, endOf } from '../../models';

/** Why a call cannot run even if the person approves it, by call id. */
export type Faults = Record<string, string>;

/** The field of a message in which `answerMetadata` stores the faults. */
const FAULTS_KEY = 'cellwright_faults';

/** The field with the ids of calls that were read out of text. */
const FROM_TEXT_KEY = 'cellwright_from_text';

/** The field with what became of the numbers of an answer. */
const NUMBERS_KEY = 'cellwright_numbers';

/** What became of the numbers of an answer. */
interface ICheckedNumbers {
  numbers: IAnswerNumber[];
  /** Whether the model was asked to correct the answer it gave before. */
  asked: boolean;
}

/** The field that marks a text that ends in the middle. */
const CUT_KEY = 'cellwright_cut';

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
 * The calls as the model wrote them, broken ones included. LangChain completes
 * arguments that were cut off (`{"code": "x = 1` becomes a call), and half a
 * cell must not pass for a whole one.
 */
export function writtenCalls(
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

/** The metadata of an answer of which the functions below read. */
export function answerMetadata(
  faults: Faults,
  fromText: readonly string[] | undefined,
  isCut = false
): Record<string, unknown> {
  return {
    ...(Object.keys(faults).length > 0 && { [FAULTS_KEY]: faults }),
    ...(fromText && { [FROM_TEXT_KEY]: fromText }),
    ...(isCut && { [CUT_KEY]: true })
  };
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

/** What the model is told, so that it continues such an answer. */
export const GO_ON =
  'Your last answer was cut off at the output limit. Go on exactly where it ends, without repeating any of it.';

/** Whether an answer of the model ended at its output limit. */
export function isAtLimit(answer: AIMessage): boolean {
  return endOf(answer) === 'length';
}

/** Whether an answer's text ended in the middle, so that it can be continued. */
export function isCutOff(message: BaseMessage | undefined): boolean {
  const marks = message?.response_metadata as
    Record<string, unknown> | undefined;
  return marks?.[CUT_KEY] === true;
}
