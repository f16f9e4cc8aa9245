import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IPreferences, ITranslator } from '../contract';
import { CommandIDs } from './command-ids';
import { SETTINGS_ID } from './panel-commands';
import { Preferences } from './preferences';
import { SettingsStore } from './settings-store';

/** The settings of this page; without a registry, for as long as it lives. */
export async function makePreferences(
  { commands }: JupyterFrontEnd,
  settings: ISettingRegistry | null,
  trans: ITranslator
): Promise<IPreferences> {
  const store = await SettingsStore.open(
    settings && (() => settings.load(SETTINGS_ID)),
    trans
  );
  return new Preferences(
    store,
    () => void commands.execute(CommandIDs.settings)
  );
}
