import type { IMcpQuestion } from '../../contract';
import { FakeMcpHost, mcpSetting } from '../../testing/mcp/fake-mcp-host';
import { answerElicitation } from './elicit';

const asked: IMcpQuestion[] = [];

beforeEach(() => asked.splice(0));

const page = new FakeMcpHost();
page.base = 'https://hub.test/user/ada/';
page.answer = question => {
  asked.push(question);
  return { action: 'accept' };
};

const ask = (url: string) =>
  answerElicitation(
    {
      page,
      calls: new Map(),
      setting: mcpSetting('https://mcp.test/'),
      address: {
        url: new URL('https://mcp.test/'),
        host: 'mcp.test',
        isProxied: false
      }
    },
    { mode: 'url', message: 'Pay here', url },
    new AbortController().signal,
    { tool: 'pay', ask: page.ask, key: '1' }
  );

it('a page elsewhere is shown with its whole address', async () => {
  await ask('https://pay.test/a?b=1#c');
  expect(asked).toMatchObject([{ url: 'https://pay.test/a?b=1#c' }]);
});

it.each([
  'https://hub.test/user/ada/proxy/5000/delete',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://pay.test@evil.test/',
  'https://:pay.test@evil.test/',
  'no address'
])('%s is not shown, and declined', async url => {
  expect(await ask(url)).toEqual({ action: 'decline' });
  expect(asked).toEqual([]);
});
