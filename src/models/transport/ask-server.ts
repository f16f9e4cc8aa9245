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
  if (request.body && WITHOUT_TEMPERATURE.has(facts)) {
    request = { ...request, body: without(request.body, 'temperature') };
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
  const refused = ['stream_options', 'temperature'].find(
    name =>
      JSON.stringify(body).includes(name) &&
      // What the person has set is theirs to take back.
      (name !== 'temperature' || facts.ownTemperature === true)
  );
  if (request.body && refused) {
    // Some servers refuse to be asked for the number of tokens, some models our 0.
    const bare = without(request.body, refused);
    if (bare !== request.body) {
      if (refused === 'temperature') {
        WITHOUT_TEMPERATURE.add(facts);
      }
      return askServer({ ...request, body: bare }, facts);
    }
  }
  const fault = faultOfStatus(response.status, body, facts, response.headers);
  throw page === undefined
    ? fault
    : new ModelFault(fault.code, '', {
        ...fault.facts,
        page: tidy(page || `${response.status} ${response.statusText}`)
      });
}

/** Models that have refused the temperature that we set. */
const WITHOUT_TEMPERATURE = new WeakSet<IRequestFacts>();

/** A body less one of its fields; the same text where it has none. */
function without(body: string, name: string): string {
  const { [name]: field, ...rest } = JSON.parse(body) as Record<
    string,
    unknown
  >;
  return field === undefined ? body : JSON.stringify(rest);
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
