import type { JupyterFrontEnd } from '@jupyterlab/application';
import { PageConfig } from '@jupyterlab/coreutils';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IPreferences, ITranslator } from '../../contract';
import { CommandIds } from '../util/command-ids';
import { FolderInstructions, type TextStore } from './folder-instructions';
import { Preferences } from './preferences';
import { settingsSource } from './settings-source';
import { SettingsStore } from './settings-store';
import { shareSettings } from './share-settings';

/**
 * The settings of this page; without a settings registry, they last as long as
 * the page.
 */
export async function makePreferences(
  { commands, serviceManager }: JupyterFrontEnd,
  settings: ISettingRegistry | null,
  trans: ITranslator
): Promise<IPreferences> {
  const { baseUrl } = serviceManager.serverSettings;
  const source = settings && settingsSource(settings);
  const store = await SettingsStore.open(
    source && {
      ...source,
      load: async () => {
        const loaded = await source.load();
        // Lives as long as the page.
        shareSettings(
          settings,
          loaded,
          new BroadcastChannel(`cellwright settings ${baseUrl}`)
        );
        return loaded;
      }
    },
    trans
  );
  const instructions = new FolderInstructions(
    browserStore(),
    `cellwright instructions ${baseUrl} ${PageConfig.getOption('serverRoot')}`
  );
  // Lives as long as the page.
  window.addEventListener('storage', ({ key }) => instructions.onStorage(key));
  return new Preferences(
    store,
    instructions,
    () => void commands.execute(CommandIds.settings)
  );
}

/** If storage is blocked for this page, even accessing it throws. */
function browserStore(): TextStore | null {
  try {
    return window.localStorage;
  } catch (error) {
    console.warn('Cellwright: this browser stores nothing for the page', error);
    return null;
  }
}
