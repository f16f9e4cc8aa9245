import { ModelFault, isProxied } from '../../contract';
import {
  type IRequestFacts,
  faultOfStatus,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';
import { webPage } from './answer-stream';

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
    const known = [...(REFUSED.get(facts) ?? [])];
    request = { ...request, body: known.reduce(without, request.body) };
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
  const bare = request.body && withoutRefused(request.body, body, facts);
  if (bare) {
    return askServer({ ...request, body: bare }, facts);
  }
  const fault = faultOfStatus(response.status, body, facts, response.headers);
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
  ['tool_choice', /tool[_ ]?choice/i],
  ['response_format', /response_?format|json_schema|structured output/i],
  ['text.format', /text\.format|json_schema|structured output/i],
  ['toolConfig', /tool_?config|function_?calling_?config|forced function/i],
  ['generationConfig.responseJsonSchema', /response_?json_?schema|json mode/i],
  ['generationConfig.responseMimeType', /response_?mime_?type|json mode/i],
  ['format', /\bformat\b|structured output/i]
];

/** What each model has refused, so that it is not sent again. */
const REFUSED = new WeakMap<IRequestFacts, Set<string>>();

/**
 * The body without the fields that the answer refuses; undefined if it refuses
 * none.
 */
function withoutRefused(
  sent: string,
  answer: unknown,
  facts: IRequestFacts
): string | undefined {
  const said = JSON.stringify(answer);
  const refused = DISPENSABLE.filter(
    ([field, named]) =>
      named.test(said) &&
      // Only the person may undo a setting of theirs.
      (field !== 'temperature' || facts.ownTemperature === true) &&
      without(sent, field) !== sent
  ).map(([field]) => field);
  if (refused.length === 0) {
    return undefined;
  }
  REFUSED.set(facts, new Set([...(REFUSED.get(facts) ?? []), ...refused]));
  return refused.reduce(without, sent);
}

/**
 * A body without one of its fields, given by its path; unchanged if it does not
 * have it.
 */
function without(body: string, path: string): string {
  const whole = JSON.parse(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() as string;
  let at: unknown = whole;
  for (const name of names) {
    at = (at as Record<string, unknown> | undefined)?.[name];
  }
  if (typeof at !== 'object' || at === null || !(last in at)) {
    return body;
  }
  delete (at as Record<string, unknown>)[last];
  return JSON.stringify(whole);
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
