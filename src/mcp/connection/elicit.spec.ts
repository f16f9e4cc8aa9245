import { ENGLISH, type IMcpQuestion } from '../../contract';
import { elicit } from './elicit';

const asked: IMcpQuestion[] = [];

beforeEach(() => asked.splice(0));

const ask = (url: string) =>
  elicit(
    async question => {
      asked.push(question);
      return { action: 'accept' };
    },
    { server: 'tickets', host: 'mcp.test' },
    { mode: 'url', message: 'Pay here', url },
    { trans: ENGLISH, isOpen: ({ origin }) => origin !== 'https://hub.test' }
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
