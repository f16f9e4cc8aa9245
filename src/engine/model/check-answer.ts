import { AIMessage } from '@langchain/core/messages';
import {
  contentParts,
  textOf,
  writtenCalls,
  answerMetadata,
  type Faults
} from './message-parts';
import { ModelFault, type ITodo, type ITool } from '../../contract';
import {
  parseArguments,
  unquoted,
  parametersOf,
  schemaText
} from '../tool-set/parse-arguments';
import { FINAL_ANSWER } from '../calls/review-call';
import type { IRunContext } from '../run/run-context';
import { withoutFence } from '../../tools';
import { nameOfCallIn, textCalls, type IWrittenCall } from './text-calls';
import { endOf } from '../../models';
import { todosOf } from './open-todos';
import { WRITE_TODOS } from '../tool-set/tool-set';
import { readArguments } from '../../contract/text/read-arguments';

/** Why and how the model is asked for its answer again. */
export interface IAskAgain {
  /** What the person is told: a fault, or what the answer leaves undone. */
  why: ModelFault | 'left-open' | 'failed' | 'numbers';
  /** What the model is told. */
  hint: string;
  /** Its words that stay, before the hint; empty for none. */
  text: string;
  /** The answer that stands if no better one comes. */
  answer?: AIMessage;
}

/** An answer after calls in its text were read as calls. */
export interface ICheckedAnswer {
  text: string;
  /**
   * Calls found in the text; only set if the answer has no calls of its own.
   */
  calls?: IWrittenCall[];
  /** Set if the answer cannot be used. */
  again: IAskAgain | null;
  /** Whether the text ends in the middle, at the output limit. */
  isCut?: boolean;
}

/**
 * Reads an answer, in whatever form its calls came. A call in the text counts
 * only if the model is known to write calls that way, and if the model has not
 * read it somewhere: then the answer quotes it, and it stays text.
 *
 * @param said.read all text that the model was given to read.
 * @param said.open items of the todo list that are not done.
 * @param said.hasFailed whether its last call failed, and it was not asked yet
 * to say that it is done nevertheless.
 */
export async function checkAnswer(
  run: IRunContext,
  answer: AIMessage,
  {
    read,
    open = [],
    hasFailed = false
  }: {
    read(): Promise<readonly string[]>;
    open?: readonly ITodo[];
    hasFailed?: boolean;
  }
): Promise<ICheckedAnswer> {
  const text = textOf(answer);
  if (writtenCalls(answer).length > 0) {
    return { text, again: null };
  }
  const parts = contentParts(answer);
  const isCut = endOf(answer) === 'length';
  const { keepsTodos, note } = run;
  const { tools, trans } = run.options;
  const { provider, choice } = run.recipient;
  const endsEarly = (text: string): IAskAgain | null => {
    const left = keepsTodos && open.length > 0 ? leftOpen(open) : null;
    const hint = left ?? (hasFailed ? afterFailure(tools) : null);
    return hint === null
      ? null
      : { why: left ? 'left-open' : 'failed', hint, text };
  };
  const writesCalls = provider.callsInText?.(choice) === true;
  const found = writesCalls ? textCalls(parts) : null;
  if (isCut) {
    const isCall = found ?? (writesCalls && unreadableCall(tools, text));
    return isCall || text.trim() === ''
      ? { text: '', again: unusable(`Your last answer ${CUT_OFF}`) }
      : { text, again: null, isCut };
  }
  if (!found) {
    const problem =
      text.trim() === ''
        ? 'Your last answer was empty.'
        : ((writesCalls ? unreadableCall(tools, text) : null) ??
          (endOf(answer) === 'tool_calls'
            ? 'Your last answer ended for a call, but has none.'
            : null));
    return {
      text,
      again: problem ? unusable(problem) : endsEarly(text.trim())
    };
  }
  const { written } = found;
  const calls = found.calls.map(call => {
    const tool = tools.get(call.name);
    return call.untyped && tool
      ? {
          name: call.name,
          args: unquoted(call.args, parametersOf(tool), true) as object
        }
      : call;
  }) as IWrittenCall[];
  if (isQuoted(calls, written, await read())) {
    note(() => ({
      kind: 'middleware',
      title: trans.__('A call written as text was left as text'),
      body: { why: 'It appears in what the model has read.', calls }
    }));
    const quoted = text.trim() || written;
    return { text: quoted, again: endsEarly(quoted) };
  }
  const problem = calls.map(call => problemOf(run, call)).find(each => each);
  if (!problem) {
    return { text: found.text, calls, again: null };
  }
  return found.text === ''
    ? { text: '', again: unusable(problem) }
    : { text, again: endsEarly(text.trim()) };
}

/** For an answer that holds nothing to go on with. */
function unusable(problem: string): IAskAgain {
  return {
    why: new ModelFault('empty-answer', ''),
    hint: `${problem} Call a tool through the tool interface, not in the text, or call ${FINAL_ANSWER} with your answer.`,
    text: ''
  };
}

/** The problem if plain text would end the turn while items are open. */
function leftOpen(open: readonly ITodo[]): string {
  return `Your last answer has no call, and items of your list are open: ${namesOf(open)}. Go on with the next call. If they are done or cannot be, call ${FINAL_ANSWER}, alone.`;
}

/** The problem if plain text would end the turn with a call that failed. */
function afterFailure(tools: IRunContext['options']['tools']): string | null {
  return tools.has(FINAL_ANSWER)
    ? `Your last answer has no call, and the call before it failed. Correct it with the next call. If it needs no correction or cannot be corrected, call ${FINAL_ANSWER}, alone.`
    : null;
}

/**
 * The problem if a text looks like a call of one of our tools but cannot be
 * parsed.
 */
function unreadableCall(
  tools: ReadonlyMap<string, ITool>,
  text: string
): string | null {
  const tool = tools.get(nameOfCallIn(text) ?? '');
  return tool && !isJson(withoutFence(text.trim()))
    ? `Your last answer looks like a call of ${tool.name} but cannot be read as one. ${schemaText(tool)}`
    : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // That is what the caller wants to know.
    return false;
  }
}

function namesOf(todos: readonly ITodo[]): string {
  return todos.map(({ content }) => content).join('; ');
}

function problemOf(
  { keepsTodos, names, options: { tools } }: IRunContext,
  call: IWrittenCall
): string | null {
  if (call.name === WRITE_TODOS && keepsTodos) {
    return todosOf(call)
      ? null
      : `The arguments of ${WRITE_TODOS} do not fit: todos is a list of {content, status}.`;
  }
  const tool = tools.get(call.name);
  if (tool) {
    const { problem } = parseArguments(tool, call.args, names);
    return problem && `${problem} ${schemaText(tool)}`;
  }
  return `There is no tool "${call.name}". Tools: ${[...tools.keys()].join(', ')}.`;
}

/**
 * The answer in place of a model that has nothing to say: a final answer that
 * says so, and ends the run with a thread that any provider accepts.
 *
 * @param ids of the answer and of its one call.
 */
export function giveUp(
  { options: { trans, tools } }: IRunContext,
  ids: { messageId: string; callId: string },
  text = '',
  open: readonly ITodo[] = []
): AIMessage {
  const answer =
    text !== ''
      ? open.length > 0
        ? `${text}\n\n${trans.__('The model stopped before this was done: %1. Send “go on” to have it finished.', namesOf(open))}`
        : text
      : trans.__(
          'The model sent nothing usable, even when it was asked again. What was done so far is in the notebook. Send your message again, or choose another model.'
        );
  return new AIMessage({
    id: ids.messageId,
    ...(tools.has(FINAL_ANSWER)
      ? {
          content: '',
          tool_calls: [
            {
              id: ids.callId,
              name: FINAL_ANSWER,
              args: { answer },
              type: 'tool_call' as const
            }
          ]
        }
      : { content: answer })
  });
}

/**
 * Whether a call that a model wrote also appears in something it has read: a
 * result, a file, an attachment. Then it is a quotation, however exact, and not
 * something the model wants by itself.
 *
 * It compares the tool's name and the names and values of the arguments without
 * regard to spelling: letter case, spaces, quotes, brackets, escapes, the order
 * of the parts and the format (JSON, YAML, a line of Python) make no
 * difference.
 *
 * @param written the call as it appears in the answer.
 * @param read all text that the model was given to read.
 */
export function isQuoted(
  calls: readonly IWrittenCall[],
  written: string,
  read: readonly string[]
): boolean {
  const texts = read.map(plain);
  const whole = plain(written);
  return texts.some(
    text =>
      text.includes(whole) || calls.some(call => standsIn(text, wordsOf(call)))
  );
}

/** The words that must appear together, the longest first. */
function wordsOf({ name, args }: IWrittenCall): string[] {
  const words = new Set([name, ...leaves(args)].map(plain));
  words.delete('');
  return [...words].sort((one, other) => other.length - one.length);
}

/** Names and values at all depths. */
function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [String(value)];
  }
  return Array.isArray(value)
    ? value.flatMap(leaves)
    : Object.entries(value).flatMap(([key, each]) => [key, ...leaves(each)]);
}

/**
 * How much other text may be between the words of one call, in letters and
 * digits.
 */
const SLACK = 300;

/** How many occurrences of a call's longest word are checked in one text. */
const MAX_OCCURRENCES = 500;

function standsIn(text: string, words: readonly string[]): boolean {
  // A name alone is not a call: many texts name a tool.
  const [longest, ...others] = words;
  if (others.length === 0) {
    return false;
  }
  const reach = words.reduce((sum, word) => sum + word.length, SLACK);
  let at = text.indexOf(longest);
  for (let count = 0; at >= 0 && count < MAX_OCCURRENCES; count++) {
    const around = text.slice(
      Math.max(0, at - reach),
      at + longest.length + reach
    );
    if (others.every(word => around.includes(word))) {
      return true;
    }
    at = text.indexOf(longest, at + 1);
  }
  return false;
}

/**
 * Only the letters and digits, with escapes and compatibility forms resolved.
 */
function plain(text: string): string {
  return text
    .replace(/(?<!\\)\\+u([0-9a-f]{4})/gi, (_, hex: string) => character(hex))
    .replace(/(?<!\\)\\+x([0-9a-f]{2})/gi, (_, hex: string) => character(hex))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => character(hex))
    .replace(/&#(\d{1,7});/g, (_, code: string) =>
      character(Number(code).toString(16))
    )
    .replace(/&(?:quot|apos|lt|gt|amp|nbsp);/gi, '')
    .replace(/(?<!\\)\\+[nrtbf]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function character(hex: string): string {
  const code = parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const LESS =
  'Think less, and write less at once: do it in several smaller steps.';

/** What a model is told whose answer or call was cut off. */
const CUT_OFF = `was cut off at the output limit. ${LESS}`;

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
