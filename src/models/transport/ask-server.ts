import { ModelFault, isProxied } from '../../contract';
import {
  refusalsOf,
  rememberRefusals
} from '../../contract/models/model-refusals';
import {
  type IRequestFacts,
  faultOfStatus,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';

/** A request to a model server. */
export interface IModelRequest {
  url: string;
  method: 'GET' | 'POST';
  /** JSON text. */
  body?: string;
  /** Headers the protocol requires, such as a version. Never the key. */
  headers?: Record<string, string>;
  /** The header for the key; by default `authorization: Bearer …`. */
  keyHeader?: string;
  signal?: AbortSignal | null;
}

/** Maximum number of characters read from an error's body. */
const MAX_BODY = 20_000;

/**
 * Sends a request with no headers except `content-type`, the key's, and those
 * the protocol requires, so that an ordinary server's CORS rules let it
 * through.
 *
 * @returns a response whose status is below 400.
 * @throws ModelFault; a stop is passed on unchanged as `AbortError`.
 */
export async function askServer(
  request: IModelRequest,
  facts: IRequestFacts
): Promise<Response> {
  const sent =
    request.body &&
    refusalsOf(facts).reduce(
      (body, id) => applied(changeOf(id), body),
      request.body
    );
  const response = await send({ ...request, body: sent }, facts);
  if (response.ok) {
    return response;
  }
  // A browser only reveals that there was one.
  const isRedirect =
    response.type === 'opaqueredirect' ||
    [301, 302, 303, 307, 308].includes(response.status);
  if (isRedirect) {
    await response.body?.cancel();
    throw new ModelFault('redirect', '', named(facts));
  }
  const { body, page } = await errorBody(response);
  const fault = faultOfStatus(response.status, body, facts, response.headers);
  const mended =
    sent &&
    fault.code !== 'context-too-long' &&
    withoutRefused(sent, body, facts);
  if (mended) {
    return askServer({ ...request, body: mended }, facts);
  }
  throw page === undefined
    ? fault
    : new ModelFault(fault.code, '', {
        ...fault.facts,
        page: tidy(page || `${response.status} ${response.statusText}`)
      });
}

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
function withoutRefused(
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

/** An escape in JSON; four digits follow where it is half of a pair, alone. */
const ESCAPE = /\\(?:ud[89a-f]..|[^])/g;

/**
 * JSON in which half of a surrogate pair, left where a text was cut, is a
 * replacement character: servers refuse it, and all that comes after it.
 */
function wellFormed(json: string): string {
  return json.replace(ESCAPE, each => (each.length > 2 ? '\ufffd' : each));
}

async function send(
  { url, method, body, headers: more, keyHeader, signal }: IModelRequest,
  facts: IRequestFacts
): Promise<Response> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
    ...keyHeaders(facts, keyHeader),
    ...ownOriginHeaders(url, method, facts)
  };
  try {
    return await fetch(url, {
      method,
      headers,
      body: body && wellFormed(body),
      signal,
      // Following a redirect would send the body and the key somewhere else.
      // Unlike `error`, this distinguishes a redirect from an unreachable
      // server.
      redirect: 'manual',
      referrerPolicy: 'no-referrer'
    });
  } catch (error) {
    if (signal?.aborted || isAbort(error)) {
      throw error;
    }
    const code = isMixedContent(url) ? 'mixed-content' : 'unreachable';
    const text = error instanceof Error ? error.message : String(error);
    // Without the error as its cause, because a browser's error may quote a
    // header.
    throw new ModelFault(code, tidy(text, facts.key), named(facts));
  }
}

/**
 * Refuses a key that cannot be put in a header, before `fetch` quotes it in an
 * error.
 */
function keyHeaders(
  facts: IRequestFacts,
  name: string | undefined
): Record<string, string> {
  const { key } = facts;
  if (key && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ModelFault(
      'wrong-key',
      'The key holds characters that no key has, such as a space or a line break.',
      named(facts)
    );
  }
  return !key
    ? {}
    : name
      ? { [name]: key }
      : { authorization: `Bearer ${key}` };
}

/**
 * Headers for the Jupyter server's own routes. It expects its token against
 * forged requests. Routes through jupyter-server-proxy do not check that token
 * but would forward it, so it is left out there. The proxy streams an answer
 * only with this `accept`; otherwise it waits until the answer is complete.
 */
function ownOriginHeaders(
  url: string,
  method: string,
  { host = '' }: IRequestFacts
): Record<string, string> {
  if (
    typeof document === 'undefined' ||
    new URL(url).origin !== globalThis.location?.origin
  ) {
    return {};
  }
  const token =
    !isProxied(host) && /(?:^|; )_xsrf=([^;]+)/.exec(document.cookie)?.[1];
  return {
    ...(method === 'POST' && { accept: 'text/event-stream' }),
    ...(token && { 'x-xsrftoken': token })
  };
}

/** Whether the browser refuses the address because the page was loaded over https. */
export function isMixedContent(
  url: string,
  pageProtocol: string | undefined = globalThis.location?.protocol
): boolean {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(
    hostname
  );
  return pageProtocol === 'https:' && protocol === 'http:' && !isLocal;
}

/** The title of an HTML page, which may be empty; undefined for other text. */
export function webPage(text: string): string | undefined {
  return /^\s*</.test(text)
    ? (/<title[^<>]*>([^<]*)/i.exec(text)?.[1].trim() ?? '')
    : undefined;
}

/** @returns with `page`, the title, if the body is a web page instead of a message. */
async function errorBody(
  response: Response
): Promise<{ body: unknown; page?: string }> {
  const whole = await response.text().catch((error: unknown) => {
    if (isAbort(error)) {
      throw error;
    }
    // The status alone says enough.
    return '';
  });
  const text = whole.slice(0, MAX_BODY);
  const page = webPage(text);
  try {
    return { body: JSON.parse(text) };
  } catch {
    // Not JSON: a proxy's page or a plain sentence.
    return { body: page ?? text, page };
  }
}
