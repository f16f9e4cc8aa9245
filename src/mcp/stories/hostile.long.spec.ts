import { readCorpus } from '../../testing/corpus/read-corpus';
import { until } from '../../testing/until';
import { cleanLine } from '../wire/clean-text';
import {
  anotherServer,
  page,
  server as hostile,
  useServer
} from './use-servers';

/** A server of the corpus: what it does, and the expected result. */
interface IHostileServer {
  name: string;
  /**
   * A path of `hostile.mjs`; otherwise the server has `tools`, whose calls
   * return `result`.
   */
  path?: string;
  taken?: string[];
  timeout?: number;
  /** Names of the tools offered, or their number; none if there is a `failure`. */
  offered?: string[];
  count?: number;
  failure?: string;
  /** What the person is told about it. */
  notes?: string;
  /** Arguments of the call, and the text a model reads of its result. */
  args?: Record<string, unknown>;
  text?: string;
  ok?: boolean;
  /** Why the server failed after the call. */
  after?: string;
}

const CASES = readCorpus<IHostileServer>('hostile-servers');

/** Invisible characters other than line breaks. */
const UNSEEN = /(?!\n)[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Maximum length of what a model reads from one call. */
const MAX_COUNT = 25_000;

/** Nothing a server says or does affects more than that server. */
useServer('hostile.mjs', 'for all');

beforeEach(() => {
  jest.spyOn(console, 'debug').mockImplementation(() => undefined);
});

const names = (): string[] =>
  page.servers.tools(new Set()).map(({ name }) => name);

it.each(CASES.map((each, line) => ({ ...each, line })))(
  'costs nothing but itself: $name',
  async each => {
    const { line, path = `corpus${line}`, timeout = 60 } = each;
    await page.use(hostile.at(path), { timeout });
    const tools = page.servers.tools(new Set(each.taken));
    if (each.failure) {
      expect(page.server.failure).toMatchObject({ code: each.failure });
      expect(tools).toEqual([]);
      return;
    }
    const { offered = tools.map(({ name }) => name) } = each;
    expect(tools.map(({ name }) => name)).toEqual(offered);
    expect(tools).toHaveLength(each.count ?? offered.length);
    expect(page.server.notes.join('\n')).toMatch(new RegExp(each.notes ?? ''));
    for (const tool of tools) {
      const { name, title, description, effects, policy, propose, mcp } = tool;
      expect(name).toMatch(/^server__[a-zA-Z0-9_-]{1,56}$/);
      expect(description.length).toBeLessThan(1100);
      // LangChain would check each call against it, however long that takes.
      expect(JSON.stringify(tool.jsonSchema)).not.toContain('"pattern"');
      // A model reads these; a card shows the original, including what is
      // hidden.
      expect(`${title}${description}`).not.toMatch(UNSEEN);
      // On its card the server's name comes first, then the tool's own, whatever
      // its title says; none of our marks works as a link.
      const heading = (await propose?.({}, {} as never))?.title;
      expect(heading).toBe(`server · “${cleanLine(mcp.tool, 80)}”`);
      expect(heading).not.toMatch(/[⟦⟧]/);
      // Whatever it claims about itself, it has to ask, and only under its own
      // name.
      expect(effects).toEqual(['network']);
      expect(policy?.({}, {} as never)).toMatchObject({
        serverTool: { server: 'server', hash: mcp.hash }
      });
    }
    if (tools.length === 0) {
      return;
    }
    const [tool] = tools;
    const args = tool.schema.safeParse(each.args ?? {});
    expect(args.success).toBe(true);
    const result = await page.call(tool, each.args);
    expect(result.text).toMatch(new RegExp(each.text ?? ''));
    expect(result.text.length).toBeLessThan(MAX_COUNT);
    expect(result.ok).toBe(each.ok ?? result.ok);
    expect(page.server.failure?.code).toBe(
      each.after ?? page.server.failure?.code
    );
  }
);

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

it('a file in a result is a picture where it is one, and is named where it is not', async () => {
  await page.use(hostile.at('files'));
  const { text, images } = await page.call('bring');
  expect(images).toHaveLength(1);
  expect(text).toContain('[image 1: PNG');
  expect(text).toContain(
    '[the file files://zip (application/zip, 6 B), which is not text]'
  );
  expect(text).toContain(
    '[an image (image/svg+xml, 6 B) that cannot be shown]'
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

it('a state that is too long to be kept ends the call', async () => {
  const modern = await anotherServer('modern.mjs');
  await page.use(modern.url);
  // It stores its argument in the state.
  const called = page.call('deploy', { env: 'x'.repeat(2_000_000) });
  expect(await called).toMatchObject({
    ok: false,
    text: expect.stringContaining('too long to store')
  });
});

it('a tool that stands too deep in itself costs that tool alone, and an answer its call', async () => {
  await page.use(hostile.at('deep'));
  expect(page.server).toMatchObject({ status: 'connected' });
  expect(page.server.notes.join()).toContain('more tools than can be read');
  expect(names()).toEqual(['server__good']);
  expect(await page.call('good')).toMatchObject({
    ok: false,
    text: expect.stringContaining('not a valid result')
  });
});

it('a tool of a megabyte is left out, and said to be', async () => {
  await page.use(hostile.at('heavy'));
  expect(names()).toEqual(['server__good']);
  expect(page.server.notes.join()).toContain('more tools than can be read');
});

it('a server that always says its list has changed is listed once at a time', async () => {
  await page.use(hostile.at('restless'));
  const lists = () => hostile.lines.filter(line => line.startsWith('lists'));
  await until(() => lists().length >= 3);
  expect(lists().filter(line => line !== 'lists 1')).toEqual([]);
});
