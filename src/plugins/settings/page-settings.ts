import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { ITranslator } from '../../contract';
import { SerialQueue } from '../../contract/util/serial-queue';
import { settingsSource } from './settings-source';
import { SettingsStore } from './settings-store';

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

/**
 * Applies a change made in one tab to the others at once: a rule that was taken
 * back must not stay in force in another tab, and a tab that writes one value
 * writes the whole file as it knows it. JupyterLab itself reads settings only
 * once per page load.
 */
export function shareSettings(
  registry: Pick<ISettingRegistry, 'reload'>,
  settings: Pick<ISettingRegistry.ISettings, 'id' | 'raw' | 'changed'>,
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
): void {
  let known = settings.raw;
  settings.changed.connect(() => {
    if (settings.raw !== known) {
      known = settings.raw;
      channel.postMessage(null);
    }
  });
  const reads = new SerialQueue();
  let isDue = false;
  // Reading what it already knows does not post again. However many messages
  // arrive, and from whomever, one read is under way and one waits.
  channel.addEventListener('message', () => {
    if (isDue) {
      return;
    }
    isDue = true;
    reads
      .run(() => {
        isDue = false;
        return registry.reload(settings.id);
      })
      .catch((error: unknown) =>
        console.error(
          'Cellwright could not read the settings that another tab changed',
          error
        )
      );
  });
}
