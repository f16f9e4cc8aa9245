import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISecretsManager } from 'jupyter-secrets-manager';

import type { IKeyVault } from '../../contract';

/** The plugin that provides the secrets manager, if it is installed. */
export const SECRETS_PLUGIN = 'jupyter-secrets-manager:manager';

/** Namespace of our secrets: the manager requires the id of a plugin. */
const NAMESPACE = 'cellwright:models';

/** Keys in `jupyter-secrets-manager`, wherever its connector stores them. */
export class SecretsVault implements IKeyVault {
  constructor(
    private readonly _manager: Pick<ISecretsManager, 'list' | 'set' | 'remove'>,
    /** What the manager returned when our namespace was signed. */
    private readonly _token: symbol
  ) {}

  async load(): Promise<Record<string, string>> {
    const list = await this._manager.list(this._token, NAMESPACE);
    const secrets = list?.values ?? [];
    return Object.fromEntries(secrets.map(({ id, value }) => [id, value]));
  }

  async save(place: string, key: string): Promise<void> {
    const secret = { namespace: NAMESPACE, id: place, value: key };
    await this._manager.set(this._token, NAMESPACE, place, secret);
  }

  async forget(place: string): Promise<void> {
    await this._manager.remove(this._token, NAMESPACE, place);
  }
}

/**
 * The vault of the secrets manager. Its package is never bundled: we load the
 * copy that its own extension shares, since namespaces and the token belong to
 * that copy. So it loads only here, and only if the extension is installed.
 *
 * @throws Error when the namespace cannot be signed (disabled, or taken).
 */
export async function openSecretsVault(
  app: JupyterFrontEnd
): Promise<IKeyVault> {
  const { ISecretsManager, SecretsManager } =
    await import('jupyter-secrets-manager');
  const manager = await app.resolveRequiredService(ISecretsManager);
  signed ??= sign(SecretsManager.sign);
  return new SecretsVault(manager, signed);
}

/** Signed once per page load: the manager locks itself at a second attempt. */
let signed: symbol | undefined;

type Sign =
  (typeof import('jupyter-secrets-manager'))['SecretsManager']['sign'];

function sign(signPlugin: Sign): symbol {
  let given: symbol | null = null;
  signPlugin(NAMESPACE, token => {
    given = token;
    return {
      id: NAMESPACE,
      description: 'Whose secrets these are.',
      activate: () => undefined
    };
  });
  if (given === null) {
    throw new Error('The secrets manager does not take secrets of Cellwright.');
  }
  return given;
}
