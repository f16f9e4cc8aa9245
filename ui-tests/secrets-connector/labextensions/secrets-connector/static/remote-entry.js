/** What JupyterLab shares between extensions; each extension is given it. */
let shared;

/**
 * A prebuilt extension without a build step. The default store of the secrets
 * manager forgets everything with the page. This extension selects the
 * manager's other store instead, in the way its documentation describes: with a
 * plugin that replaces its connector.
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
