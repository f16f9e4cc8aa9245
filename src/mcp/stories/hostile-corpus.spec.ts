import { readCorpus } from '../../testing/corpus/read-corpus';
import { ServerProcess } from '../../testing/mcp/server-process';
import { UsedServers } from './use-servers';

/** A server of the corpus: what it does, and what comes of it. */
interface IHostileServer {
  name: string;
  /** Of `hostile.mjs`; else it has `tools`, whose calls bring `result`. */
  path?: string;
  taken?: string[];
  timeout?: number;
  /** Names of the tools that are offered, or how many; none where it `failure`s. */
  offered?: string[];
  count?: number;
  failure?: string;
  /** What the person is told of it. */
  notes?: string;
  /** Arguments of the call, and what a model reads of its result. */
  args?: Record<string, unknown>;
  text?: string;
  ok?: boolean;
  /** Why the server failed after the call. */
  after?: string;
}

const CASES = readCorpus<IHostileServer>('hostile-servers');

/** What nobody sees, but breaks of lines. */
const UNSEEN = /(?!\n)[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Characters of what a model reads of one call, at most. */
const MOST = 25_000;

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
      // LangChain would hold each call to it, for as long as that takes.
      expect(JSON.stringify(tool.jsonSchema)).not.toContain('"pattern"');
      // A model reads these; a card shows what it says with all that is hidden.
      expect(`${title}${description}`).not.toMatch(UNSEEN);
      // On its card the server comes first, and no mark of ours is a link there.
      const heading = (await propose?.({}, {} as never))?.title;
      expect(heading).toBe(`server · ${title}`);
      expect(heading).not.toMatch(/[⟦⟧]/);
      // Whatever it says of itself: it asks, and by no name but its own.
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
    expect(result.text.length).toBeLessThan(MOST);
    expect(result.ok).toBe(each.ok ?? result.ok);
    expect(result).not.toHaveProperty('allowedTools');
    expect(page.server.failure?.code).toBe(
      each.after ?? page.server.failure?.code
    );
  }
);

it('is a corpus of at least twenty', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(20);
});
