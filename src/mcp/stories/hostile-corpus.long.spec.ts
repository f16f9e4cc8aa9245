import { readCorpus } from '../../testing/corpus/read-corpus';
import { ServerProcess } from '../../testing/mcp/server-process';
import { cleanLine } from '../wire/clean-text';
import { UsedServers } from './use-servers';

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

it('is a corpus of at least twenty', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(20);
});
