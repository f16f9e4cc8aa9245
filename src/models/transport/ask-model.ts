import type { BaseMessage } from '@langchain/core/messages';

import { isModelFault, isProxied, ModelFault } from '../../contract';
import { nextTask } from '../../contract/util/next-task';
import {
  type IRequestFacts,
  faultOfStatus,
  isAbort,
  named,
  tidy
} from '../errors/model-fault';
import type {
  IAnswerChunk,
  IAskOptions,
  IChatSource
} from '../chat/streaming-chat-model';
import type { ITarget } from '../provider/model-provider';
import { estimatedTokens } from './estimated-tokens';
import { Answer, cut, type IAnswerReader, webPage } from './read-answer';
import { withoutKnown, withoutRefused } from './refused-fields';

/** ms of work on payloads after which the page may draw. */
const MAX_TASK = 12;

/** A request in the form of a protocol, and who reads its answer. */
export interface IModelQuestion {
  body: object;
  reader: IAnswerReader;
  /** Server-sent events by default, or one JSON object per line. */
  framing?: 'lines';
  /** What it goes without, for the debug view. */
  leftOut?: string[];
}

/** How a kind of server is asked. */
export interface IProtocol {
  path: string;
  question(
    messages: BaseMessage[],
    options: Omit<IAskOptions, 'signal'>
  ): IModelQuestion | Promise<IModelQuestion>;
}

/** Asks one model by its protocol. */
export function protocolSource(
  { facts, at }: ITarget,
  { path, question }: IProtocol
): IChatSource {
  return {
    facts,
    async *ask(messages, { signal, ...options }) {
      const { leftOut = [], ...asked } = await question(messages, options);
      yield* askModel({ ...at(path), signal, ...asked }, facts);
      if (leftOut.length > 0) {
        yield { leftOut };
      }
    }
  };
}

/**
 * The answer to one request, piece by piece. A complete JSON answer (from a
 * server that does not stream) is read too, if the protocol allows it.
 *
 * Of what has arrived at once, as after a moment in which the page was busy, it
 * lets the page draw in between.
 *
 * It fails with a `ModelFault`: `not-json` if this is not a model server's
 * answer, `cut-stream` if it ends before the answer does, or whatever an error
 * inside the stream says. Stops by the person are passed on unchanged.
 */
export async function* askModel(
  {
    body,
    reader,
    framing,
    ...request
  }: IModelQuestion & Omit<IModelRequest, 'body'>,
  facts: IRequestFacts
): AsyncGenerator<IAnswerChunk> {
  const response = await askServer(
    { ...request, body: JSON.stringify(body) },
    facts
  );
  const stream = (response.body ?? new Blob([]).stream()).getReader();
  const answer = new Answer(reader, framing === 'lines', {
    ...facts,
    sentTokens: () => estimatedTokens(body)
  });
  const decoder = new TextDecoder();
  let lastBreath = performance.now();
  try {
    while (!answer.done) {
      const { done, value } = await stream.read();
      const pieces = done
        ? answer.end(decoder.decode())
        : answer.push(decoder.decode(value, { stream: true }));
      for (const piece of pieces) {
        yield piece;
        // Whoever asks for the next piece has dealt with this one.
        if (performance.now() - lastBreath > MAX_TASK) {
          await nextTask();
          lastBreath = performance.now();
        }
      }
    }
  } catch (error) {
    // Any other error is the connection breaking in the middle of the answer.
    throw isModelFault(error) || isAbort(error) ? error : cut(facts, error);
  } finally {
    // Releases the connection, even if the server keeps it open.
    await stream.cancel('The answer is read.').catch(() => {
      // It is already broken or closed, which is fine.
    });
  }
}

/** A request to a model server. */
export interface IModelRequest {
  url: string;
  /** JSON text, which is posted; without it, something is got. */
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
  const sent = request.body && withoutKnown(request.body, facts);
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
  { url, body, headers: more, keyHeader, signal }: IModelRequest,
  facts: IRequestFacts
): Promise<Response> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
    ...keyHeaders(facts, keyHeader),
    ...ownOriginHeaders(url, body, facts)
  };
  try {
    return await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
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
  return key ? { [name ?? 'authorization']: name ? key : `Bearer ${key}` } : {};
}

/**
 * Headers for the Jupyter server's own routes. It expects its token against
 * forged requests. Routes through jupyter-server-proxy do not check that token
 * but would forward it, so it is left out there. The proxy streams an answer
 * only with this `accept`; otherwise it waits until the answer is complete.
 */
function ownOriginHeaders(
  url: string,
  body: string | undefined,
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
    ...(body !== undefined && { accept: 'text/event-stream' }),
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
