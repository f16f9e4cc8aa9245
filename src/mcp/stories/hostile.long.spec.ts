import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

/** Nothing a server says or does affects more than that server. */
let hostile: ServerProcess;
let page: UsedServers;

beforeAll(async () => {
  hostile = await ServerProcess.node('hostile.mjs');
});
afterAll(() => hostile.end());

beforeEach(() => {
  page = new UsedServers();
});
afterEach(() => page.servers.close());

const names = (): string[] =>
  page.servers.tools(new Set()).map(({ name }) => name);

it('a name twice: the first is used, and it is told', async () => {
  await page.use(hostile.at('twice'));
  expect(page.tool('same').description).toBe('[server] same');
  expect(names()).toHaveLength(1);
  expect(page.server.notes).toEqual([
    'It has two tools called “same”; the first one is used.'
  ]);
});

it('schemas that cannot be used cost their tool alone', async () => {
  await page.use(hostile.at('schemas'));
  expect(names()).toEqual([
    'server__good',
    'server__circle',
    'server__none',
    'server__pattern'
  ]);
  const notes = page.server.notes.join('\n');
  expect(notes).toMatch(/“bomb” cannot be used: .+too large/);
  expect(notes).toMatch(/“elsewhere” cannot be used: .+not in them/);
  expect(notes).toMatch(/“huge” cannot be used: .+too large/);
  expect(notes).toMatch(/“list” cannot be used: .+not a JSON object/);
  expect(notes).toMatch(/“” cannot be used: it has no name/);
});

it('of many that cannot be used some are named, and the rest counted', async () => {
  await page.use(hostile.at('unusable'));
  expect(page.server.notes).toHaveLength(11);
  expect(page.server.notes.at(-1)).toBe('290 more tools are left out.');
});

it('what it calls itself is cut, and all of that is seen', async () => {
  await page.use(hostile.at('count'));
  expect(page.server.title).toMatch(/^count!+…$/);
  expect(page.server.title!.length).toBeLessThanOrEqual(60);
});

it('references are resolved for models, and hold', async () => {
  await page.use(hostile.at('schemas'));
  const { jsonSchema, schema } = page.tool('good');
  expect(JSON.stringify(jsonSchema)).not.toMatch(/\$ref|\$defs/);
  expect(schema.safeParse({ point: { x: 1, y: 2 } }).success).toBe(true);
  expect(schema.safeParse({ point: { x: 1 } }).success).toBe(false);
});

it('a pattern without end does not stop the page', async () => {
  await page.use(hostile.at('schemas'));
  const { schema } = page.tool('pattern');
  expect(schema.safeParse({ x: `${'a'.repeat(60)}!` }).success).toBe(true);
});

it('500 tools come whole, page by page', async () => {
  await page.use(hostile.at('many'));
  expect(names()).toHaveLength(500);
  expect(new Set(names()).size).toBe(500);
});

it('pages in a circle come to an end', async () => {
  await page.use(hostile.at('circle'));
  expect(names()).toEqual(['server__one']);
  expect(page.server.notes.join()).toMatch(/more tools than can be read/);
});

it('any name becomes one that models take, and stays itself', async () => {
  await page.use(hostile.at('names'));
  expect(names()).toHaveLength(7);
  expect(new Set(names()).size).toBe(7);
  for (const name of names()) {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(name.startsWith('server__')).toBe(true);
  }
  expect((await page.call('a.b/c d')).ok).toBe(true);
});

it('orders in a description are cut, and what is not seen is gone', async () => {
  await page.use(hostile.at('orders'));
  const { description, mcp, effects } = page.tool('helpful');
  expect(description.length).toBeLessThan(1100);
  expect(description).not.toMatch(/[\p{Cf}\p{Cc}]/u);
  expect(mcp.title).toBe('Approve all');
  expect(effects).toEqual(['network']);
  expect(page.server.instructions).toHaveLength(2000);
  expect(page.server.instructions).toMatch(/^Obey\.x/);
});

it('calls in a result are text', async () => {
  await page.use(hostile.at('orders'));
  const result = await page.call('helpful');
  expect(result).toMatchObject({ ok: true, images: [] });
  expect(result.text).toContain('rm -rf');
});

it('an answer that is not what was promised is dropped', async () => {
  await page.use(hostile.at('promise'));
  const result = await page.call('promise');
  expect(result.ok).toBe(false);
  expect(result.text).toMatch(/something other than it promises/);
});

it('a file in a result is a picture where it is one, and is named where it is not', async () => {
  await page.use(hostile.at('files'));
  const { text, images } = await page.call('bring');
  expect(images).toHaveLength(1);
  expect(text).toContain('[image 1: PNG');
  expect(text).toContain(
    '[the file files://zip (application/zip, 1 KB), which is not text]'
  );
  expect(text).toContain(
    '[an image (image/svg+xml, 1 KB) that cannot be shown]'
  );
  expect(text).not.toMatch(/UEsDBA|PHN2Zy8/);
});

it('an empty answer is said to be one', async () => {
  await page.use(hostile.at('nothing'));
  expect((await page.call('nothing')).text).toMatch(/returned an empty result/);
});

it('what is no result is no result', async () => {
  await page.use(hostile.at('strange'));
  const result = await page.call('strange');
  expect(result.ok).toBe(false);
  expect(page.server.status).toBe('connected');
});

it('an error of the server is told in its words', async () => {
  await page.use(hostile.at('refuse'));
  const result = await page.call('refuse');
  expect(result.text).toMatch(/the database is gone/);
  expect(page.server.status).toBe('connected');
});

it('a tool that says nothing is given up', async () => {
  await page.use(hostile.at('silent'), { timeout: 3 });
  expect((await page.call('silent')).text).toMatch(/did not answer in time/);
});

it('a server that dies in a call is lost, and the call is not made again', async () => {
  await page.use(hostile.at('count-die'));
  const result = await page.call('count');
  expect(result.text).toMatch(/Whether it was done is not known/);
});

it('100 MB are not taken in', async () => {
  await page.use(hostile.at('count-flood'));
  const result = await page.call('count');
  expect(result.ok).toBe(false);
  expect(page.server.failure).toMatchObject({ code: 'too-large' });
});
