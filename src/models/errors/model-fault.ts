import { type ModelFaultCode, isModelFault, ModelFault } from '../../contract';

/** Facts about a request that its faults may mention. */
export interface IRequestFacts {
  /** Id of the provider. */
  provider?: string;
  /** Who was asked, as `ModelAddress.recipient` names them. */
  host?: string;
  model?: string;
  /** The address, as the person entered it. */
  baseUrl?: string;
  /** The key that was sent, so that it can be removed from whatever comes back. */
  key?: string;
  /** Whether we chose the temperature, rather than the person. */
  ownTemperature?: boolean;
  /** Estimated tokens of the request; a function, because it is rarely needed. */
  sentTokens?(): number;
}

/** Maximum number of characters kept of a server's message. */
const MAX_DETAIL = 500;

/**
 * How deep errors may be wrapped: by the SDK, LangChain's retry, and each
 * middleware.
 */
const MAX_DEPTH = 50;

/**
 * The fault inside an error, however deeply it is wrapped; for any other error,
 * a new fault with what the error says. Never holds a key.
 */
export function modelFault(error: unknown): ModelFault {
  const chain = causes(error);
  const found = chain
    .flatMap(each => [each, (each as { fault?: unknown }).fault])
    .find(isModelFault);
  if (found) {
    return found;
  }
  for (const cause of chain as Record<string, unknown>[]) {
    // As OpenAI and Anthropic, Google, and Ollama name it.
    const status = Number(
      cause.status ?? cause.statusCode ?? cause.status_code
    );
    if (status >= 400) {
      return faultOfStatus(status, { error: cause.error ?? cause.message });
    }
    if (cause.name === 'ContextOverflowError') {
      return new ModelFault('context-too-long', tidy(String(cause.message)));
    }
    if (cause.name === 'TimeoutError') {
      return new ModelFault('other', 'The server took too long to answer.');
    }
  }
  const text = error instanceof Error ? error.message : String(error);
  return new ModelFault('other', tidy(text), {}, { cause: error });
}

/** Whether an error is the person's stop rather than a fault. */
export function isAbort(error: unknown): boolean {
  return causes(error).some(each => {
    const { name, message } = each as Error;
    return (
      /^(|APIUser|Model)AbortError$/.test(name) ||
      // LangChain's stop errors are plain `Error`s.
      (name === 'Error' && /^Abort(ed|Error)$/.test(message))
    );
  });
}

/**
 * What a model's stream may throw: stops stay as they are, everything else
 * becomes a fault.
 */
export function faultOrStop(
  error: unknown,
  signal: AbortSignal | undefined
): unknown {
  if (isAbort(error)) {
    return error;
  }
  // LangChain's error for a stop cannot be recognised by its name.
  return signal?.aborted
    ? new DOMException('The call was stopped.', 'AbortError')
    : modelFault(error);
}

/**
 * The fault for an HTTP status of 400 or more, or 0 for an error without one.
 *
 * @param body parsed JSON, or else the text.
 */
export function faultOfStatus(
  status: number,
  body: unknown,
  facts: IRequestFacts = {},
  headers?: Headers
): ModelFault {
  const message = wordsOf(body);
  const unreadable = UNREADABLE.test(`${message.code} ${message.text}`);
  const code = unreadable ? 'server-error' : codeOf(status, message);
  const retryAfter =
    code === 'rate-limit' || code === 'server-error'
      ? (retryAfterOf(headers, message.text) ?? message.wait)
      : undefined;
  return new ModelFault(code, tidy(message.text, facts.key), {
    ...(status > 0 && { status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(unreadable && { unreadable }),
    ...named(facts)
  });
}

/** @throws ModelFault if a part of an answer, whose status was 200, is an error. */
export function throwIfError(part: object, facts: IRequestFacts): void {
  const { error, object, type, response } = part as Record<string, unknown>;
  const isFailed = type === 'response.failed';
  if (error || object === 'error' || type === 'error' || isFailed) {
    const body = isFailed ? response : part;
    const { status, code } = wordsOf(body);
    const other = code.includes('rate') ? 429 : 0;
    throw faultOfStatus(status ?? other, body, facts);
  }
}

/** Host and model without the key: all that a fault may store. */
export function named(facts: IRequestFacts): { host?: string; model?: string } {
  return {
    ...(facts.host ? { host: facts.host } : {}),
    ...(facts.model ? { model: facts.model } : {})
  };
}

/** One line of limited length, without the key or anything that looks like one. */
export function tidy(text: string, key?: string): string {
  const bare = key ? text.split(key).join('[key]') : text;
  return bare
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [key]')
    .replace(/\b(sk|pk|gsk|xai|key)[-_][\w*.-]{6,}/gi, '[key]')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL);
}

interface IWords {
  /** The server's error codes and types, joined, in lower case. */
  code: string;
  text: string;
  /** A status given in the body itself. */
  status?: number;
  /** ms to wait, if the body says so. */
  wait?: number;
}

/**
 * Reads the error formats of OpenAI, vLLM, FastAPI, Anthropic, Gemini and
 * Ollama, and plain text.
 */
function wordsOf(body: unknown): IWords {
  if (typeof body === 'string') {
    // A proxy's error page has nothing worth showing.
    return { code: '', text: /^\s*</.test(body) ? '' : body };
  }
  const outer = asRecord(Array.isArray(body) ? body[0] : body);
  const inner: Record<string, unknown> =
    typeof outer.error === 'string'
      ? { message: outer.error }
      : { ...outer, ...asRecord(outer.error) };
  const { message, detail, code, type, metadata } = inner;
  const raw = asRecord(metadata).raw;
  const text = [message ?? detail ?? '', raw ?? '']
    .map(part => (typeof part === 'string' ? part : JSON.stringify(part)))
    .filter(part => part !== '')
    .join(' ');
  const number = Number(code ?? inner.status);
  // Google's `RetryInfo`, a number of seconds: "37s".
  const wait = [inner.details ?? []]
    .flat()
    .map(each => parseFloat(String(asRecord(each).retryDelay)) * 1000)
    .find(delay => delay >= 0);
  return {
    code: `${code ?? ''} ${type ?? ''}`.toLowerCase(),
    text,
    status: number >= 400 && number < 600 ? number : undefined,
    wait
  };
}

const TOO_LONG = new RegExp(
  [
    'context[ _-]?(length|window|size|limit|overflow)',
    '(maximum|max|exceed\\w*( the)?( available| max\\w*)?) context',
    'prompt (length|too long|exceeds)',
    '(prompt|input|request|conversation|messages?)( \\w+)? (is|are) (too (long|large)|longer than)',
    'too many (input |prompt )?tokens',
    'request[ _](entity )?too large',
    'reduce the (length|size)',
    'tokens? exceed|token (count|limit)',
    'exceeds the maximum number of tokens',
    'maximum (input|prompt|model|number of tokens)',
    '(input|prompt)[ _]?(length|tokens?)\\b[^.]{0,60}(exceed|longer|range|limit|max)',
    // TGI.
    '`?inputs`? tokens \\+ `?max_new_tokens`?',
    'range of input length',
    // LM Studio.
    'tokens to keep from the initial prompt',
    'longer than (the|its) (maximum )?model',
    'exceed max message tokens',
    '(prompt|input|输入|上下文)[^。.]{0,20}(超长|过长|超出|超过)'
  ].join('|'),
  'i'
);
/** A server that could not read the call its model wrote. */
const UNREADABLE =
  /(failed|unable|error|could not|cannot)( to)? (parse|parsing)[^.]{0,20}(tool|function)[ _]?calls?|failed to parse input at pos|tool_use_failed|failed to call a function/i;
const NO_MODEL =
  /model_not_found|(invalid|unknown|no such|not a valid) model|not_found_error.*\bmodel|models?\b.{0,120}?\b(does not exist|not found|doesn't exist|is not available|not loaded)/i;
const BAD_KEY =
  /authentication_error|(invalid|incorrect)[_ ]api[_ ]key|api key not valid/i;
const NO_MONEY =
  /insufficient[_ ](quota|balance|credits)|exceeded your current quota|credit balance|billing|payment required/i;

function codeOf(status: number, message: IWords): ModelFaultCode {
  const all = `${message.code} ${message.text}`;
  // A limit per minute also counts tokens.
  const isRate = status === 429 && !/too large|context/i.test(all);
  if (status === 413 || (!isRate && TOO_LONG.test(all))) {
    return 'context-too-long';
  }
  // Google also says "quota" for a per-minute limit, and then says when to
  // retry.
  if (status === 402 || (NO_MONEY.test(all) && message.wait === undefined)) {
    return 'refused';
  }
  if (NO_MODEL.test(all) && status < 500) {
    return 'unknown-model';
  }
  if (status === 401 || (status < 500 && BAD_KEY.test(all))) {
    return 'wrong-key';
  }
  if (status === 403) {
    return /unsupported_country/.test(all) ? 'refused' : 'wrong-key';
  }
  if (status === 429) {
    return 'rate-limit';
  }
  if (status === 408 || status >= 500 || /overloaded|server_error/.test(all)) {
    return 'server-error';
  }
  // A path that does not exist is not the answer of a model server at all.
  return status === 404 || status === 405 ? 'other' : 'refused';
}

/**
 * ms to wait, from the headers or else from the message, because pages may not
 * be able to read the header.
 */
function retryAfterOf(
  headers: Headers | undefined,
  text: string
): number | undefined {
  const ms = parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) {
    return ms;
  }
  const header = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(header)) {
    return Number(header) * 1000;
  }
  const date = Date.parse(header);
  if (!Number.isNaN(date)) {
    return Math.max(0, date - Date.now());
  }
  const wait = /(?:try again|retry) (?:in|after) ([\d.]+) ?(ms|s|m)/i.exec(
    text
  );
  const unit = { ms: 1, s: 1000, m: 60_000 }[wait?.[2].toLowerCase() ?? ''];
  return wait && unit ? Math.round(parseFloat(wait[1]) * unit) : undefined;
}

/** The error and its causes, outermost first. */
function causes(error: unknown, outer: readonly object[] = []): object[] {
  const isNew =
    typeof error === 'object' && error !== null && !outer.includes(error);
  return isNew && outer.length < MAX_DEPTH
    ? causes((error as Error).cause, [...outer, error])
    : [...outer];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : {};
}
