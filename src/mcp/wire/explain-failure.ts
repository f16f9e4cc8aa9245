import {
  ProtocolError,
  RegistrationRejectedError,
  UnauthorizedError
} from '@modelcontextprotocol/client';

import type {
  IMcpFailure,
  IMcpServerSetting,
  ITranslator,
  McpFailureCode
} from '../../contract';
import type { Exchanges } from './server-fetch';
import { isTimeout, messageOf } from './is-timeout';
import type { IServerAddress } from './server-address';

/** Headers that a server has to allow pages to send. */
const ALLOW_HEADERS =
  'content-type, authorization, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id';
/** Headers that it has to allow pages to read. */
const EXPOSE_HEADERS = 'mcp-session-id, mcp-protocol-version, www-authenticate';

/** Content types of answers in the protocol. */
const SPOKEN = ['application/json', 'text/event-stream'];
const PAGES = ['text/html', 'application/xhtml+xml'];

/** What is known when a connection or a request fails. */
export interface IFailureScene {
  setting: IMcpServerSetting;
  address: IServerAddress;
  /** Address of the page. */
  page: string;
  exchanges: Exchanges;
  fetch?: typeof fetch;
  trans: ITranslator;
}

/**
 * Explains why a server cannot be used, with the next step. Based on what was
 * sent and received, not on an error's text. A chunk of its own, because most
 * servers work.
 */
export async function explainFailure(
  error: unknown,
  scene: IFailureScene
): Promise<IMcpFailure> {
  const cause = await causeOf(error, scene);
  const [code] = cause.split(' ') as [McpFailureCode];
  return { code, text: explanations(error, scene)[cause] };
}

type Cause = keyof ReturnType<typeof explanations>;

async function causeOf(
  error: unknown,
  { address, exchanges, setting, page, fetch: fetched }: IFailureScene
): Promise<Cause> {
  const { last } = exchanges;
  const { status, type = '' } = last ?? {};
  if (exchanges.isTooLarge) {
    return 'too-large';
  }
  if (last?.redirected) {
    return 'redirect';
  }
  if (isTimeout(error)) {
    return 'timeout';
  }
  if (error instanceof UnauthorizedError || status === 401) {
    return setting.auth !== 'oauth'
      ? setting.auth === 'none'
        ? 'unauthorized'
        : 'unauthorized key'
      : exchanges.isForbidden
        ? 'sign-in more'
        : 'sign-in';
  }
  if (isUnregistered(error)) {
    return 'unauthorized client';
  }
  if (PAGES.includes(type) && status !== 404) {
    return address.isProxied && (status ?? 0) >= 500 ? 'proxy' : 'not-mcp page';
  }
  if (isSessionHidden(exchanges)) {
    return 'session-header';
  }
  if (status === 421 || (status === 403 && namesHost(last?.body))) {
    return 'forbidden host';
  }
  if (status !== undefined && status >= 400) {
    return status === 403
      ? 'forbidden'
      : status === 404
        ? 'not-found'
        : status < 500
          ? 'not-mcp'
          : address.isProxied
            ? 'proxy'
            : 'server-error';
  }
  if (last && status === undefined) {
    // There was no response the page may read: nothing is there, or CORS
    // forbids it.
    return address.url.origin === new URL(page).origin ||
      !(await isReachable(address.url, fetched))
      ? 'unreachable'
      : 'cors';
  }
  if (type && !SPOKEN.includes(type)) {
    return 'not-mcp';
  }
  if (last?.rpc === 'initialize' || last?.rpc === 'server/discover') {
    return 'version';
  }
  return error instanceof ProtocolError
    ? 'other refused'
    : (await isReachable(address.url, fetched))
      ? 'other'
      : 'unreachable';
}

/** The sentence of each cause, which begins with its code. */
function explanations(
  error: unknown,
  { address, exchanges, setting, page, trans }: IFailureScene
) {
  const { host, isProxied, url } = address;
  const status = exchanges.last?.status;
  const { origin, host: pageHost } = new URL(page);
  return {
    'too-large': trans.__(
      '%1 sent more than 20 MB in one answer, so the answer was dropped. Ask the server for less, or ask whoever runs it to send it in parts.',
      host
    ),
    redirect: trans.__(
      '%1 redirects to another address, and your keys are not sent there. Enter the address it redirects to; often only a slash at the end is different.',
      url.href
    ),
    timeout: isProxied
      ? trans.__(
          '%1 did not answer in time. Jupyter’s proxy holds answers back until they are complete; check that the server is running and answers at all.',
          host
        )
      : trans.__(
          '%1 did not answer in time. Check that the server is running, and whether a proxy in front of it holds answers back (for nginx: proxy_buffering off).',
          host
        ),
    'sign-in': trans.__(
      '%1 wants you to sign in first. Choose “Sign in”.',
      host
    ),
    'sign-in more': trans.__(
      '%1 wants you to allow more than you did when you signed in. Choose “Sign in”, or switch it off.',
      host
    ),
    unauthorized: trans.__(
      '%1 does not let you in without a key or a sign-in (401). Choose one under “Authentication”.',
      host
    ),
    'unauthorized key': trans.__(
      '%1 did not accept the key (401). Enter it again, or get a new one from whoever runs the server.',
      host
    ),
    'unauthorized client': trans.__(
      '%1 does not let programs register themselves. Ask whoever runs it for a client ID, and enter it below “Sign in (OAuth)”.',
      host
    ),
    'not-mcp page': trans.__(
      '%1 answered with a web page, so this is probably not the address of an MCP server. Most end with /mcp. There may also be a sign-in page in between.',
      url.href
    ),
    'session-header': trans.__(
      '%1 opened a session, but the browser is not allowed to read its id, so the server says “Server not initialized”. Have the server answer with Access-Control-Expose-Headers: %2.',
      host,
      EXPOSE_HEADERS
    ),
    'forbidden host': trans.__(
      '%1 answers only for hosts that it was told of, and “%2” is none of them (%3). Start it with that host allowed, for example --allowed-hosts %2.',
      host,
      isProxied ? pageHost : url.host,
      status
    ),
    forbidden: isProxied
      ? trans.__(
          'Jupyter did not let the request through to %1 (403). Reload the page to sign in to Jupyter again.',
          host
        )
      : trans.__(
          '%1 knows who you are but does not let you in (403). Ask whoever runs it for access. Some servers also answer like this to pages from an origin they do not know.',
          host
        ),
    'not-found': isProxied
      ? trans.__(
          'Nothing was found at %1 (404). Check whether jupyter-server-proxy is installed, and whether the path behind the port is right; most end with /mcp.',
          host
        )
      : trans.__(
          'Nothing was found at %1 (404). Check whether the path is right; most end with /mcp.',
          url.href
        ),
    proxy: trans.__(
      'Jupyter’s proxy got no answer from %1. Check that the server is running on Jupyter’s machine, and on that port.',
      host
    ),
    'server-error': trans.__(
      '%1 reported an error of its own (%2). Try again later, or ask whoever runs it.',
      host,
      status
    ),
    'not-mcp': trans.__(
      '%1 does not answer the way an MCP server does. Check that the address is right (most end with /mcp), and whether the server offers “streamable HTTP”.',
      url.href
    ),
    cors: trans.__(
      '%1 is there, but does not allow pages from %2 (CORS). Have it answer with Access-Control-Allow-Origin: %2, Access-Control-Allow-Methods: GET, POST, DELETE, OPTIONS, Access-Control-Allow-Headers: %3, and Access-Control-Expose-Headers: %4. Or reach it through jupyter-server-proxy.',
      host,
      origin,
      // The person's own headers have to be allowed too.
      [ALLOW_HEADERS, ...setting.headers].join(', '),
      EXPOSE_HEADERS
    ),
    unreachable: trans.__(
      'Nothing answers at %1. Check that the server is running, and that the address and the port are right.',
      url.origin
    ),
    version: trans.__(
      '%1 speaks a version of the protocol that Cellwright does not support (“%2”). Cellwright supports 2026-07-28 and the versions from 2024-10-07 to 2025-11-25; update the server.',
      host,
      messageOf(error)
    ),
    'other refused': trans.__('%1 refused: “%2”', host, messageOf(error)),
    other: trans.__('%1 could not be used: “%2”', host, messageOf(error))
  };
}

/** Whether signing in needs a client that was registered by a person. */
function isUnregistered(error: unknown): boolean {
  return (
    error instanceof RegistrationRejectedError ||
    /dynamic client registration/.test(messageOf(error))
  );
}

/** Whether a refusal is about the host, in the words of the usual servers. */
function namesHost(body = ''): boolean {
  return /(invalid|allowed|unknown|forbidden) host|host\b.{0,40}not allowed|only allowed at/i.test(
    body
  );
}

/** The server opened a session, but refused the very next request. */
function isSessionHidden(exchanges: Exchanges): boolean {
  const opened = exchanges.of('initialize');
  const next = exchanges.last;
  return (
    opened?.status === 200 &&
    !opened.hasSession &&
    next !== opened &&
    (next?.status === 400 || next?.status === 404)
  );
}

/** ms within which there must be a response. */
const REACH_LIMIT = 5_000;

/** Whether anything responds, without reading the response. */
function isReachable(
  url: URL,
  fetched: typeof fetch = fetch
): Promise<boolean> {
  return fetched(url, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(REACH_LIMIT)
  }).then(
    () => true,
    () => false
  );
}
