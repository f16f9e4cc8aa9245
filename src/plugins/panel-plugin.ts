import {
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IEditorServices } from '@jupyterlab/codeeditor';
import { ILauncher } from '@jupyterlab/launcher';
import { INotebookTracker } from '@jupyterlab/notebook';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator } from '@jupyterlab/translation';

import { cellwrightIcon } from '../icon';
import {
  IAgent,
  ILazyModels,
  ILazyPreferences,
  ILazyThreads,
  ILazyWorkspace
} from '../tokens';
import { loadPage } from './util/load-page';
import { OPEN, SETTINGS_ID } from './util/settings-id';
import { Sidebar, SIDEBAR_ID } from './panel/sidebar';
import { ourSentences } from './util/translator';

/** Within the ranks for extensions in a sidebar (501 to 899). */
const RANK = 600;

export const panelPlugin: JupyterFrontEndPlugin<void> = {
  id: SETTINGS_ID,
  description: 'The panel in the sidebar.',
  autoStart: true,
  requires: [
    IAgent,
    ILazyModels,
    ILazyPreferences,
    ILazyWorkspace,
    ILazyThreads,
    IEditorServices,
    IRenderMimeRegistry,
    INotebookTracker
  ],
  optional: [
    ILayoutRestorer,
    ICommandPalette,
    ILauncher,
    ISettingRegistry,
    ITranslator
  ],
  activate: (
    app: JupyterFrontEnd,
    agent: IAgent,
    models: ILazyModels,
    preferences: ILazyPreferences,
    workspace: ILazyWorkspace,
    threads: ILazyThreads,
    editors: IEditorServices,
    rendermime: IRenderMimeRegistry,
    tracker: INotebookTracker,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    launcher: ILauncher | null,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ): void => {
    const trans = ourSentences(translator);
    const sidebar: Sidebar = new Sidebar({
      trans,
      load: async () => {
        // A restored panel must not compete with what JupyterLab is still
        // loading.
        await app.restored;
        const [{ fillPanel }, ...loaded] = await Promise.all([
          loadPage(),
          workspace.load(),
          models.load(),
          preferences.load(),
          threads.load()
        ]);
        const [ports, model, settings, stored] = loaded;
        return fillPanel({
          app,
          sidebar,
          services: {
            agent,
            workspace: ports,
            models: model,
            preferences: settings,
            threads: stored,
            trans,
            editors,
            rendermime
          }
        });
      }
    });
    app.shell.add(sidebar, 'right', { rank: RANK });
    restorer?.add(sidebar, SIDEBAR_ID);

    app.commands.addCommand(OPEN, {
      label: trans.__('Cellwright: Open'),
      caption: trans.__('Open Cellwright, the agent for this notebook'),
      icon: cellwrightIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => app.shell.activateById(SIDEBAR_ID)
    });
    palette?.addItem({
      command: OPEN,
      category: trans.__('Cellwright')
    });
    const settled = app.restored.then(async () => {
      const { afterRestore } = await import('./commands/after-restore');
      const page = { app, tracker, threads, sidebar, settings };
      const language = translator?.languageCode ?? 'en';
      const shown = { palette, launcher, trans, language };
      await afterRestore({ ...page, ...shown, preferences });
    });
    settled.catch((error: unknown) => {
      console.error('Cellwright could not add its commands', error);
    });
  }
};
