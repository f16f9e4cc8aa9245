import { ServerProcess } from '../../testing/mcp/server-process';
import { until } from '../../testing/until';
import { UsedServers } from './use-servers';

/**
 * A server whose address is under Jupyter's is reached through its proxy, which
 * buffers answers until they are complete.
 */
let page: UsedServers;
let server: ServerProcess;

async function behind(file: string): Promise<void> {
  server = await ServerProcess.node(file);
  page = new UsedServers();
  page.host.base = server.at('');
  page.host.page = server.at('lab');
  page.host.fetch = fetch;
  // The way a person writes it: from Jupyter's root.
  await page.use('/mcp', { name: 'near' });
}

afterEach(async () => {
  await page.servers.close();
  await server.end();
});

it('tells a 2025 server that it cannot ask, and says so', async () => {
  await behind('everything.mjs');
  expect(page.server).toMatchObject({
    status: 'connected',
    protocol: '2025-11-25'
  });
  expect(page.server.notes.join()).toMatch(
    /questions can’t reach you through Jupyter’s proxy/
  );
  expect(
    page.servers.tools(new Set()).map(({ mcp }) => mcp.tool)
  ).not.toContain('trigger-elicitation-request');
  expect((await page.call('echo', { message: 'hi' })).ok).toBe(true);
});

it('lets a 2026 server ask, whose questions are answers of their own', async () => {
  await behind('modern.mjs');
  page.host.answer = () => ({ action: 'accept', values: { confirm: true } });
  expect((await page.call('deploy', { env: 'x' })).text).toBe(
    'Deployed to x: true'
  );
});

it('is asked for its tools, since it cannot tell of them', async () => {
  await behind('modern.mjs');
  server.tell('grow');
  const names = () => page.servers.tools(new Set()).map(({ mcp }) => mcp.tool);
  expect(names()).not.toContain('later-0');
  await page.servers.check();
  expect(names()).toContain('later-0');
});

it('waits for a call that is silent for longer than its time', async () => {
  await behind('modern.mjs');
  await page.use('/mcp', { name: 'near', timeout: 3 });
  expect((await page.call('slow', { steps: 1, pause: 4000 })).ok).toBe(true);
});

it('says that a stop does not come through to a 2026 server', async () => {
  await behind('modern.mjs');
  expect(page.server.notes.join()).toMatch(/which may keep working on it/);
  const stop = new AbortController();
  const called = page.call(
    'slow',
    { steps: 1000, pause: 50 },
    { signal: stop.signal }
  );
  await until(() => server.lines.includes('slow'));
  stop.abort();
  expect(await called).toMatchObject({
    ok: false,
    stopped: true,
    text: expect.stringContaining('may still be working on it')
  });
});

it('tells a 2025 server of a stop, by a message of its own', async () => {
  await behind('everything.mjs');
  expect(page.server.notes.join()).not.toMatch(/may keep working on it/);
  const stop = new AbortController();
  const called = page.call(
    'trigger-long-running-operation',
    { duration: 20, steps: 2 },
    { signal: stop.signal }
  );
  setTimeout(() => stop.abort(), 300);
  expect((await called).text).toContain('The server was told');
});

it('says that nothing is behind the proxy', async () => {
  await behind('hostile.mjs');
  await page.use('/trouble', { name: 'near' });
  expect(page.server.failure).toMatchObject({ code: 'proxy' });
});
