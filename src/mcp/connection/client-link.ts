import {
  Client,
  StreamableHTTPClientTransport
} from '@modelcontextprotocol/client';

import type { IMcpHost, IMcpServerSetting } from '../../contract';
import type { SignIn } from '../auth/sign-in';
import { Exchanges } from '../wire/exchanges';
import { isOpenTo, type IServerAddress } from '../wire/server-address';
import { serverFetch } from '../wire/server-fetch';
import type { IElicitAnswer } from './elicit';

/** ms that a server has to hear that its session is over. */
const GOODBYE_LIMIT = 2_000;

/** ms to the next try to listen, whatever the server says of it. */
const PAUSE = { least: 1_000, most: 60_000 };

/** What stands while a server is connected. */
export interface IClientLink {
  client: Client;
  transport: StreamableHTTPClientTransport;
  exchanges: Exchanges;
  /** Ends all that is under way with it. */
  end: AbortController;
}

/** What went between each client and its server. */
const exchangesOf = new WeakMap<Client, Exchanges>();

/**
 * Whether a 2025 server may have told of changes that nobody heard: many promise
 * to tell and open no stream for it, and a stream may break.
 */
export function hasMissed(client: Client | undefined): boolean {
  return (
    client?.getProtocolEra() === 'legacy' &&
    exchangesOf.get(client)?.isStreamWhole === false
  );
}

/** To which server. */
interface IClientLinkOptions {
  setting: IMcpServerSetting;
  page: IMcpHost;
  address: IServerAddress;
  signIn: SignIn | undefined;
}

/**
 * A client and its way to a server, not opened yet.
 *
 * @param ask answers the server's questions; it is told that it cannot ask
 * where not given.
 */
export function newClientLink(
  options: IClientLinkOptions,
  ask?: (
    params: Record<string, unknown>,
    signal: AbortSignal
  ) => Promise<IElicitAnswer>
): IClientLink {
  const { setting, page, address, signIn } = options;
  const end = new AbortController();
  const exchanges = new Exchanges();
  const client = new Client(
    { name: 'cellwright', version: '1' },
    { capabilities: ask ? { elicitation: { form: {}, url: {} } } : {} }
  );
  if (ask) {
    client.setRequestHandler('elicitation/create', (request, { mcpReq }) =>
      ask({ ...request.params }, mcpReq.signal)
    );
  }
  exchangesOf.set(client, exchanges);
  // Late progress and answers to calls that were stopped: noise. What fails a
  // request is thrown where it was made.
  client.onerror = error =>
    console.debug(`Cellwright: ${setting.name}:`, error.message);
  const fetched = serverFetch(
    page.fetch ?? fetch.bind(globalThis),
    exchanges,
    end.signal
  );
  const transport = new StreamableHTTPClientTransport(address.url, {
    ...(signIn && { authProvider: signIn }),
    fetch: async (url, init) =>
      isOpenTo(new URL(url), address, page.base)
        ? fetched(url, await withHeaders(url, options, init))
        : // What its metadata name on Jupyter's own origin is not asked.
          new Response(null, { status: 404 }),
    reconnectionScheduler: (reconnect, delay) => {
      const pause = Math.min(Math.max(delay, PAUSE.least), PAUSE.most);
      const timer = setTimeout(reconnect, pause);
      return () => clearTimeout(timer);
    }
  });
  return { client, transport, exchanges, end };
}

/** Keys go to the address they were given for, and nowhere else. */
async function withHeaders(
  url: string | URL,
  { setting, page, address, signIn }: IClientLinkOptions,
  init: RequestInit | undefined
): Promise<RequestInit | undefined> {
  if (new URL(url).href !== address.url.href || signIn) {
    return init;
  }
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(await page.headers(setting))) {
    headers.set(name, value);
  }
  return { ...init, headers };
}

/** @param says whether the server is told that its session is over. */
export async function closeClientLink(
  { client, transport, end }: IClientLink,
  says: boolean
): Promise<void> {
  const limit = setTimeout(() => end.abort(), GOODBYE_LIMIT);
  try {
    if (says) {
      await transport.terminateSession();
    }
    await client.close();
  } catch (error) {
    // It is gone already, or was never there.
    console.debug('Cellwright: a server was not told of the end', error);
  }
  clearTimeout(limit);
  end.abort();
}
