import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IChannel } from '../tabs/tab-channel';

/**
 * What is changed in one tab counts in the others at once: a rule that was taken
 * back must not go on to hold in a tab that works, and a tab that writes one
 * value writes the whole file as it knows it. JupyterLab itself reads settings
 * once a page.
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
  // Who reads what it knows already tells nobody.
  channel.listen(() => {
    registry.reload(settings.id).catch((error: unknown) => {
      console.error(
        'Cellwright could not read the settings that another tab changed',
        error
      );
    });
  });
}
