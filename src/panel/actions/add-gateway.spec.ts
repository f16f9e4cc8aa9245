import type {
  IMcpServers,
  IMcpServerSetting,
  IMcpSettings
} from '../../contract';
import { mcpSetting } from '../../testing/mcp/mcp-setting';
import { addGateway } from './add-gateway';

const SETTING = mcpSetting('/proxy/8941/mcp', { name: 'files' });

async function outcome(
  answers: boolean,
  known: IMcpServerSetting[] = []
): Promise<[string, string[], number]> {
  const saved: IMcpServerSetting[] = [];
  let looks = 0;
  const test = async () => {
    looks++;
    return answers ? { ok: true } : { ok: false, failure: {} };
  };
  const found = await addGateway(
    {
      load: async () => ({ test }) as unknown as IMcpServers,
      save: async setting => void saved.push(setting),
      check: async () => undefined,
      settings: { servers: known } as unknown as IMcpSettings
    },
    SETTING
  );
  return [found, saved.map(({ url }) => url), looks];
}

describe('a gateway that the person adds', () => {
  it('is connected where it answers', async () => {
    expect(await outcome(true)).toEqual(['connected', ['/proxy/8941/mcp'], 1]);
  });

  it('is connected again where it was added before', async () => {
    expect(await outcome(true, [SETTING])).toEqual(['connected', [], 1]);
  });

  it('is not added where nothing answers, nor waited for', async () => {
    expect(await outcome(false)).toEqual(['silent', [], 1]);
  });
});
