/** What JupyterLab shares between extensions, which each is handed. */
let shared;

/**
 * A prebuilt extension without a build. The default store of the secrets manager
 * forgets all with the page; this chooses the other one of its own instead, as
 * its documentation has it: by a plugin in place of its connector.
 */
window._JUPYTERLAB = {
  ...window._JUPYTERLAB,
  'secrets-connector': {
    init: scope => {
      shared = scope;
    },
    get: async () => {
      const [version] = Object.values(shared['jupyter-secrets-manager']);
      const { ISecretsManager, LocalStorageConnector } = (
        await version.get()
      )();
      const plugin = {
        id: 'secrets-connector:plugin',
        description: 'Keeps secrets in the local storage.',
        autoStart: true,
        requires: [ISecretsManager],
        activate: (app, manager) =>
          manager.setConnector(new LocalStorageConnector())
      };
      return () => plugin;
    }
  }
};
