import {
  Client,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type TransportSendOptions
} from '@modelcontextprotocol/client';

import type { IMcpHost, IMcpServerSetting } from '../../contract';
import type { SignIn } from '../auth/sign-in';
import { isOpenTo, type IServerAddress } from '../wire/server-address';
import { Exchanges, serverFetch } from '../wire/server-fetch';
import type { IElicitAnswer } from './elicit';

/** ms to tell a server that its session is over. */
const GOODBYE_LIMIT = 2_000;

/** Limits in ms for the pause before reconnecting, whatever the server says. */
const PAUSE = { least: 250, most: 60_000 };

/** In `_meta` of a call: its id, the same however often the browser sends it. */
export const CALL_ID = 'cellwright/call';

/** Reports the end of a call's stream: the client would wait for the answer. */
class CallTransport extends StreamableHTTPClientTransport {
  /** By the id of a call. */
  readonly onEnd = new Map<unknown, () => void>();

  override send(
    message: JSONRPCMessage | JSONRPCMessage[],
    options?: TransportSendOptions
  ): Promise<void> {
    const { params } = message as {
      params?: { _meta?: Record<string, unknown> };
    };
    const onRequestStreamEnd = this.onEnd.get(params?._meta?.[CALL_ID]);
    return super.send(message, {
      ...options,
      ...(onRequestStreamEnd && { onRequestStreamEnd })
    });
  }
}

/** The objects that exist while a server is connected. */
export interface IClientLink {
  client: Client;
  transport: CallTransport;
  exchanges: Exchanges;
  /** Ends everything under way with it. */
  end: AbortController;
}

/**
 * A client with its transport to a server, not opened yet.
 *
 * @param ask answers the server's questions; if absent, the server is told that
 * it cannot ask.
 */
export function newClientLink(
  {
    setting,
    page,
    signIn
  }: {
    setting: IMcpServerSetting;
    page: IMcpHost;
    signIn: SignIn | undefined;
  },
  address: IServerAddress,
  ask?: (
    params: Record<string, unknown>,
    signal: AbortSignal
  ) => Promise<IElicitAnswer>
): IClientLink {
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
  // Late progress, and answers to calls that were stopped, can be ignored. An
  // error of a request is thrown where the request was made.
  client.onerror = error =>
    console.debug(`Cellwright: ${setting.name}:`, error.message);
  const inner = serverFetch(
    page.fetch ?? fetch.bind(globalThis),
    exchanges,
    end.signal
  );
  const fetched = async (
    url: string | URL,
    init?: RequestInit
  ): Promise<Response> => {
    if (!isOpenTo(new URL(url), address, page.base)) {
      // Blocks addresses on Jupyter's own origin that the server's metadata name.
      return new Response(null, { status: 404 });
    }
    const headers = new Headers(init?.headers);
    // Keys are only sent to the address they were given for.
    if (!signIn && String(url) === address.url.href) {
      for (const [name, key] of Object.entries(await page.headers(setting))) {
        headers.set(name, key);
      }
    }
    return inner(url, { ...init, headers });
  };
  const transport = new CallTransport(address.url, {
    ...(signIn && { authProvider: signIn }),
    fetch: async (url, init) => {
      const response = await fetched(url, init);
      const headers = new Headers(init?.headers);
      const authorization =
        response.status === 401 && String(url) === address.url.href
          ? await signIn?.renew(headers.get('authorization'), response, fetched)
          : null;
      if (!authorization) {
        return response;
      }
      headers.set('authorization', authorization);
      return fetched(url, { ...init, headers });
    },
    reconnectionScheduler: (reconnect, delay) => {
      const pause = Math.min(Math.max(delay, PAUSE.least), PAUSE.most);
      const timer = setTimeout(reconnect, pause);
      return () => clearTimeout(timer);
    }
  });
  return { client, transport, exchanges, end };
}

/** @param says whether to tell the server that its session is over. */
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
    // It is already gone, or was never there.
    console.debug(
      'Cellwright: a server could not be told that the session ended',
      error
    );
  }
  clearTimeout(limit);
  end.abort();
}
