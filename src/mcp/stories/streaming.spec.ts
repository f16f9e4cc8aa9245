import type { IMcpToolsChange } from '../../contract';
import { ServerProcess } from '../../testing/mcp/server-process';
import { until } from '../../testing/until';
import { UsedServers } from './use-servers';

/** A server of the 2025-11-25 protocol that tells of changes on a stream of its own. */
let server: ServerProcess;
let page: UsedServers;

beforeEach(async () => {
  server = await ServerProcess.node('streaming.mjs');
  page = new UsedServers();
  await page.use(server.url, { name: 'old' });
  await until(() => server.lines.includes('hears'), 'the stream');
});

afterEach(async () => {
  await page.servers.close();
  await server.end();
});

it('is heard of a tool that comes and goes, by the difference', async () => {
  expect(page.server).toMatchObject({
    status: 'connected',
    protocol: '2025-11-25'
  });
  const heard: IMcpToolsChange[] = [];
  page.servers.onToolsChange(change => heard.push(change));
  const late = page.tool('late');
  server.tell('grow');
  await until(() => heard.length === 1, 'the new tool');
  expect(heard[0]).toEqual({
    server: 'old',
    added: ['old__later-0'],
    removed: [],
    changed: []
  });
  expect(page.tool('late')).toBe(late);
  expect((await page.call('later-0')).text).toBe('did later-0');
  server.tell('shrink');
  await until(() => heard.length === 2, 'the end of the tool');
  expect(heard[1]).toMatchObject({ removed: ['old__later-0'] });
});

it('may tell of progress after its answer, which is no error and is not shown', async () => {
  const errors = jest.spyOn(console, 'error');
  const debug = jest.spyOn(console, 'debug').mockImplementation();
  const heard: unknown[] = [];
  const result = await page.call(
    'late',
    {},
    { progress: told => heard.push(told) }
  );
  expect(result).toMatchObject({ ok: true, text: 'did late' });
  await until(
    () => debug.mock.calls.some(call => /progress/.test(call.join(' '))),
    'the late progress'
  );
  expect(heard).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  expect(page.server).toMatchObject({ status: 'connected' });
  expect((await page.call('late')).ok).toBe(true);
  errors.mockRestore();
  debug.mockRestore();
});
