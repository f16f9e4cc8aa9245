import { AIMessage } from '@langchain/core/messages';
import { readArguments } from '../../contract/text/read-arguments';
import { endOf } from '../../models';
import {
  answerMetadata,
  textOf,
  writtenCalls,
  type Faults
} from './message-parts';
import type { IWrittenCall } from './text-calls';
import { WRITE_TODOS } from '../tool-set/tool-set';

const LESS =
  'Think less, and write less at once: do it in several smaller steps.';

/** What a model is told whose answer or call was cut off. */
export const CUT_OFF = `was cut off at the output limit. ${LESS}`;

/** The same where the server does not say that it was the limit. */
export const IN_THE_MIDDLE = `ends in the middle. ${LESS}`;

interface INormalizeOptions {
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
    response_metadata: answerMetadata(
      faults,
      options.calls && calls.map(({ id }) => id),
      options.isCut
    )
  });
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
