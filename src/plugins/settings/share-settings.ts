import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IChannel } from '../tabs/tab-channel';

/**
 * Applies a change made in one tab to the others at once: a rule that was taken
 * back must not stay in force in another tab, and a tab that writes one value
 * writes the whole file as it knows it. JupyterLab itself reads settings only
 * once per page load.
 */
export function shareSettings(
  registry: Pick<ISettingRegistry, 'reload'>,
  settings: Pick<ISettingRegistry.ISettings, 'id' | 'raw' | 'changed'>,
  channel: IChannel<null>
): void {
  let known = settings.raw;
  settings.changed.connect(() => {
    if (settings.raw !== known) {
      known = settings.raw;
      channel.post(null);
    }
  });
  // Reading what it already knows does not post again.
  channel.listen(() => {
    registry.reload(settings.id).catch((error: unknown) => {
      console.error(
        'Cellwright could not read the settings that another tab changed',
        error
      );
    });
  });
}
