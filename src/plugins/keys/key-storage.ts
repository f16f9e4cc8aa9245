import type { JupyterFrontEnd } from '@jupyterlab/application';

import type { ITranslator } from '../../contract';
import type { IVaultSource } from './remembered-keys';
import { openSecretsVault, SECRETS_PLUGIN } from './secrets-vault';
import type { IServerOwner } from '../threads/server-owner';

export interface IKeyStorageOptions {
  app: JupyterFrontEnd;
  trans: ITranslator;
  /** The page's globals; replaced in tests. */
  page: Pick<typeof globalThis, 'crypto' | 'indexedDB'>;
  /** The owner of the keys. */
  owner(): Promise<IServerOwner>;
  /** Tells the person that a key was forgotten. */
  onForgotten(sentence: string): void;
}

/**
 * Chooses where keys are stored on this device: the secrets manager, else our
 * own vault.
 */
export function keyStorage({
  app,
  trans,
  page,
  owner,
  onForgotten
}: IKeyStorageOptions): IVaultSource {
  if (app.hasPlugin(SECRETS_PLUGIN)) {
    return {
      remembering: {
        ok: true,
        where: trans.__(
          'It is stored by the secrets manager of this Jupyter server, for as long as the manager keeps it.'
        )
      },
      open: () => openSecretsVault(app)
    };
  }
  // Absent if the page was loaded over plain http.
  if (!page.crypto?.subtle || !page.indexedDB) {
    return {
      remembering: {
        ok: false,
        why: trans.__(
          'A key can be kept on this device only if JupyterLab is opened over https or on localhost: the browser does not encrypt elsewhere.'
        )
      },
      open: () => Promise.reject(new Error('This page cannot encrypt.'))
    };
  }
  return {
    remembering: { ok: true },
    open: async () => {
      const [{ KeyVault }, { person }] = await Promise.all([
        import('../../storage/key-vault'),
        owner()
      ]);
      return new KeyVault({
        owner: person,
        trans,
        onForgotten
      });
    }
  };
}
