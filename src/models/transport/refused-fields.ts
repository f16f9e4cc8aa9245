import {
  refusalsOf,
  rememberRefusals
} from '../../contract/models/model-refusals';
import type { IRequestFacts } from '../errors/model-fault';

type Json = Record<string, unknown>;

/** What makes a request acceptable to a server that refuses it as it is. */
interface IChange {
  /** As it is remembered, and shown in the debug view. */
  id: string;
  /** How a refusal that asks for it is worded. */
  words: RegExp | string;
  /** Changes a body; false if there was nothing to do. */
  apply(body: Json): boolean;
}

/** Leaves out a field. @param path where `*` stands for each of a list. */
function without(
  path: string,
  words: RegExp | string = path.split('.').at(-1) as string
): IChange {
  const remove = (at: unknown, [name, ...rest]: string[]): boolean =>
    typeof at === 'object' &&
    at !== null &&
    (name === '*'
      ? some(Object.values(at), each => remove(each, rest))
      : rest.length > 0
        ? remove((at as Json)[name], rest)
        : name in at && delete (at as Json)[name]);
  return { id: path, words, apply: body => remove(body, path.split('.')) };
}

/** Whether there was something to do for one of them. */
function some<T>(all: T[], change: (each: T) => unknown): boolean {
  return all.filter(change).length > 0;
}

/** How servers speak of the form that an answer must have. */
const FORM =
  /response_?(format|json_?schema|mime_?type)|text\.format|json[ _](schema|mode)|structured output/i;

/** Fields that a server or a model may refuse. */
const DISPENSABLE: readonly IChange[] = [
  without('stream_options'),
  without('temperature'),
  without('parallel_tool_calls', /parallel[_ ]?tool[_ ]?calls/i),
  without('tool_choice', /tool[_ ]?choice/i),
  without('tools.*.function.strict', /\bstrict\b/),
  without('tools.*.strict', /\bstrict\b/),
  without('max_completion_tokens'),
  without('max_tokens'),
  without('prompt_cache_key'),
  without('store', /\bstore\b/),
  without('include', /\binclude\b|encrypted_content/),
  without('toolConfig', /(tool|function_?calling)_?config|forced function/i),
  without('response_format', FORM),
  without('text.format', FORM),
  without('generationConfig.responseJsonSchema', FORM),
  without('generationConfig.responseMimeType', FORM),
  without('format', /\bformat\b|structured output/i)
];

/** The value by which Gemini does not check a part that it has not signed. */
const UNSIGNED = 'skip_thought_signature_validator';

const UNSIGNED_CALL = {
  extra_content: { google: { thought_signature: UNSIGNED } }
};

interface IMessage extends Json {
  role?: string;
  tool_calls?: Json[];
}

/**
 * What takes the place of thinking that another model's answer does not have,
 * where a server insists on it.
 */
const MISSING: readonly IChange[] = [
  {
    id: '+reasoning_content',
    words: 'reasoning_content',
    apply: body =>
      some(
        answersOf(body).filter(each => each.reasoning_content === undefined),
        each => Object.assign(each, { reasoning_content: '' })
      )
  },
  {
    id: '+thought_signature',
    words: 'thought_signature',
    apply: body =>
      some(
        answersOf(body).flatMap(each => each.tool_calls?.slice(0, 1) ?? []),
        call => !call.extra_content && Object.assign(call, UNSIGNED_CALL)
      )
  },
  {
    // Mistral, and templates of local models, want an answer between them.
    id: '+assistant',
    words: /role \W?user\W* after role \W?tool|roles must alternate/,
    apply: body => {
      const before = messagesOf(body);
      const messages = before.flatMap((message, index) =>
        message.role === 'user' &&
        /^(tool|user)$/.test(before[index - 1]?.role ?? '')
          ? [{ role: 'assistant', content: 'OK.' }, message]
          : [message]
      );
      body.messages = messages;
      return messages.length > before.length;
    }
  }
];

function changeOf(id: string): IChange {
  return (
    [...DISPENSABLE, ...MISSING].find(each => each.id === id) ?? without(id)
  );
}

/** A body without what this model's server is known to refuse. */
export function withoutKnown(body: string, facts: IRequestFacts): string {
  return refusalsOf(facts).reduce(
    (sent, id) => applied(changeOf(id), sent),
    body
  );
}

/** A body after a change; the same if there was nothing to do. */
function applied({ apply }: IChange, body: string): string {
  const whole = JSON.parse(body) as Json;
  return apply(whole) ? JSON.stringify(whole) : body;
}

/** Fields of a chat-completions message and of its calls that all servers know. */
const KNOWN = /^(role|content|name|tool_calls|tool_call_id|type|id|function)$/;

/** Wordings about a field that a server does not know, without its name. */
const UNKNOWN_FIELD =
  /extra (inputs|fields)|additional propert|(unknown|unexpected|unrecognized|unsupported) (field|propert|parameter|argument|key|name)|is unsupported/i;

/** Wordings about thinking that has to come back; see `MISSING`. */
const REQUIRED =
  /must (be|alternate)|missing|required|passed back|should (contain|have)|unexpected role/i;

/** Wordings about thinking that the server cannot read, though it sent it. */
const UNREADABLE_THINKING =
  /(invalid|corrupted).{0,20}signature|signature.{0,30}(invalid|not valid|field required)|encrypted.content.{0,200}(verified|decrypted)|invalid_encrypted_content|type 'reasoning' was provided/i;

/**
 * The body without the fields that the answer refuses, or with those that it
 * misses; undefined if there are none.
 */
export function withoutRefused(
  sent: string,
  answer: unknown,
  facts: IRequestFacts
): string | undefined {
  const text = JSON.stringify(answer);
  // As after the key or what stands behind a gateway has changed. It is not
  // remembered: what comes from now on can be read.
  const bare = UNREADABLE_THINKING.test(text) ? withoutThinking(sent) : sent;
  if (bare !== sent) {
    return bare;
  }
  const known = refusalsOf(facts);
  const isNamed = ({ words }: IChange): boolean =>
    typeof words === 'string' ? text.includes(words) : words.test(text);
  const replayed = replayedFields(sent);
  const refused = [
    REQUIRED.test(text) ? MISSING.filter(isNamed) : [],
    // Only the person may undo a setting of theirs.
    [...DISPENSABLE, ...replayed].filter(
      each =>
        isNamed(each) && (each.id !== 'temperature' || facts.ownTemperature)
    ),
    UNKNOWN_FIELD.test(text) ? replayed : []
  ]
    .map(all =>
      all.filter(
        each => !known.includes(each.id) && applied(each, sent) !== sent
      )
    )
    .find(all => all.length > 0);
  if (!refused) {
    return undefined;
  }
  const ids = refused.map(({ id }) => id);
  rememberRefusals(facts, ids);
  return refused.reduce((body, each) => applied(each, body), sent);
}

/** Types of parts of an answer that are thinking. */
const THINKING = /^(redacted_)?thinking$|^reasoning$/;

/** A request of any protocol without the thinking that led to its answers. */
function withoutThinking(sent: string): string {
  const { messages, input, contents, ...rest } = JSON.parse(sent) as Json;
  const whole = JSON.stringify({ messages, input, contents });
  const bare = JSON.parse(whole, (key, value: unknown) => {
    if (/^thought_?signature$/i.test(key)) {
      return UNSIGNED;
    }
    const parts = Array.isArray(value) ? (value as (Json | null)[]) : null;
    return key === 'reasoning_details'
      ? undefined
      : (parts?.filter(part => !THINKING.test(String(part?.type))) ?? value);
  }) as object;
  if (JSON.stringify(bare) === whole) {
    return sent;
  }
  // Anthropic wants thinking before each call while it is on.
  const { thinking: _, ...more } = rest;
  return JSON.stringify({ ...more, ...bare });
}

/** Leaves out what answers in a request came with: see `withReplay`. */
function replayedFields(body: string): IChange[] {
  const answers = answersOf(JSON.parse(body) as Json);
  const calls = answers.flatMap(({ tool_calls = [] }) => tool_calls);
  const names = (all: object[]): string[] =>
    all.flatMap(Object.keys).filter(name => !KNOWN.test(name));
  const paths = [
    ...names(answers).map(name => `messages.*.${name}`),
    ...names(calls).map(name => `messages.*.tool_calls.*.${name}`)
  ];
  return [...new Set(paths)].map(path => without(path));
}

function messagesOf({ messages }: Json): IMessage[] {
  return Array.isArray(messages) ? (messages as IMessage[]) : [];
}

function answersOf(body: Json): IMessage[] {
  return messagesOf(body).filter(({ role }) => role === 'assistant');
}
