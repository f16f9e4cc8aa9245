import { McpServers } from '../../mcp';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { FakeMcpHost, mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { ServerProcess } from '../../testing/mcp/server-process';
import { TOOLS } from '../../tools';
import { startRun } from './harness';

const CASES = readCorpus<{
  name: string;
  tools?: object[];
  args?: Record<string, unknown>;
}>('hostile-servers').map((each, line) => ({ ...each, line }));

let hostile: ServerProcess;
let servers: McpServers;

beforeAll(async () => {
  hostile = await ServerProcess.node('hostile.mjs');
});
afterAll(() => hostile.end());

beforeEach(() => {
  servers = new McpServers(new FakeMcpHost());
});
afterEach(() => servers.close());

it.each(CASES.filter(({ tools }) => tools))(
  'does nothing but answer its own call, once, behind a card: $name',
  async ({ line, args = {} }) => {
    await servers.configure([mcpSetting(hostile.at(`corpus${line}`))]);
    await servers.connect();
    const taken = new Set(TOOLS.map(({ name }) => name));
    const offered = servers.tools(taken);
    const [tool] = offered;
    if (!tool) {
      return;
    }
    const harness = await startRun({
      script: [[{ name: tool.name, args }], 'Done.'],
      // A model that writes calls as text may well repeat what it has read.
      provider: { callsInText: () => true },
      tools: async () => [...TOOLS, ...servers.tools(taken)]
    });
    expect(harness.review.cards).toMatchObject([
      { tool: tool.name, effect: 'network', server: { server: 'server' } }
    ]);
    await harness.approveAll();
    expect(harness.of('call-proposed')).toHaveLength(1);
    expect(harness.of('review-opened')).toHaveLength(1);
    expect(harness.of('turn-rule')).toEqual([]);
    expect(harness.last('run-finished').outcome).toBe('answered');
    const [, answer] = harness.model.requests.map(each => each.at(-1)!.text);
    // The whole text is one piece of data, whatever it says.
    expect(answer.match(/<data from="server__/g)).toHaveLength(1);
    expect(answer.match(/<\/data>/g)).toHaveLength(1);
  }
);
