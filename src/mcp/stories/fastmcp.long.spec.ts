import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

/** A server as a data scientist would write it: FastMCP, on this machine. */
let page: UsedServers;
let fast: ServerProcess;

beforeEach(() => {
  page = new UsedServers();
});
afterEach(async () => {
  await page.servers.close();
  await fast.end();
});

it('is used by a page that it allows', async () => {
  fast = await ServerProcess.python('fast.py', '--cors=http://localhost:8888');
  await page.use(fast.url, { name: 'fast' });
  expect(page.server).toMatchObject({ status: 'connected', title: 'fast' });
  expect((await page.call('add', { a: 1, b: 2 })).text).toMatch(/3/);
  expect((await page.call('table')).text).toMatch(
    /\| island \| degrees \|\n.+\n\| Biscoe \| -3 \|/
  );
  const [template] = await page.servers.resourceTemplates();
  const uri = page.servers.fillTemplate(template.uriTemplate, {
    name: 'Dream'
  });
  expect(await page.servers.readResource('fast', uri)).toMatchObject([
    { text: 'Dream is an island.' }
  ]);
  expect(
    await page.servers.prompt('fast', 'compare', { one: 'A', other: 'B' })
  ).toEqual([{ role: 'user', text: 'Compare A and B.' }]);
});

it('says what is missing where it allows no page', async () => {
  fast = await ServerProcess.python('fast.py');
  await page.use(fast.url);
  expect(page.server.failure).toMatchObject({ code: 'cors' });
});
