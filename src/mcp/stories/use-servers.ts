import {
  ENGLISH,
  type IMcpServer,
  type IMcpServerSetting,
  type IMcpTool,
  type IToolContext,
  type IToolResult
} from '../../contract';
import { FakeImages } from '../../testing/fake-images';
import { FakeMcpHost, mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { McpServers } from '../mcp-servers';

/** A page with the servers it uses. */
export class UsedServers {
  readonly host = new FakeMcpHost();
  readonly servers = new McpServers(this.host);
  readonly images = new FakeImages();

  /** Connects to one server. */
  async use(url: string, more: Partial<IMcpServerSetting> = {}): Promise<void> {
    await this.servers.configure([mcpSetting(url, more)]);
    await this.servers.connect();
  }

  get server(): IMcpServer {
    return this.servers.list()[0];
  }

  /** By the server's name for it. */
  tool(name: string): IMcpTool {
    const found = this.servers
      .tools(new Set())
      .find(({ mcp }) => mcp.tool === name);
    if (!found) {
      throw new Error(
        `There is no tool ${name}: ${JSON.stringify(this.server)}`
      );
    }
    return found;
  }

  call(
    tool: string | IMcpTool,
    args: Record<string, unknown> = {},
    {
      signal = new AbortController().signal,
      progress = () => undefined
    }: {
      signal?: AbortSignal;
      progress?: IToolContext['progress'];
    } = {}
  ): Promise<IToolResult> {
    const called = typeof tool === 'string' ? this.tool(tool) : tool;
    return called.run(args, {
      signal,
      progress,
      images: this.images,
      ask: this.host.ask,
      trans: ENGLISH
    } as unknown as IToolContext);
  }
}
