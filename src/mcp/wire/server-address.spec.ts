import { isOpenTo } from './server-address';

const BASE = 'https://hub.test/user/ada/';

describe('addresses that a server names', () => {
  it.each([
    ['https://mcp.test/mcp', 'https://login.test/authorize'],
    ['https://mcp.test/mcp', 'http://127.0.0.1:9/'],
    ['proxy/8000/mcp', 'proxy/8000/token?x=1'],
    ['proxy/absolute/8000/mcp', 'proxy/absolute/8000/register'],
    ['tickets/mcp', 'tickets/register'],
    ['mcp', 'mcp'],
    ['/services/tickets/mcp', '/services/tickets/token']
  ])('%s may name %s', (server, to) => {
    const url = new URL(server, BASE);
    expect(isOpenTo(new URL(to, BASE), { url }, BASE)).toBe(true);
  });

  it.each([
    ['https://mcp.test/mcp', 'proxy/5000/delete'],
    ['https://mcp.test/mcp', 'api/contents'],
    ['https://mcp.test/mcp', '/hub/logout'],
    ['proxy/8000/mcp', 'proxy/80001/delete'],
    ['proxy/8000/mcp', 'proxy/5000/delete'],
    ['proxy/8000/mcp', 'proxy/8000/../5000/delete'],
    ['proxy/8000/mcp', 'proxy/8000'.replace('8000', 'absolute/8000/x')],
    ['proxy/absolute/8000/mcp', 'proxy/absolute/5000/mcp'],
    ['mcp', 'api/terminals'],
    ['mcp', 'mcp-other/delete'],
    ['/services/tickets/mcp', '/services/announcement/']
  ])('%s may not name %s, where it would get the cookies', (server, to) => {
    const url = new URL(server, BASE);
    expect(isOpenTo(new URL(to, BASE), { url }, BASE)).toBe(false);
  });
});
