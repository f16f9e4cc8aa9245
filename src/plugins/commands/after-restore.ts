import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { ILazyPreferences, ILazyThreads } from '../../tokens';
import { watchCellMarks } from '../notebook/watch-cell-marks';
import { addCommands, type ICommandsOptions } from './add-commands';
import { followMoves } from '../notebook/follow-moves';
import { settingsSource } from '../settings/settings-source';
import { SIDEBAR_ID } from '../panel/sidebar';

export interface IAfterRestoreOptions extends ICommandsOptions {
  threads: ILazyThreads;
  preferences: ILazyPreferences;
  settings: ISettingRegistry | null;
  /** BCP 47 tag of the page's language. */
  language: string;
}

/** Sets up what JupyterLab need not wait for when it starts. */
export async function afterRestore(
  options: IAfterRestoreOptions
): Promise<void> {
  const { app, threads, preferences, sidebar, tracker, trans } = options;
  addCommands(options);
  followMoves(app.serviceManager.contents, threads, preferences);
  const settings = await loaded(options.settings, options.language);
  watchCellMarks({ tracker, settings, trans });
  // Where it was open, the person may be at one of its cards by now, and would
  // lose focus to the message box.
  if (settings?.composite.openOnStart === true && !sidebar.isVisible) {
    app.shell.activateById(SIDEBAR_ID);
  }
}

/**
 * Null if they cannot be read: the panel reports that once it is opened.
 *
 * JupyterLab loads the settings of all extensions in one list, whose texts its
 * server does not translate (`_list_settings` of `jupyterlab_server`); it does
 * where one is asked for.
 */
async function loaded(
  registry: ISettingRegistry | null,
  language: string
): Promise<ISettingRegistry.ISettings | null> {
  const source = registry && settingsSource(registry);
  try {
    return (
      (await (language === 'en' ? source?.load() : source?.reload())) ?? null
    );
  } catch (error) {
    console.warn('Cellwright could not read its settings', error);
    return null;
  }
}
