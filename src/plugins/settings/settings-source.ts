import { PageConfig } from '@jupyterlab/coreutils';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import { SETTINGS_ID } from '../util/settings-id';
import type { ISettingsSource } from './settings-store';

/** Our settings in JupyterLab's registry. */
export function settingsSource(registry: ISettingRegistry): ISettingsSource {
  const folder = PageConfig.getOption('userSettingsDir');
  const [name, part] = SETTINGS_ID.split(':');
  const path = `${name}/${part}.jupyterlab-settings`;
  return {
    load: () => registry.load(SETTINGS_ID),
    reload: () => reload(registry),
    path: folder ? `${folder}/${path}` : path
  };
}

/**
 * As the file has them, with the changes made in this page in the meantime: the
 * registry takes what it reads for newer than a change that it has not sent
 * yet, and the next write would lose that change.
 */
async function reload(
  registry: ISettingRegistry
): Promise<ISettingRegistry.ISettings> {
  for (;;) {
    const before = registry.plugins[SETTINGS_ID];
    const raw = before?.raw;
    const settings = await registry.reload(SETTINGS_ID);
    if (before?.raw === raw) {
      return settings;
    }
  }
}
