import { ModelFault, isProxied } from '../../contract';
import {
  type IRequestFacts,
  faultOfStatus,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';
import { webPage } from './answer-stream';

/** A request to a model server, in the few words it needs. */
export interface IModelRequest {
  url: string;
  method: 'GET' | 'POST';
  /** JSON text. */
  body?: string;
  /** Headers the protocol demands, such as a version. Never the key. */
  headers?: Record<string, string>;
  /** The header that holds the key; as `authorization: Bearer …` where not given. */
  keyHeader?: string;
  signal?: AbortSignal | null;
}

/** Characters of an error's body that are read at all. */
const MAX_BODY = 20_000;

/**
 * Sends a request with no header but `content-type`, the key's and those the
 * protocol demands, so that a plain server's CORS rules let it through.
 *
 * @returns a response whose status is below 400.
 * @throws ModelFault; a stop passes unchanged as `AbortError`.
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
 * the number of tokens, our 0, being made to call a tool or to write JSON. Each
 * with the words a refusal names it by.
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

/** The body less what the answer refuses; undefined where it refuses nothing of it. */
function withoutRefused(
  sent: string,
  answer: unknown,
  facts: IRequestFacts
): string | undefined {
  const said = JSON.stringify(answer);
  const refused = DISPENSABLE.filter(
    ([field, named]) =>
      named.test(said) &&
      // What the person has set is theirs to take back.
      (field !== 'temperature' || facts.ownTemperature === true) &&
      without(sent, field) !== sent
  ).map(([field]) => field);
  if (refused.length === 0) {
    return undefined;
  }
  REFUSED.set(facts, new Set([...(REFUSED.get(facts) ?? []), ...refused]));
  return refused.reduce(without, sent);
}

/** A body less one of its fields, by its path; the same text where it has none. */
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
      // A redirect that is followed takes the body and the key elsewhere.
      // Unlike `error`, this tells one from a server that is not there.
      redirect: 'manual',
      referrerPolicy: 'no-referrer'
    });
  } catch (error) {
    if (signal?.aborted || isAbort(error)) {
      throw error;
    }
    const code = isMixedContent(url) ? 'mixed-content' : 'unreachable';
    const text = error instanceof Error ? error.message : String(error);
    // Without the error as its cause: a browser's error may quote a header.
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

/** Refuses a key that no header can hold, before `fetch` quotes it in an error. */
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

/** A browser hides all of a redirect but that it is one. */
function isRedirect({ type, status }: Response): boolean {
  return (
    type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
  );
}

/**
 * What the Jupyter server wants to see on its own routes: its token against
 * forged requests, but not where jupyter-server-proxy, which does not look at
 * it, would pass it on. That one passes an answer on piece by piece only for
 * this `accept`, and else once it is whole.
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

/** Whether the browser refuses the address because the page came by https. */
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

/** @returns with `page`, the title of it, for a web page in the place of words. */
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
    // The status alone tells enough.
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
