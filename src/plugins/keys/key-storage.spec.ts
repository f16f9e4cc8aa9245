import type { JupyterFrontEnd } from '@jupyterlab/application';
import { webcrypto } from 'node:crypto';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import {
  ISecretsManager,
  SecretsManager,
  InMemoryConnector
} from 'jupyter-secrets-manager';

import { ENGLISH } from '../../contract';
import { keyStorage } from './key-storage';
import { SECRETS_PLUGIN } from './secrets-vault';

const PLACE = 'openai https://api.openai.com/v1';

function fakeApp(manager: SecretsManager | null) {
  const resolved: unknown[] = [];
  const app = {
    hasPlugin: (id: string) => id === SECRETS_PLUGIN && manager !== null,
    resolveRequiredService: async (token: unknown) => {
      resolved.push(token);
      return manager;
    },
    serviceManager: {
      serverSettings: { baseUrl: 'http://localhost:8888/' },
      user: { ready: Promise.resolve(), identity: { username: 'ada' } }
    }
  };
  return { app: app as unknown as JupyterFrontEnd, resolved };
}

const page = (given: { crypto?: unknown; indexedDB?: unknown }) =>
  given as unknown as Pick<typeof globalThis, 'crypto' | 'indexedDB'>;

describe('where keys are kept on this device', () => {
  const options = {
    trans: ENGLISH,
    owner: async () => {
      throw new Error('Nobody asks whose they are.');
    },
    onForgotten: () => undefined
  };

  it('is nowhere on plain http, and it says why', async () => {
    const { app } = fakeApp(null);
    const source = keyStorage({
      ...options,
      app,
      page: page({ crypto: {}, indexedDB: new IDBFactory() })
    });
    expect(source.remembering).toEqual({
      ok: false,
      why: expect.stringMatching(/https or on localhost/)
    });
    await expect(source.open()).rejects.toThrow();
  });

  it('is the browser’s own vault otherwise', () => {
    const { app } = fakeApp(null);
    const source = keyStorage({
      ...options,
      app,
      page: page({ crypto: webcrypto, indexedDB: new IDBFactory() })
    });
    expect(source.remembering).toEqual({ ok: true });
  });

  it('is the secrets manager where it is installed, also on plain http', async () => {
    const manager = new SecretsManager({});
    manager.setConnector(new InMemoryConnector());
    const { app, resolved } = fakeApp(manager);
    const source = keyStorage({ ...options, app, page: page({}) });
    expect(source.remembering).toMatchObject({
      ok: true,
      where: expect.stringMatching(/secrets manager/)
    });
    expect(resolved).toEqual([]);

    const vault = await source.open();
    expect(resolved).toEqual([ISecretsManager]);
    await vault.save(PLACE, 'sk-1');
    await vault.save('google ', 'sk-2');
    await vault.forget('google ');
    // Opening it a second time, as after a failed load, must not lock the
    // manager.
    const again = await source.open();
    expect(await again.load()).toEqual({ [PLACE]: 'sk-1' });
    await expect(
      manager.get(Symbol('cellwright:models'), 'cellwright:models', PLACE)
    ).rejects.toThrow(/not available/);
  });
});
