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
import { ServerProcess } from '../../testing/mcp/server-process';
import { McpServers } from '../mcp-servers';

/** The page of this test. */
export let page: UsedServers;

/** What `useServer` started. */
export let server: ServerProcess;

/** Another page, or another server, of this test ends with it. */
const pages = new Set<UsedServers>();
const processes = new Set<ServerProcess>();

/** Gives each test a page, and each or all of them a server. */
export function useServer(file: string, lasts?: 'for all'): void {
  (lasts ? beforeAll : beforeEach)(async () => {
    server = await ServerProcess.node(file);
  });
  beforeEach(() => {
    page = anotherPage();
  });
  afterEach(async () => {
    await Promise.all([...pages].map(({ servers }) => servers.close()));
    await Promise.all([...processes].map(each => each.end()));
    pages.clear();
    processes.clear();
    if (!lasts) {
      await server.end();
    }
  });
  afterAll(() => server.end());
}

export function anotherPage(): UsedServers {
  const other = new UsedServers();
  pages.add(other);
  return other;
}

export async function anotherServer(
  file: string,
  ...args: string[]
): Promise<ServerProcess> {
  const other = await ServerProcess.node(file, ...args);
  processes.add(other);
  return other;
}

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

  /** Shows each request of the page before it leaves. */
  watch(see: (url: URL, init?: RequestInit) => void): void {
    const { fetch: inner } = this.host;
    this.host.fetch = async (url, init) => {
      see(new URL(String(url)), init);
      return inner(url, init);
    };
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
