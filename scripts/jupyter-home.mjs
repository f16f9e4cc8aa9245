import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * A home for JupyterLab, separate from the person's own: its folders, the
 * initial settings, and the environment variables that make JupyterLab use
 * them.
 *
 * @param home a folder; created if it is missing.
 * @param settings by plugin id.
 */
export function jupyterHome(home, token, settings) {
  const config = path.join(home, 'config');
  const overrides = path.join(config, 'labconfig');
  fs.mkdirSync(overrides, { recursive: true });
  fs.writeFileSync(
    path.join(overrides, 'default_setting_overrides.json'),
    JSON.stringify(
      {
        ...settings,
        '@jupyterlab/apputils-extension:notification': {
          fetchNews: 'false',
          checkForUpdates: false
        }
      },
      null,
      2
    )
  );
  const env = {
    ...process.env,
    JUPYTER_TOKEN: token,
    JUPYTER_CONFIG_DIR: config,
    JUPYTER_DATA_DIR: path.join(home, 'data'),
    JUPYTER_RUNTIME_DIR: path.join(home, 'runtime'),
    JUPYTERLAB_SETTINGS_DIR: path.join(home, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: path.join(home, 'workspaces'),
    IPYTHONDIR: path.join(home, 'ipython'),
    // Prefers the kernel and the extension in .venv to those of the machine.
    JUPYTER_PREFER_ENV_PATH: '1'
  };
  for (const name of [
    'JUPYTER_PATH',
    'JUPYTER_CONFIG_PATH',
    'PYTHONPATH',
    'PYTHONHOME'
  ]) {
    delete env[name];
  }
  return env;
}
