import { isRecord } from '../../contract/util/is-record';

/** One request and its response, as far as the page may see it. */
export interface IExchange {
  /** Method of the protocol; empty if it is not a protocol call. */
  rpc: string;
  /** Undefined if there was no response the page may read. */
  status?: number;
  type?: string;
  /** Whether the page can see the header with the session id. */
  hasSession?: boolean;
  redirected?: boolean;
  /** What an error response says. */
  body?: string;
  /** When to ask again, as the server says it: seconds or a date. */
  retryAfter?: string;
  tooLarge?: boolean;
}

/** Number of requests remembered; the latest ones explain a failure. */
const MOST = 20;

/** The latest requests to a server, from which a failure is explained. */
export class Exchanges {
  private readonly _all: IExchange[] = [];

  /** Requests for the stream on which a 2025 server reports changes. */
  private _streams: IExchange[] = [];

  /** @param isStream whether this requests the stream of changes. */
  begin(rpc: string, isStream = false): IExchange {
    const exchange: IExchange = { rpc };
    if (isStream) {
      // It only matters whether there were several.
      this._streams = [...this._streams.slice(-1), exchange];
    }
    this._all.push(exchange);
    this._all.splice(0, this._all.length - MOST);
    return exchange;
  }

  get last(): IExchange | undefined {
    return this._all.at(-1);
  }

  /** The last exchange with a method. */
  of(rpc: string): IExchange | undefined {
    return this._all.findLast(each => each.rpc === rpc);
  }

  /**
   * Whether the stream has been open from the beginning; if not, changes may
   * have been missed.
   */
  get isStreamWhole(): boolean {
    return this._streams.length === 1 && this._streams[0].status === 200;
  }

  /**
   * Whether the server knows who asks, and wants more from them. Other requests
   * may be under way or answered since: only those it turned away count.
   */
  get isForbidden(): boolean {
    return (
      this._all.findLast(
        ({ rpc, status }) => rpc !== '' && (status === 401 || status === 403)
      )?.status === 403
    );
  }

  get isTooLarge(): boolean {
    return this._all.some(({ tooLarge }) => tooLarge);
  }
}

/** Maximum bytes of an answer, and of one event on a stream that stays open. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Maximum bytes read of an error's body. */
const MOST_ERROR_BYTES = 64 * 1024;
/** Characters of it that explain a failure. */
const MAX_SAID = 500;
/** What a client asks first, to find out which protocol a server speaks. */
const ERA_PROBE = 'server/discover';

/**
 * The client's `fetch`: it records exchanges, limits the size of responses, and
 * ends with the connection.
 *
 * @param signal ends whatever is under way.
 */
export function serverFetch(
  inner: typeof fetch,
  exchanges: Exchanges,
  signal: AbortSignal
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const exchange = exchanges.begin(rpcOf(init), isStreamAsked(init));
    const isProbe = exchange.rpc === ERA_PROBE;
    const ask = (): Promise<Response> =>
      inner(url, {
        ...init,
        ...(isProbe && { headers: withName(init) }),
        referrerPolicy: 'same-origin',
        signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal
      });
    const response = await (isProbe ? twice(ask) : ask());
    exchange.status = response.status;
    exchange.type = mediaType(response);
    exchange.hasSession = response.headers.has('mcp-session-id');
    exchange.retryAfter = response.headers.get('retry-after') ?? undefined;
    exchange.redirected =
      response.type === 'opaqueredirect' ||
      (response.status >= 300 && response.status < 400);
    return refusals(await bounded(response, init, exchange), init, exchange);
  };
}

/** The response with another body. */
function again(
  { status, statusText, headers, url }: Response,
  body: BodyInit | null,
  as = status
): Response {
  const limited = new Response(isEmptyStatus(as) ? null : body, {
    status: as,
    statusText,
    headers
  });
  Object.defineProperty(limited, 'url', { value: url });
  return limited;
}

/**
 * Some servers answer a session they no longer know with 200 and an error whose
 * id is null, as JSON or as the first event of a stream. Such an error is of a
 * request that was not read, so it is one with status 400: the client finds no
 * request with that id, and would take it for an invalid answer to a call that
 * may have run.
 */
async function refusals(
  response: Response,
  init: RequestInit | undefined,
  exchange: IExchange
): Promise<Response> {
  if (init?.method !== 'POST' || !response.ok || !response.body) {
    return response;
  }
  const isWhole = exchange.type === 'application/json';
  if (!isWhole && exchange.type !== 'text/event-stream') {
    return response;
  }
  const [text, body] = isWhole
    ? await response.text().then(all => [all, all] as const)
    : await firstPart(response.body);
  if (hasNoId(isWhole ? text : (/^data:(.*)$/m.exec(text)?.[1] ?? ''))) {
    exchange.status = 400;
  }
  return again(response, body, exchange.status);
}

/** The first part of a stream as text, and the same stream, unread. */
async function firstPart(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
): Promise<[string, ReadableStream<Uint8Array<ArrayBuffer>>]> {
  const reader = stream.getReader();
  let first: Awaited<ReturnType<typeof reader.read>> | null =
    await reader.read();
  const text = new TextDecoder().decode(first.value);
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = first ?? (await reader.read());
      first = null;
      if (done) {
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel: reason => reader.cancel(reason)
  });
  return [text, whole];
}

function hasNoId(text: string): boolean {
  if (!text.includes('"error"')) {
    return false;
  }
  try {
    const body: unknown = JSON.parse(text);
    return (
      isRecord(body) &&
      body.jsonrpc === '2.0' &&
      isRecord(body.error) &&
      (body.id ?? null) === null
    );
  } catch {
    return false;
  }
}

const isEmptyStatus = (status: number): boolean =>
  [204, 205, 304].includes(status);

/**
 * Headers with the one that only calls have. A browser asks a server at another
 * address which headers it allows; asked about all of them now, it need not ask
 * again just before the first call. Servers look at the header in calls alone.
 */
function withName(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.set('mcp-name', ERA_PROBE);
  return headers;
}

/**
 * Asks once more if the network failed. On a busy machine Chromium (150) drops
 * a request now and then if the answer about allowed headers has a body that
 * comes after the request was sent. A client takes a server that cannot be
 * reached then for one of 2025.
 */
async function twice(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TypeError) {
      return ask();
    }
    throw error;
  }
}

function rpcOf(init: RequestInit | undefined): string {
  if (typeof init?.body !== 'string') {
    return '';
  }
  try {
    const body: unknown = JSON.parse(init.body);
    return isRecord(body) && typeof body.method === 'string' ? body.method : '';
  } catch {
    // An OAuth form rather than JSON.
    return '';
  }
}

/** Whether this is the page's one long-lived GET; those for signing in ask for JSON. */
function isStreamAsked(init: RequestInit | undefined): boolean {
  return (
    (init?.method ?? 'GET') === 'GET' &&
    new Headers(init?.headers).get('accept')?.includes('text/event-stream') ===
      true
  );
}

function mediaType(response: Response): string {
  const [type] = (response.headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** The response, of which no more is read than we have use for. */
async function bounded(
  response: Response,
  init: RequestInit | undefined,
  exchange: IExchange
): Promise<Response> {
  const { body, status } = response;
  if (!body || status < 200 || isEmptyStatus(status)) {
    return response;
  }
  if (!response.ok) {
    const read = body.pipeThrough(
      counted(MOST_ERROR_BYTES, false, controller => controller.terminate())
    );
    const text = await again(response, read).text();
    exchange.body = text.slice(0, MAX_SAID);
    return again(response, text);
  }
  // Changes keep arriving for as long as the page is open.
  const isOpen =
    (init?.method ?? 'GET') === 'GET' && exchange.type === 'text/event-stream';
  return again(
    response,
    body.pipeThrough(
      counted(MOST_BYTES, isOpen, controller => {
        exchange.tooLarge = true;
        controller.error(new Error('The answer is too large.'));
      })
    )
  );
}

/**
 * Lets this many bytes through.
 *
 * @param byEvent whether the limit applies to each event of a stream separately.
 */
function counted(
  most: number,
  byEvent: boolean,
  end: (controller: TransformStreamDefaultController<Uint8Array>) => void
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const from = byEvent ? lastEventEnd(chunk) : -1;
      bytes = from < 0 ? bytes + chunk.length : chunk.length - from;
      if (bytes <= most) {
        controller.enqueue(chunk);
      } else {
        // What is left over of an error still says what is wrong.
        controller.enqueue(
          chunk.subarray(0, Math.max(0, most - (bytes - chunk.length)))
        );
        end(controller);
      }
    }
  });
}

/**
 * Where the last event in a chunk ends, which is after an empty line; -1 if
 * none does.
 */
function lastEventEnd(chunk: Uint8Array): number {
  const [LF, CR] = [10, 13];
  for (let at = chunk.length - 1; at > 0; at--) {
    if (
      chunk[at] === LF &&
      (chunk[at - 1] === LF || (chunk[at - 1] === CR && chunk[at - 2] === LF))
    ) {
      return at + 1;
    }
  }
  return -1;
}
