import { serverRoot } from '../../contract';
import { readCorpus } from '../../testing/corpus/read-corpus';
import { serverOwner } from './server-owner';

interface ICase {
  name: string;
  baseUrl: string;
  identity: { username: string; name: string } | null;
  permissions: object | null;
  page: Record<string, string>;
  folder: [string, string, string];
}

const NO_PAGE = { option: () => '', root: '' };
const COOKIE = '6f79ad695cc645f7afbf1c38ba67a983';
const OLDER_COOKIE = '0d6cb7f9a01f4e8ab1b6a3c1f6f2f0aa';

function ownerOf({
  baseUrl,
  identity,
  permissions,
  page
}: Pick<ICase, 'baseUrl' | 'identity' | 'permissions' | 'page'>) {
  const services = {
    serverSettings: { baseUrl },
    user: { identity, permissions, ready: Promise.resolve() }
  } as unknown as Parameters<typeof serverOwner>[0];
  const option = (name: string) => page[name] ?? '';
  return serverOwner(services, { option, root: serverRoot(option) });
}

const onToken = (username = COOKIE, root = '/work/a') =>
  ownerOf({
    baseUrl: 'http://localhost:8888/',
    identity: { username, name: 'Anonymous Io' },
    permissions: {},
    page: { rootUri: `file://${root}`, serverRoot: root }
  });

describe('whose conversations and keys these are', () => {
  it('needs no identity, which JupyterLite does not have', async () => {
    const services = {
      serverSettings: { baseUrl: 'https://lite.example/' },
      user: {
        identity: undefined,
        permissions: undefined,
        ready: Promise.resolve()
      }
    } as unknown as Parameters<typeof serverOwner>[0];
    const { person } = await serverOwner(services, NO_PAGE);
    expect(person).toEqual(['https://lite.example/', '']);
  });

  it.each(readCorpus<ICase>('server-owners'))('$name', async given => {
    const { folder, person } = await ownerOf(given);
    expect(folder).toEqual(given.folder);
    expect(person).toEqual(given.folder.slice(0, 2));
  });

  it('is the same whatever name the next log-in makes up', async () => {
    expect((await onToken(COOKIE)).folder).toEqual(
      (await onToken(OLDER_COOKIE)).folder
    );
  });

  it('is found out although the server never says who the user is', async () => {
    jest.useFakeTimers();
    const services = {
      serverSettings: { baseUrl: 'http://localhost:8888/' },
      user: { identity: null, permissions: null, ready: new Promise(() => {}) }
    } as unknown as Parameters<typeof serverOwner>[0];
    const finding = serverOwner(services, NO_PAGE);
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await finding).person).toEqual(['http://localhost:8888/', '']);
    jest.useRealTimers();
  });
});
