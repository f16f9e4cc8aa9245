import { until } from '../../testing/until';
import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

/**
 * Whatever a server promises, lists or answers never causes more work than a
 * page can handle.
 */
let hostile: ServerProcess;
let page: UsedServers;

beforeAll(async () => {
  hostile = await ServerProcess.node('hostile.mjs');
});
afterAll(() => hostile.end());

beforeEach(() => {
  page = new UsedServers();
  jest.spyOn(console, 'debug').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await page.servers.close();
});

it('rows that have each a column of their own are cut', async () => {
  await page.use(hostile.at('wide'));
  const { text, ok } = await page.call('heavy');
  expect(ok).toBe(true);
  expect(text.length).toBeLessThanOrEqual(20_000);
  expect(text).toContain('left out');
});

it('structure that stands beside many texts is written out once', async () => {
  await page.use(hostile.at('blocks'));
  expect(await page.call('heavy')).toMatchObject({ ok: true });
});

it.each(['doubling', 'unique'])(
  'a promise that cannot be checked in a moment is none (%s)',
  async path => {
    await page.use(hostile.at(path));
    expect(await page.call('heavy')).toMatchObject({ ok: true });
  }
);

it('a state that is too long to be kept ends the call', async () => {
  const modern = await ServerProcess.node('modern.mjs');
  await page.use(modern.url);
  // It stores its argument in the state.
  const called = page.call('deploy', { env: 'x'.repeat(2_000_000) });
  expect(await called).toMatchObject({
    ok: false,
    text: expect.stringContaining('too long to store')
  });
  await modern.end();
});

it('a tool that stands too deep in itself costs that tool alone, and an answer its call', async () => {
  await page.use(hostile.at('deep'));
  expect(page.server).toMatchObject({ status: 'connected' });
  expect(page.server.notes.join()).toContain('more tools than can be read');
  expect(page.servers.tools(new Set()).map(({ mcp }) => mcp.tool)).toEqual([
    'good'
  ]);
  expect(await page.call('good')).toMatchObject({
    ok: false,
    text: expect.stringContaining('not a valid result')
  });
});

it('a tool of a megabyte is left out, and said to be', async () => {
  await page.use(hostile.at('heavy'));
  expect(page.servers.tools(new Set()).map(({ mcp }) => mcp.tool)).toEqual([
    'good'
  ]);
  expect(page.server.notes.join()).toContain('more tools than can be read');
});

it('a server that always says its list has changed is listed once at a time', async () => {
  await page.use(hostile.at('restless'));
  const lists = () => hostile.lines.filter(line => line.startsWith('lists'));
  await until(() => lists().length >= 3);
  expect(lists().filter(line => line !== 'lists 1')).toEqual([]);
});
