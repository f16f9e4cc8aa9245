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

/** A request that waits, as Chromium tells of it. */
interface IPaused {
  requestId: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postData?: string;
  };
}

/** As Chromium writes patterns: what Galata's mocks of these look for. */
const PATTERNS = new Map([
  [galata.Routes.config, '*/api/config/*'],
  [galata.Routes.settings, '*/api/settings*'],
  [galata.Routes.terminals, '*/api/terminals*'],
  [galata.Routes.user, '*/api/me*'],
  [galata.Routes.workspaces, '*/api/workspaces*']
]);

const kept = new WeakSet<BrowserContext>();

/**
 * Lets the pages of a context keep what they have loaded. A route of
 * Playwright's stops each request of its page and switches the browser's cache
 * off, so that every reload fetches and compiles all of JupyterLab again; and
 * Galata mocks five parts of the server by such routes. Here those stop no
 * request but the ones they are for. Routes of a test are Playwright's as ever.
 */
export function keepCache(context: BrowserContext): void {
  if (kept.has(context)) {
    return;
  }
  kept.add(context);
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
  // As much of the two as Galata's mocks use.
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
