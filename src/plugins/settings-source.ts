import { PageConfig } from '@jupyterlab/coreutils';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import { SETTINGS_ID } from './panel-commands';
import type { ISettingsSource } from './settings-store';

/** Our settings in JupyterLab's registry. */
export function settingsSource(registry: ISettingRegistry): ISettingsSource {
  const folder = PageConfig.getOption('userSettingsDir');
  const [name, part] = SETTINGS_ID.split(':');
  const path = `${name}/${part}.jupyterlab-settings`;
  return {
    load: () => registry.load(SETTINGS_ID),
    reload: () => registry.reload(SETTINGS_ID),
    path: folder ? `${folder}/${path}` : path
  };
}
