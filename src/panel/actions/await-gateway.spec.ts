import type { IMcpServers, IMcpServerSetting } from '../../contract';
import { mcpSetting } from '../../testing/mcp/mcp-setting';
import { awaitGateway } from './await-gateway';

const SETTING = mcpSetting('/proxy/8931/mcp', { name: 'files' });

/** @param answersAt the first look at which something answers. */
async function outcome(answersAt: number): Promise<[string, string[]]> {
  const saved: IMcpServerSetting[] = [];
  let looks = 0;
  const test = async () =>
    looks++ >= answersAt ? { ok: true } : { ok: false, failure: {} };
  const found = await awaitGateway(
    {
      load: async () => ({ test }) as unknown as IMcpServers,
      save: async setting => void saved.push(setting),
      check: async () => undefined
    },
    SETTING,
    0
  );
  return [found, saved.map(({ url }) => url)];
}

describe('a gateway that is about to be started', () => {
  it('is added once it answers', async () => {
    expect(await outcome(3)).toEqual(['connected', ['/proxy/8931/mcp']]);
  });

  it('is not what listened there before', async () => {
    expect(await outcome(0)).toEqual(['taken', []]);
  });

  it('is not waited for without end', async () => {
    expect(await outcome(Infinity)).toEqual(['silent', []]);
  });
});
