import type { McpFailureCode } from '../../contract';
import { until } from '../../testing/until';
import {
  anotherServer,
  page,
  server as hostile,
  useServer
} from './use-servers';

/** If a server cannot be used, the reason and the next step are given. */
useServer('hostile.mjs', 'for all');

const cases: [string, McpFailureCode, RegExp][] = [
  ['html', 'not-mcp', /web page.+\/mcp/],
  ['text', 'not-mcp', /does not answer the way an MCP server/],
  ['gone', 'not-found', /404.+\/mcp/],
  ['locked', 'unauthorized', /\(401\)\. Choose one under/],
  ['forbidden', 'forbidden', /403/],
  ['trouble', 'server-error', /503/],
  ['moved', 'redirect', /another address.+slash/],
  ['flood', 'too-large', /20 MB/],
  ['count-old', 'version', /version of the protocol.+1999-01-01/],
  ['count/no-cors', 'cors', /http:\/\/localhost:8888.+mcp-session-id/],
  [
    'count-session/hides-session',
    'session-header',
    /Server not initialized.+mcp-session-id/
  ]
];

it.each(cases)('%s is told as %s', async (path, code, words) => {
  await page.use(hostile.at(path));
  expect(page.server).toMatchObject({ status: 'failed', failure: { code } });
  expect(page.server.failure!.text).toMatch(words);
  expect(page.servers.tools(new Set())).toEqual([]);
});

it.each([401, 403, 404, 429, 503])(
  'a call that is answered with %d was refused and not done, and may be tried after the time it names',
  async status => {
    await page.use(hostile.at(`kinds-${status}`));
    const { text, ok } = await page.call('hear');
    expect(ok).toBe(false);
    expect(text).toContain(`(${status}: `);
    expect(text).toContain('Nothing was done. It says to try again after 30 s');
  }
);

it.each([
  ['ends', ': working'],
  ['breaks', ': working'],
  ['ends', 'id: 1\ndata:'],
  ['breaks', 'id: 1\ndata:']
])(
  'a call whose connection %s before the answer (after %j) and cannot be resumed is lost, and has one id however often it is sent',
  async (end, first) => {
    const ids: unknown[] = [];
    const fetched = page.host.fetch;
    page.host.fetch = async (url, init) => {
      if (new Headers(init?.headers).has('last-event-id')) {
        throw new TypeError('The server was killed.');
      }
      const body = JSON.parse(String(init?.body ?? '{}'));
      if (body.method !== 'tools/call') {
        return fetched(url, init);
      }
      ids.push(body.params._meta['cellwright/call']);
      return new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(`${first}\n\n`));
            setTimeout(
              () =>
                end === 'ends'
                  ? stream.close()
                  : stream.error(new TypeError('network')),
              10
            );
          }
        }),
        { headers: { 'content-type': 'text/event-stream' } }
      );
    };
    await page.use(hostile.at('count'), { timeout: 600 });
    const { text, ok } = await page.call('count');
    expect(ok).toBe(false);
    expect(text).toMatch(
      /was lost during the call\. Whether it was done is not known/
    );
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  },
  30_000
);

it('a call that the browser repeats, because its connection was dropped, runs once where the server knows its id', async () => {
  const { fetch: inner } = page.host;
  // As Chromium does it, which tells the page nothing.
  page.host.fetch = (url, init) =>
    inner(url, init).catch(error =>
      String(init?.body).includes('"tools/call"')
        ? inner(url, init)
        : Promise.reject(error as Error)
    );
  await page.use(hostile.at('count-drop'));
  const { text, ok } = await page.call('count');
  expect({ text, ok }).toEqual({
    text: expect.stringMatching(/call \d/),
    ok: true
  });
  await until(() => hostile.lines.includes('repeated'));
  expect(hostile.lines.filter(line => line === 'ran')).toHaveLength(1);
});

it.each([
  ['listing', () => page.servers.check()],
  ['a call', async () => expect((await page.call('count')).ok).toBe(true)]
])(
  'a server that has forgotten the session gets a new one: %s',
  async (_, work) => {
    const { fetch: inner } = page.host;
    let isForgotten = false;
    page.host.fetch = async (url, init) => {
      isForgotten &&= !String(init?.body).includes('"initialize"');
      return isForgotten
        ? new Response(null, { status: 404 })
        : inner(url, init);
    };
    await page.use(hostile.at('count-session'));
    isForgotten = true;
    await work();
    expect(page.server.status).toBe('connected');
    expect(page.servers.tools(new Set())).toHaveLength(1);
  }
);

it('says that a server hangs, after its time', async () => {
  await page.use(hostile.at('hang'), { timeout: 1 });
  expect(page.server.failure).toMatchObject({ code: 'timeout' });
  expect(page.server.failure!.text).toMatch(/proxy_buffering/);
});

it('says that nobody is there, which is not CORS', async () => {
  const gone = await anotherServer('hostile.mjs');
  await gone.end();
  await page.use(gone.url);
  expect(page.server.failure).toMatchObject({ code: 'unreachable' });
});

it.each<[string, string, McpFailureCode]>([
  ['mailto:me@example.org', 'http://localhost:8888/', 'address'],
  ['', 'http://localhost:8888/', 'address'],
  ['https://me:secret@example.org/mcp', 'http://localhost:8888/', 'address'],
  ['http://example.org/mcp', 'https://hub.example.org/', 'mixed-content']
])('%j on a page of %s is not even asked', async (url, origin, code) => {
  page.host.page = `${origin}lab`;
  page.host.fetch = () => {
    throw new Error('It was asked.');
  };
  await page.use(url);
  expect(page.server.failure).toMatchObject({ code });
  expect(page.server.failure!.text).not.toContain('secret');
});

it('says it for a key that is wrong', async () => {
  await page.use(hostile.at('locked'), { auth: 'bearer' });
  expect(page.server.failure!.text).toMatch(/did not accept the key/);
});

it('names the headers of the setting among those to be allowed', async () => {
  page.host.keys.server = { 'X-Team': '1' };
  await page.use(hostile.at('count'), { auth: 'headers', headers: ['X-Team'] });
  expect(page.server.failure).toMatchObject({ code: 'cors' });
  expect(page.server.failure!.text).toMatch(
    /Allow-Headers: content-type, .+, last-event-id, X-Team, and/
  );
});

it.each([
  [421, 'Invalid Host header'],
  [403, '{"error":{"message":"Invalid Host: localhost:8888"}}'],
  [403, 'Access is only allowed at localhost:8931']
])(
  'says that a server refuses the host of Jupyter’s proxy (%d %s)',
  async (status, body) => {
    page.host.fetch = async () =>
      new Response(body, { status, headers: { 'content-type': 'text/plain' } });
    await page.use('/proxy/8931/mcp');
    expect(page.server.failure).toMatchObject({ code: 'forbidden' });
    expect(page.server.failure!.text).toMatch(
      /only for hosts .*“localhost:8888” is none of them .*--allowed-hosts localhost:8888/
    );
  }
);
