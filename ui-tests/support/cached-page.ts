import { galata } from '@jupyterlab/galata';
import type {
  BrowserContext,
  CDPSession,
  Page,
  Request,
  Route
} from '@playwright/test';

type Handler = Parameters<Page['route']>[1];

interface IRouted {
  matches: RegExp;
  handle: Handler;
}

/** A paused request, as Chromium reports it. */
interface IPaused {
  requestId: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postData?: string;
  };
}

/** In Chromium's pattern syntax: the addresses that Galata mocks. */
const PATTERNS = new Map([
  [galata.Routes.config, '*/api/config/*'],
  [galata.Routes.settings, '*/api/settings*'],
  [galata.Routes.terminals, '*/api/terminals*'],
  [galata.Routes.user, '*/api/me*'],
  [galata.Routes.workspaces, '*/api/workspaces*']
]);

const cached = new WeakSet<BrowserContext>();

/**
 * Lets the pages of a context keep their cache. A Playwright route pauses each
 * request of its page and disables the browser's cache, so that every reload
 * fetches and compiles all of JupyterLab again; and Galata uses such routes to
 * mock five parts of the server. Here they pause only the requests they are
 * meant for. Routes of a test remain Playwright's own.
 */
export function keepCache(context: BrowserContext): void {
  if (cached.has(context)) {
    return;
  }
  cached.add(context);
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    await routeByProtocol(page);
    return page;
  };
}

async function routeByProtocol(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const routed: IRouted[] = [];
  client.on('Fetch.requestPaused', paused =>
    answer(client, paused as IPaused, routed)
  );
  const route = page.route.bind(page);
  page.route = async (matches, handle, options) => {
    const pattern = matches instanceof RegExp && PATTERNS.get(matches);
    if (!pattern) {
      return route(matches, handle, options);
    }
    routed.push({ matches: matches as RegExp, handle });
    await client.send('Fetch.enable', {
      patterns: routed.map(each => ({
        urlPattern: PATTERNS.get(each.matches),
        requestStage: 'Request' as const
      }))
    });
    return { dispose: () => Promise.resolve() } as never;
  };
}

function answer(client: CDPSession, paused: IPaused, routed: IRouted[]): void {
  const { requestId, request } = paused;
  const send: CDPSession['send'] = (method, params) =>
    client.send(method, params).catch((error: unknown) => {
      // The page has gone in the meantime, and its requests with it.
      console.debug(`${request.method} ${request.url}: ${String(error)}`);
      return undefined as never;
    });
  const found = routed.findLast(({ matches }) => matches.test(request.url));
  if (!found) {
    void send('Fetch.continueRequest', { requestId });
    return;
  }
  // Only the part of `Request` and `Route` that Galata's mocks use.
  const asked = {
    url: () => request.url,
    method: () => request.method,
    headers: () => request.headers,
    postDataBuffer: () =>
      request.postData === undefined ? null : Buffer.from(request.postData),
    postDataJSON: () => JSON.parse(request.postData ?? 'null') as unknown
  } as Request;
  const route = {
    request: () => asked,
    continue: () => send('Fetch.continueRequest', { requestId }),
    abort: () =>
      send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }),
    fulfill: ({
      status = 200,
      body = '',
      contentType = 'application/json'
    }: Parameters<Route['fulfill']>[0] = {}) =>
      send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: contentType }],
        body: Buffer.from(body).toString('base64')
      })
  } as unknown as Route;
  void found.handle(route, asked);
}
