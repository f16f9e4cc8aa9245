import { FakeLocks } from '../../testing/fake-locks';
import { until } from '../../testing/until';
import type { ServerProcess } from '../../testing/mcp/server-process';
import { Exchanges } from '../wire/server-fetch';
import {
  type UsedServers,
  anotherPage,
  anotherServer,
  page,
  server as locked,
  useServer
} from './use-servers';

/** Signing in to a server by OAuth, with a real authorization server. */
const CALLBACK = 'http://localhost:8888/lab/extensions/cellwright/oauth.html';
const signal = new AbortController().signal;

useServer('oauth.mjs');

beforeEach(async () => {
  page.host.callback = CALLBACK;
  await page.use(locked.url, { name: 'locked', auth: 'oauth' });
});

it('opens nothing by itself, and says that signing in is wanted', () => {
  expect(page.server).toMatchObject({
    status: 'failed',
    failure: { code: 'sign-in' }
  });
  expect(page.host.opened).toEqual([]);
});

it('signs in after a click, and keeps the tokens under the address', async () => {
  await page.servers.signIn('locked', signal);
  expect(page.server.status).toBe('connected');
  expect((await page.call('secret')).text).toBe('42');
  expect(page.host.opened).toHaveLength(1);
  expect([...page.host.kept.keys()]).toEqual([locked.url]);
  await until(
    () => locked.lines.includes(`token authorization_code ${locked.url}`),
    'the token'
  );
  // No token appears in what is reported about the server.
  expect(JSON.stringify(page.servers.list())).not.toMatch(/t-1|r-1/);
});

it('refreshes a token that has run out, without a word', async () => {
  await page.servers.signIn('locked', signal);
  locked.tell('expire');
  await until(() => locked.lines.includes('expired'));
  expect((await page.call('secret')).text).toBe('42');
  await until(
    () => locked.lines.includes(`token refresh_token ${locked.url}`),
    'the token'
  );
  expect(page.host.opened).toHaveLength(1);
});

it('is signed in when the page comes back', async () => {
  await page.servers.signIn('locked', signal);
  const later = anotherPage();
  later.host.callback = CALLBACK;
  page.host.kept.forEach((text, place) => later.host.kept.set(place, text));
  await later.use(locked.url, { name: 'locked', auth: 'oauth' });
  expect(later.server.status).toBe('connected');
});

it.each([
  ['has failed', (connecting: Promise<void>) => connecting],
  ['is under way', () => undefined]
])(
  'signs in where something else wants the server while the window is open, and %s',
  async (_, wait) => {
    let connecting: Promise<void> | undefined;
    page.host.comesBack = async url => {
      connecting = page.servers.connect();
      await wait(connecting);
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '').searchParams;
    };
    await page.servers.signIn('locked', signal);
    await connecting;
    expect(page.server).toMatchObject({ status: 'connected' });
    expect((await page.call('secret')).text).toBe('42');
    expect(page.host.opened).toHaveLength(1);
  }
);

it('drops what comes back to another attempt', async () => {
  page.host.comesBack = async () =>
    new URLSearchParams({ code: 'abc', state: 'of another' });
  await expect(page.servers.signIn('locked', signal)).rejects.toThrow(
    /does not belong to this attempt/
  );
  expect(page.server.status).not.toBe('connected');
  expect(locked.lines.join()).not.toContain('token');
});

it('says why the person was turned away', async () => {
  page.host.comesBack = async url =>
    new URLSearchParams({
      error: 'access_denied',
      error_description: 'You are not on the list',
      state: url.searchParams.get('state') ?? ''
    });
  await expect(page.servers.signIn('locked', signal)).rejects.toThrow(
    /You are not on the list/
  );
});

it('opens no page that came by plain http from elsewhere', async () => {
  const bad = await anotherServer('oauth.mjs', '0', '--script');
  await page.use(bad.url, { name: 'locked', auth: 'oauth' });
  await expect(page.servers.signIn('locked', signal)).rejects.toThrow(/https/);
  expect(page.host.opened).toEqual([]);
});

it.each(['register', 'sign-in'])(
  'sends nothing to what its metadata name on Jupyter’s own origin, and opens none of it (%s)',
  async path => {
    const jupyter = await anotherServer('oauth.mjs');
    const base = jupyter.at('');
    const bad = await anotherServer(
      'oauth.mjs',
      '0',
      `--names=${base}proxy/5000/${path}`
    );
    page.host.base = base;
    page.host.page = jupyter.at('lab');
    const asked: string[] = [];
    page.watch(({ origin }) => asked.push(origin));
    await page.use(bad.url, { name: 'locked', auth: 'oauth' });
    await page.servers.signIn('locked', signal).catch(() => undefined);
    expect(page.server.status).not.toBe('connected');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked).not.toContain(new URL(base).origin);
    expect(page.host.opened).toEqual([]);
  }
);

it('forgets all of it when the person signs out', async () => {
  await page.servers.signIn('locked', signal);
  await page.servers.signOut('locked');
  expect(page.host.kept.size).toBe(0);
  expect(page.servers.tools(new Set())).toEqual([]);
  await page.servers.connect();
  expect(page.server.failure).toMatchObject({ code: 'sign-in' });
});

describe('a server that', () => {
  let special: ServerProcess;
  const use = async (flag: string, clientId?: string) => {
    special = await anotherServer('oauth.mjs', '0', `--${flag}`);
    await page.use(special.url, { name: 'special', auth: 'oauth', clientId });
  };
  const printed = (start: string) =>
    special.lines.filter(line => line.startsWith(start));

  it.each([
    ['given', 's-1', 'client given s-1'],
    ['given', undefined, 'client given null'],
    [
      'https://jupyter.example.org/cellwright.json',
      undefined,
      'client https://jupyter.example.org/cellwright.json null'
    ]
  ])(
    'registers nobody is signed in to with the client ID %s and the secret %s',
    async (id, secret, sent) => {
      if (secret) {
        page.host.secrets.special = secret;
      }
      await use('given', id);
      await page.servers.signIn('special', signal);
      expect((await page.call('secret')).text).toBe('42');
      await until(() => printed('client').includes(sent), sent);
      expect(printed('register')).toEqual([]);
      // The secret stays where keys are kept.
      expect([...page.host.kept.values()].join()).not.toContain('s-1');
      special.tell('expire');
      await until(() => special.lines.includes('expired'));
      expect((await page.call('secret')).text).toBe('42');
    }
  );

  describe('takes a refresh token once', () => {
    const expire = async () => {
      special.tell('expire');
      await until(() => special.lines.includes('expired'));
    };
    const refreshed = async () => {
      const lines = () => printed('token refresh_token');
      await until(() => lines().length > 0, 'the token');
      return lines();
    };
    const secrets = async (pages: UsedServers[]) =>
      (await Promise.all(pages.map(each => each.call('secret')))).map(
        ({ text }) => text
      );

    beforeEach(() =>
      Object.defineProperty(globalThis, 'navigator', {
        value: { locks: new FakeLocks() },
        configurable: true
      })
    );
    afterEach(() => Reflect.deleteProperty(globalThis, 'navigator'));

    it('renews the sign-in once for requests that it refuses together', async () => {
      await use('once');
      await page.servers.signIn('special', signal);
      await expire();
      expect(await secrets([page, page, page])).toEqual(['42', '42', '42']);
      expect(await refreshed()).toHaveLength(1);
      special.lines.length = 0;
      await expire();
      expect((await page.call('secret')).text).toBe('42');
      expect(await refreshed()).toHaveLength(1);
    });

    it('renews it once for two tabs', async () => {
      await use('once');
      await page.servers.signIn('special', signal);
      const other = anotherPage();
      other.host.callback = CALLBACK;
      other.host.tokens = page.host.tokens;
      await other.use(special.url, { name: 'special', auth: 'oauth' });
      await expire();
      expect(await secrets([page, other])).toEqual(['42', '42']);
      expect(await refreshed()).toHaveLength(1);
      // One alone, and then the other, which does not know of it.
      special.lines.length = 0;
      await expire();
      expect(await secrets([page])).toEqual(['42']);
      expect(await secrets([other])).toEqual(['42']);
      expect(await refreshed()).toHaveLength(1);
    });
  });

  it('registers nobody asks for a client ID', async () => {
    await use('given');
    expect(page.server.failure).toMatchObject({
      code: 'unauthorized',
      text: expect.stringMatching(/does not let programs register.*client ID/)
    });
  });

  it.each(['old', 'older'])(
    'names its sign-in page as servers of 2025-03-26 do is signed in to (%s)',
    async flag => {
      await use(flag);
      await page.servers.signIn('special', signal);
      expect((await page.call('secret')).text).toBe('42');
    }
  );

  it('wants a further scope for a call has the person asked, whose yes it takes', async () => {
    await use('more');
    await page.servers.signIn('special', signal);
    const tool = page.tool('secret');
    const { ok, text } = await page.call(tool);
    expect(ok).toBe(false);
    expect(text).toMatch(/\(403: .*allow more.*Nothing was done/);
    expect(page.host.opened).toHaveLength(1);
    // No message and no check takes the question away.
    await page.servers.check();
    expect(page.server).toMatchObject({
      status: 'failed',
      failure: {
        code: 'sign-in',
        text: expect.stringMatching(/allow more.*Sign in/)
      }
    });
    await page.servers.signIn('special', signal);
    expect(page.host.opened).toHaveLength(2);
    await until(() => printed('authorize').length === 2, 'the second page');
    expect(printed('authorize')[1]).toBe('authorize c-1 read write');
    expect((await page.call('secret')).text).toBe('42');
  });

  it('still wants it after that is a refusal, and asks no second time', async () => {
    await use('strict');
    await page.servers.signIn('special', signal);
    await page.call('secret');
    await page.servers.signIn('special', signal);
    expect(page.host.opened).toHaveLength(2);
    const { text } = await page.call('secret');
    expect(text).toMatch(/\(403: it does not allow it\)/);
    await page.servers.check();
    expect(page.server.failure?.code).not.toBe('sign-in');
    expect(page.host.opened).toHaveLength(2);
  });
});

it('knows a call that wants a further scope whatever else was asked meanwhile', () => {
  const exchanges = new Exchanges();
  exchanges.begin('tools/call').status = 403;
  exchanges.begin('tools/list');
  expect(exchanges.isForbidden).toBe(true);
  exchanges.begin('tools/list').status = 401;
  expect(exchanges.isForbidden).toBe(false);
});
