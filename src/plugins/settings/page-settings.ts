import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { ITranslator } from '../../contract';
import { settingsSource } from './settings-source';
import { SettingsStore } from './settings-store';
import { shareSettings } from './share-settings';

const stores = new WeakMap<JupyterFrontEnd, Promise<SettingsStore>>();

/**
 * The settings of this page, for whatever reads or changes them; without a
 * settings registry, they last as long as the page.
 */
export function pageSettings(
  app: JupyterFrontEnd,
  registry: ISettingRegistry | null,
  trans: ITranslator
): Promise<SettingsStore> {
  const { baseUrl } = app.serviceManager.serverSettings;
  const source = registry && settingsSource(registry);
  const store =
    stores.get(app) ??
    SettingsStore.open(
      source && {
        ...source,
        load: async () => {
          const loaded = await source.load();
          // Lives as long as the page.
          shareSettings(
            registry,
            loaded,
            new BroadcastChannel(`cellwright settings ${baseUrl}`)
          );
          return loaded;
        }
      },
      trans
    );
  stores.set(app, store);
  return store;
}
