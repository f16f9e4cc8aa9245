import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IPreferences, ITranslator } from '../contract';
import { CommandIDs } from './command-ids';
import { SETTINGS_ID } from './panel-commands';
import { Preferences } from './preferences';
import { SettingsStore } from './settings-store';
import { shareSettings } from './share-settings';
import { openChannel } from './tab-channel';

/** The settings of this page; without a registry, for as long as it lives. */
export async function makePreferences(
  { commands, serviceManager }: JupyterFrontEnd,
  settings: ISettingRegistry | null,
  trans: ITranslator
): Promise<IPreferences> {
  const store = await SettingsStore.open(
    settings && (() => load(settings, serviceManager.serverSettings.baseUrl)),
    trans
  );
  return new Preferences(
    store,
    () => void commands.execute(CommandIDs.settings)
  );
}

async function load(
  registry: ISettingRegistry,
  baseUrl: string
): Promise<ISettingRegistry.ISettings> {
  const settings = await registry.load(SETTINGS_ID);
  const channel = openChannel<null>(`cellwright settings ${baseUrl}`);
  if (channel) {
    shareSettings(registry, settings, channel);
  }
  return settings;
}
