import { until } from '../../testing/until';
import {
  anotherPage,
  anotherServer,
  page,
  server as modern,
  useServer
} from './use-servers';

/** The functions of the clock that Jest would replace. */
const FAKED = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout'
] as const;

/**
 * A server of the 2026-07-28 protocol: it reports changes of its tools, asks
 * questions through a round trip of its own, and notices when a call is
 * stopped.
 */
useServer('modern.mjs');

beforeEach(() => page.use(modern.url, { name: 'modern' }));

it('speaks the newer protocol with it', () => {
  expect(page.server).toMatchObject({
    status: 'connected',
    protocol: '2026-07-28',
    title: 'Modern server',
    instructions: 'Use slow with care.'
  });
});

it.each([
  ['what fits its output schema', 'add', { a: 1, b: 2 }, /"sum": 3/],
  [
    'rows as a table',
    'rows',
    {},
    /^\| island \| degrees \|\n\| --- \| --- \|\n\| Biscoe \| -3 \|\n\| Dream \| -7\.5 \|$/
  ]
])('gives %s', async (_, tool, args, text) => {
  expect(await page.call(tool, args)).toMatchObject({
    ok: true,
    text: expect.stringMatching(text)
  });
});

it('brings sounds that can be played and links that can be attached, and names the others', async () => {
  const { text, sounds, links } = await page.call('sounds');
  // Only types a page can play, and no more than it can store.
  expect(sounds).toEqual([{ mimeType: 'audio/wav', data: 'UklGRg==' }]);
  expect(links).toEqual([
    { server: 'modern', uri: 'notes://one', name: 'one note' }
  ]);
  expect(text.match(/the person can play it/g)).toHaveLength(1);
  expect(text.match(/it is not played here/g)).toHaveLength(2);
  expect(text.match(/the person can attach it/g)).toHaveLength(1);
  expect(text).toContain('[link to far:');
  expect(text.length).toBeLessThan(20_000);
});

it('hears of a tool that comes, changes and goes, and of no other', async () => {
  const add = page.tool('add');
  const hasLater = () =>
    page.servers.tools(new Set()).some(({ mcp }) => mcp.tool === 'later-0');
  modern.tell('grow');
  await until(hasLater, 'the new tool');
  // Tools that did not change are the same objects.
  expect(page.tool('add')).toBe(add);
  const later = page.tool('later-0');
  expect((await page.call(later)).text).toBe('later 0');

  modern.tell('reword');
  await until(
    () => page.tool('later-0').mcp.hash !== later.mcp.hash,
    'the change'
  );
  const stale = await page.call(later);
  expect(stale).toMatchObject({ ok: false });
  expect(stale.text).toMatch(/changed this tool.+Nothing was done/);

  modern.tell('shrink');
  await until(() => !hasLater(), 'the end of the tool');
  const gone = await page.call(later);
  expect(gone.text).toMatch(/no longer offers this tool/);
});

it('is told of a stop while a tool runs', async () => {
  const stop = new AbortController();
  const received: (string | undefined)[] = [];
  const result = await page.call(
    'slow',
    { steps: 1000, pause: 20 },
    {
      signal: stop.signal,
      progress: ({ text }) => {
        received.push(text);
        stop.abort('stop');
      }
    }
  );
  expect(result).toMatchObject({ ok: false, stopped: true });
  expect(received[0]).toBe('step 1 (1 of 1000)');
  await until(() => modern.lines.includes('aborted'), 'the end at the server');
});

it('asks the person by a round trip of its own, for the tool that asks', async () => {
  page.host.answer = () => ({ action: 'accept', values: { confirm: true } });
  const [one, other] = await Promise.all([
    page.call('deploy', { env: 'one' }),
    page.call('deploy', { env: 'other' })
  ]);
  expect([one.text, other.text]).toEqual([
    'Deployed to one: true',
    'Deployed to other: true'
  ]);
  expect(page.host.questions).toHaveLength(2);
  expect(page.host.questions).toContainEqual(
    expect.objectContaining({
      server: 'modern',
      tool: 'deploy',
      mode: 'form',
      message: 'Deploy to one?'
    })
  );
});

it('waits for the person also where the question was the end of a stream', async () => {
  const { fetch: inner } = page.host;
  page.host.fetch = async (url, init) => {
    const response = await inner(url, init);
    return String(init?.body).includes('"tools/call"')
      ? new Response(`data: ${await response.text()}\n\n`, {
          headers: { 'content-type': 'text/event-stream' }
        })
      : response;
  };
  page.host.answer = async () => {
    await new Promise(resolve => setTimeout(resolve, 50));
    return { action: 'accept', values: { confirm: true } };
  };
  await page.use(modern.url, { name: 'streamed' });
  expect((await page.call('deploy', { env: 'one' })).text).toBe(
    'Deployed to one: true'
  );
});

it.each(['sampling/createMessage', 'roots/list'])(
  'gets neither the model nor the files of the page: %s ends its call',
  async method => {
    const greedy = await anotherServer('modern.mjs', '0', `--greedy=${method}`);
    await page.use(greedy.url, { name: 'greedy' });
    expect(await page.call('rows')).toMatchObject({
      ok: false,
      text: expect.stringContaining('this page for something it does not offer')
    });
    expect(page.host.questions).toEqual([]);
    // What a process prints may come after its answer.
    await until(() => greedy.lines.includes('asks'), 'its question');
    expect(greedy.lines.filter(line => line === 'asks')).toHaveLength(1);
  }
);

it('is asked for its tools where nobody may listen, which is not laid on Jupyter', async () => {
  const mute = await anotherServer('modern.mjs', '0', '--mute');
  await page.use(mute.url, { name: 'mute' });
  await until(() => page.server.notes.length > 0, 'what is said of it');
  expect(page.server.notes.join()).toMatch(/is asked with each message/);
  expect(page.server.notes.join()).not.toContain('Jupyter');
  mute.tell('grow');
  await page.servers.check();
  expect(page.tool('later-0')).toBeDefined();
  const stop = new AbortController();
  const called = page.call(
    'slow',
    { steps: 1000, pause: 20 },
    { signal: stop.signal, progress: () => stop.abort('stop') }
  );
  expect((await called).text).toContain('The server was told');
  await until(() => mute.lines.includes('aborted'), 'the end at the server');
});

it('is given up after ten minutes, whatever is heard of it', async () => {
  let received = 0;
  // The subscription has a time limit of its own.
  modern.tell('grow');
  await until(
    () =>
      page.servers
        .tools(new Set())
        .some(({ mcp: { tool } }) => tool === 'later-0'),
    'a tool that is told of'
  );
  // Only the call's clock; minutes pass with each message from the server.
  const all = ['setTimeout', 'clearTimeout', 'performance'];
  jest.useFakeTimers({
    doNotFake: FAKED.filter(each => !all.includes(each))
  });
  try {
    const result = await page.call(
      'slow',
      { steps: 1000, pause: 20 },
      {
        progress: () => {
          received++;
          jest.advanceTimersByTime(50_000);
        }
      }
    );
    expect(result.text).toContain('did not answer in time');
    expect(received).toBe(12);
  } finally {
    jest.useRealTimers();
  }
  await until(() => modern.lines.includes('aborted'), 'the end at the server');
});

it.each(['decline', 'cancel'] as const)('tells it of a %s', async action => {
  page.host.answer = () => ({ action });
  expect((await page.call('deploy', { env: 'x' })).text).toBe(
    `Not deployed: ${action}`
  );
});

it('sends no answer that does not fit the form', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation();
  page.host.answer = () => ({ action: 'accept', values: { confirm: 'maybe' } });
  expect((await page.call('deploy', { env: 'x' })).text).toBe(
    'Not deployed: cancel'
  );
  expect(error).toHaveBeenCalled();
});

it('says at once that a server is gone, and finds it again', async () => {
  const add = page.tool('add');
  const { port } = modern;
  await modern.end();
  const result = await page.call(add, { a: 1, b: 2 });
  expect(result.text).toMatch(/was lost during the call/);
  expect(page.servers.tools(new Set())).not.toContain(add);
  await anotherServer('modern.mjs', String(port));
  // The next call connects automatically.
  expect((await page.call(add, { a: 1, b: 2 })).ok).toBe(true);
  expect(page.tool('add')).toBe(add);
});

it('calls no tool of a server that was switched off meanwhile', async () => {
  const add = page.tool('add');
  await page.use(modern.url, { name: 'modern', enabled: false });
  expect(page.server.status).toBe('off');
  expect(page.servers.tools(new Set())).toEqual([]);
  expect((await page.call(add, { a: 1, b: 2 })).ok).toBe(false);
});

it('is let go of where it is switched off while it is being connected', async () => {
  const signals: AbortSignal[] = [];
  const other = anotherPage();
  other.watch((_, init) => signals.push(init!.signal!));
  const going = other.use(modern.url, { name: 'other' });
  await until(() => signals.length > 0, 'the first request');
  await other.servers.close();
  await going;
  await until(
    () => signals.every(({ aborted }) => aborted),
    'the end of all that was under way'
  );
  expect(other.servers.list()).toEqual([]);
});

it('is not taken for one of 2025 because its first request failed in passing', async () => {
  const other = anotherPage();
  let requests = 0;
  other.watch(() => {
    requests += 1;
    if (requests === 1) {
      throw new TypeError('Failed to fetch');
    }
  });
  await other.use(modern.url, { name: 'other' });
  expect(other.server).toMatchObject({
    status: 'connected',
    protocol: '2026-07-28'
  });
});

it('is told of the header of calls at once, so that a browser need not ask about it before the first call', async () => {
  const other = anotherPage();
  const headers: [string, string[]][] = [];
  other.watch((_, init) =>
    headers.push([
      JSON.parse(String(init?.body ?? '{}')).method,
      [...new Headers(init?.headers).keys()].filter(each => /^mcp-/.test(each))
    ])
  );
  await other.use(modern.url, { name: 'other' });
  expect(other.server.protocol).toBe('2026-07-28');
  await other.call(other.tool('add'), { a: 1, b: 2 });
  const [probe, ...rest] = headers;
  expect(probe[0]).toBe('server/discover');
  expect(probe[1]).toContain('mcp-name');
  for (const [, names] of rest) {
    expect(probe[1]).toEqual(expect.arrayContaining(names));
  }
});

it('leaves out tools that are switched off, and those whose names are taken', async () => {
  await page.use(modern.url, { name: 'modern', disabledTools: ['slow'] });
  const names = (taken: string[]): string[] =>
    page.servers.tools(new Set(taken)).map(({ name }) => name);
  expect(names([])).not.toContain('modern__slow');
  expect(names(['modern__add'])).not.toContain('modern__add');
  expect(page.server.notes.join()).toMatch(
    /already called “modern__add”.+left out/
  );
  expect(names([])).toContain('modern__add');
  expect(page.server.notes).toEqual([]);
});

it('does not use two servers of nearly the same name', async () => {
  const { servers } = page;
  await servers.configure([
    { ...page.server.setting, name: 'my server' },
    { ...page.server.setting, name: 'My_server' }
  ]);
  await servers.connect();
  expect(servers.list().map(({ status }) => status)).toEqual([
    'connected',
    'failed'
  ]);
  expect(servers.list()[1].failure).toMatchObject({ code: 'name' });
});

it('is tested without being kept', async () => {
  const other = anotherPage();
  const found = await other.servers.test(
    page.server.setting,
    new AbortController().signal
  );
  expect(found).toMatchObject({
    ok: true,
    protocol: '2026-07-28',
    counts: { tools: 5 }
  });
  expect(other.servers.list()).toEqual([]);
});

it('sends the headers that were given for it, to its address alone', async () => {
  page.host.keys.modern = { authorization: 'Bearer k' };
  const sent: [string, string | null][] = [];
  page.watch((url, init) =>
    sent.push([url.pathname, new Headers(init?.headers).get('authorization')])
  );
  await page.use(modern.url, { name: 'modern', auth: 'bearer' });
  expect(page.server.status).toBe('connected');
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(each => each.join()))).toEqual(
    new Set(['/mcp,Bearer k'])
  );
});
