import type { JupyterFrontEnd } from '@jupyterlab/application';
import { PageConfig } from '@jupyterlab/coreutils';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IPreferences, ITranslator } from '../../contract';
import { CommandIds } from '../util/command-ids';
import { FolderInstructions, type TextStore } from './folder-instructions';
import { Preferences } from './preferences';
import { pageSettings } from './page-settings';

/** The preferences of this page. */
export async function makePreferences(
  app: JupyterFrontEnd,
  settings: ISettingRegistry | null,
  trans: ITranslator
): Promise<IPreferences> {
  const { baseUrl } = app.serviceManager.serverSettings;
  const instructions = new FolderInstructions(
    browserStore(),
    `cellwright instructions ${baseUrl} ${PageConfig.getOption('serverRoot')}`
  );
  // Lives as long as the page.
  window.addEventListener('storage', ({ key }) => instructions.onStorage(key));
  return new Preferences(
    await pageSettings(app, settings, trans),
    instructions,
    () => void app.commands.execute(CommandIds.settings)
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
