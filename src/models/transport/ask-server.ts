import { ModelFault, isProxied } from '../../contract';
import {
  refusalsOf,
  rememberRefusals
} from '../../contract/util/model-refusals';
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
  if (request.body) {
    request = {
      ...request,
      body: refusedFields(facts).reduce(changed, request.body)
    };
  }
  const response = await send(request, facts);
  if (response.ok) {
    return response;
  }
  if (isRedirect(response)) {
    await response.body?.cancel();
    throw new ModelFault('redirect', '', named(facts));
  }
  const { body, page } = await errorBody(response);
  const fault = faultOfStatus(response.status, body, facts, response.headers);
  const mended =
    request.body &&
    fault.code !== 'context-too-long' &&
    withoutRefused(request.body, body, facts);
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

/**
 * Fields that a server or a model may refuse and that a request can do without:
 * token counts, our temperature of 0, forcing a tool call or JSON. Each with
 * the words by which a refusal mentions it.
 */
const DISPENSABLE: readonly (readonly [field: string, named: RegExp])[] = [
  ['stream_options', /stream_options/],
  ['temperature', /temperature/],
  ['parallel_tool_calls', /parallel[_ ]?tool[_ ]?calls/i],
  ['tool_choice', /tool[_ ]?choice/i],
  ['tools.*.function.strict', /\bstrict\b/],
  ['tools.*.strict', /\bstrict\b/],
  // One server's name for what another calls otherwise.
  ['max_tokens>max_completion_tokens', /max_completion_tokens\W* instead/],
  ['max_completion_tokens>max_tokens', /max_tokens\W* instead/],
  ['max_completion_tokens', /max_completion_tokens/],
  ['max_tokens', /max_tokens/],
  // OpenAI's newer name for the role of the system prompt.
  ['*.*.role=system', /\bdeveloper\b/],
  ['prompt_cache_key', /prompt_cache_key/],
  ['store', /\bstore\b/],
  ['include', /\binclude\b|encrypted_content/],
  ['response_format', /response_?format|json_schema|structured output/i],
  ['text.format', /text\.format|json_schema|structured output/i],
  ['toolConfig', /tool_?config|function_?calling_?config|forced function/i],
  ['generationConfig.responseJsonSchema', /response_?json_?schema|json mode/i],
  ['generationConfig.responseMimeType', /response_?mime_?type|json mode/i],
  ['format', /\bformat\b|structured output/i]
];

/** Fields of a chat-completions message and of its calls that all servers know. */
const KNOWN = /^(role|content|name|tool_calls|tool_call_id|type|id|function)$/;

/** Wordings about a field that a server does not know, without its name. */
const UNKNOWN_FIELD =
  /extra (inputs|fields)|additional propert|(unknown|unexpected|unrecognized|unsupported) (field|propert|parameter|argument|key|name)|is unsupported/i;

/** Wordings about thinking that has to come back; see `MISSING`. */
const REQUIRED =
  /must (be|alternate)|missing|required|passed back|should (contain|have)|unexpected role/i;

/**
 * What takes the place of thinking that another model's answer does not have,
 * where a server insists on it.
 */
const MISSING: readonly (readonly [named: RegExp, add: string])[] = [
  [/reasoning_content/, 'reasoning_content'],
  [/thought_signature/, 'thought_signature'],
  // Mistral, and templates of local models, want an answer between them.
  [/role \W?user\W* after role \W?tool|roles must alternate/, 'assistant']
];

/** Wordings about thinking that the server cannot read, though it sent it. */
const UNREADABLE_THINKING =
  /(invalid|corrupted).{0,20}signature|signature.{0,30}(invalid|not valid|field required)|encrypted.content.{0,200}(verified|decrypted)|invalid_encrypted_content|type 'reasoning' was provided/i;

/** The value by which Gemini does not check a part that it has not signed. */
const UNSIGNED = 'skip_thought_signature_validator';

/** Paths of the fields that a model's server has refused, and are left out. */
export function refusedFields({
  provider,
  host,
  model
}: IRequestFacts): string[] {
  return refusalsOf([provider, host, model]);
}

/**
 * The body without the fields that the answer refuses, or with those that it
 * misses; undefined if there are none.
 */
function withoutRefused(
  sent: string,
  answer: unknown,
  facts: IRequestFacts
): string | undefined {
  const said = JSON.stringify(answer);
  // As after the key or what stands behind a gateway has changed. It is not
  // remembered: what comes from now on can be read.
  const bare = UNREADABLE_THINKING.test(said) ? withoutThinking(sent) : sent;
  if (bare !== sent) {
    return bare;
  }
  const known = refusedFields(facts);
  const missing = MISSING.filter(
    ([named]) => named.test(said) && REQUIRED.test(said)
  )
    .map(([, name]) => `+${name}`)
    .filter(each => !known.includes(each) && changed(sent, each) !== sent);
  const named = DISPENSABLE.filter(
    ([field, words]) =>
      words.test(said) &&
      // Only the person may undo a setting of theirs.
      (field !== 'temperature' || facts.ownTemperature === true)
  ).map(([field]) => field);
  const replayed = replayedFields(sent);
  const ofAnswers = replayed.filter(path =>
    said.includes(path.split('.').at(-1) as string)
  );
  const renamed = named.filter(
    field => field.includes('>') && changed(sent, field) !== sent
  );
  const found = renamed.length > 0 ? renamed : [...named, ...ofAnswers];
  const wanted =
    missing.length > 0
      ? missing
      : found.length > 0
        ? found
        : UNKNOWN_FIELD.test(said)
          ? replayed
          : [];
  let body = sent;
  const refused = wanted.filter(field => {
    const before = body;
    body = known.includes(field) ? body : changed(body, field);
    return body !== before;
  });
  if (refused.length === 0) {
    return undefined;
  }
  const { provider, host, model } = facts;
  rememberRefusals([provider, host, model], refused);
  return body;
}

/** A request of any protocol without the thinking that led to its answers. */
function withoutThinking(sent: string): string {
  const { messages, input, contents, ...rest } = JSON.parse(sent) as Record<
    string,
    unknown
  >;
  const whole = JSON.stringify({ messages, input, contents });
  const bare = JSON.parse(whole, (key, value: unknown) =>
    key === 'reasoning_details'
      ? undefined
      : Array.isArray(value)
        ? value.filter(
            part =>
              !/^(redacted_)?thinking$|^reasoning$/.test(
                String((part as { type?: unknown } | null)?.type)
              )
          )
        : /^thought_?signature$/i.test(key)
          ? UNSIGNED
          : value
  ) as object;
  if (JSON.stringify(bare) === whole) {
    return sent;
  }
  // Anthropic wants thinking before each call while it is on.
  const { thinking: _, ...more } = rest;
  return JSON.stringify({ ...more, ...bare });
}

/** Paths of what answers in a request came with: see `withReplay`. */
function replayedFields(body: string): string[] {
  const { messages = [] } = JSON.parse(body) as { messages?: unknown };
  const answers = (Array.isArray(messages) ? messages : []).filter(
    (each: { role?: unknown }) => each.role === 'assistant'
  ) as { tool_calls?: object[] }[];
  const own = (value: object): string[] =>
    Object.keys(value).filter(name => !KNOWN.test(name));
  return [
    ...new Set([
      ...answers.flatMap(each => own(each).map(name => `messages.*.${name}`)),
      ...answers
        .flatMap(({ tool_calls: calls = [] }) => calls)
        .flatMap(call =>
          own(call).map(name => `messages.*.tool_calls.*.${name}`)
        )
    ])
  ];
}

/**
 * A body without one of its fields, given by its path (`*` is each of a list,
 * `>` a new name, `=` another value for the role `developer`); with a plus sign,
 * with what it misses. Unchanged if there is nothing to do.
 */
function changed(body: string, path: string): string {
  const whole = JSON.parse(body) as Record<string, unknown>;
  const isChanged = path.startsWith('+')
    ? addMissing(whole, path.slice(1))
    : remove(whole, path.split('.'));
  return isChanged ? JSON.stringify(whole) : body;
}

function remove(at: unknown, [name, ...rest]: string[]): boolean {
  if (typeof at !== 'object' || at === null) {
    return false;
  }
  if (name === '*') {
    return Object.values(at).filter(each => remove(each, rest)).length > 0;
  }
  const record = at as Record<string, unknown>;
  if (rest.length > 0) {
    return remove(record[name], rest);
  }
  const [, field, value] = /^(.*)=([^=]*)$/.exec(name) ?? [];
  if (field) {
    const isOld = record[field] === 'developer';
    record[field] = isOld ? value : record[field];
    return isOld;
  }
  const [old, renamed] = name.split('>');
  if (!(old in record)) {
    return false;
  }
  if (renamed) {
    record[renamed] = record[old];
  }
  delete record[old];
  return true;
}

function addMissing(whole: Record<string, unknown>, name: string): boolean {
  let isChanged = false;
  const messages = (whole.messages ?? []) as {
    role?: string;
    content?: unknown;
    reasoning_content?: string;
    tool_calls?: { extra_content?: object }[];
  }[];
  if (name === 'assistant') {
    whole.messages = messages.flatMap((message, index) => {
      const isBare =
        message.role === 'user' &&
        /^(tool|user)$/.test(messages[index - 1]?.role ?? '');
      isChanged ||= isBare;
      return isBare
        ? [{ role: 'assistant', content: 'OK.' }, message]
        : message;
    });
    return isChanged;
  }
  for (const message of messages) {
    const [call] = message.tool_calls ?? [];
    if (message.role !== 'assistant') {
      continue;
    }
    if (name === 'reasoning_content' && message[name] === undefined) {
      message[name] = '';
      isChanged = true;
    } else if (name === 'thought_signature' && call && !call.extra_content) {
      call.extra_content = { google: { thought_signature: UNSIGNED } };
      isChanged = true;
    }
  }
  return isChanged;
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
      body,
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

function keyHeaders(
  facts: IRequestFacts,
  name: string | undefined
): Record<string, string> {
  if (!facts.key) {
    return {};
  }
  const key = checkedKey(facts);
  return name ? { [name]: key } : { authorization: `Bearer ${key}` };
}

/**
 * Refuses a key that cannot be put in a header, before `fetch` quotes it in an
 * error.
 */
function checkedKey(facts: IRequestFacts): string {
  const key = facts.key ?? '';
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ModelFault(
      'wrong-key',
      'The key holds characters that no key has, such as a space or a line break.',
      named(facts)
    );
  }
  return key;
}

/** A browser only reveals that there was a redirect. */
function isRedirect({ type, status }: Response): boolean {
  return (
    type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
  );
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
  const accept: Record<string, string> =
    method === 'POST' ? { accept: 'text/event-stream' } : {};
  if (isProxied(host)) {
    return accept;
  }
  const token = /(?:^|; )_xsrf=([^;]+)/.exec(document.cookie)?.[1];
  return token ? { ...accept, 'x-xsrftoken': token } : accept;
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
  let text: string;
  try {
    text = (await response.text()).slice(0, MAX_BODY);
  } catch (error) {
    if (isAbort(error)) {
      throw error;
    }
    // The status alone says enough.
    return { body: '' };
  }
  try {
    return { body: JSON.parse(text) };
  } catch {
    // Not JSON: a proxy's page or a plain sentence.
    const page = webPage(text);
    return page === undefined ? { body: text } : { body: page, page };
  }
}
