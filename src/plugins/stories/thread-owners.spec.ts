import 'fake-indexeddb/auto';

import type { JupyterFrontEnd } from '@jupyterlab/application';
import { PageConfig } from '@jupyterlab/coreutils';

import { ENGLISH } from '../../contract';
import type { ThreadDatabase } from '../../storage/database/thread-database';
import { threadStore } from '../threads/thread-store';

const URL = 'http://localhost:8888/';
const COOKIES = [
  '6f79ad695cc645f7afbf1c38ba67a983',
  '0d6cb7f9a01f4e8ab1b6a3c1f6f2f0aa'
];
const opened: ThreadDatabase[] = [];

Object.assign(globalThis, { structuredClone: (value: unknown) => value });

/** Another page of a server. */
async function page(
  root: string,
  { username = COOKIES[0], baseUrl = URL } = {}
) {
  PageConfig.setOption('rootUri', `file://${root}`);
  const app = {
    serviceManager: {
      serverSettings: { baseUrl },
      user: {
        ready: Promise.resolve(),
        identity: { username, name: 'Anonymous Io' },
        permissions: {}
      }
    }
  };
  const store = await threadStore(app as unknown as JupyterFrontEnd, ENGLISH);
  opened.push(store.database);
  return store.threads;
}

const ids = async (threads: Awaited<ReturnType<typeof page>>) =>
  (await threads.list()).map(({ id }) => id);

afterEach(() => {
  opened.splice(0).forEach(database => database.close());
  PageConfig.setOption('rootUri', '');
});

describe('conversations', () => {
  it('are still there after a log-out has made up another user', async () => {
    await (await page('/one')).create('t', 'a.ipynb');
    expect(await ids(await page('/one', { username: COOKIES[1] }))).toEqual([
      't'
    ]);
  });

  it('of one folder never show in another on the same port', async () => {
    await (await page('/two')).create('of two', 'Untitled.ipynb');
    const other = await page('/three');
    expect(await other.lastOf('Untitled.ipynb')).toBeUndefined();
    expect(await ids(other)).toEqual([]);
  });

  it('of each user of a hub are their own', async () => {
    const hub = (username: string) =>
      page('/home/ada', { username, baseUrl: 'http://localhost/user/ada/' });
    await (await hub('ada')).create('of ada', 'a.ipynb');
    expect(await ids(await hub('bob'))).toEqual([]);
    expect(await ids(await hub('ada'))).toEqual(['of ada']);
  });
});
