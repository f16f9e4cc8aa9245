import {
  ILayoutRestorer,
  type JupyterFrontEnd,
  type JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IEditorServices } from '@jupyterlab/codeeditor';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { cellwrightIcon } from '../icon';
import { IAgent, ILazyWorkspace, IModelService } from '../tokens';
import { CommandIDs, SETTINGS_ID } from './panel-commands';
import { Sidebar, SIDEBAR_ID } from './sidebar';

/** Among the ranks for extensions in a sidebar (501 to 899). */
const RANK = 600;

export const panelPlugin: JupyterFrontEndPlugin<void> = {
  id: SETTINGS_ID,
  description: 'The panel in the sidebar and what opens it.',
  autoStart: true,
  requires: [
    IAgent,
    IModelService,
    ILazyWorkspace,
    IEditorServices,
    IRenderMimeRegistry
  ],
  optional: [ILayoutRestorer, ICommandPalette, ISettingRegistry, ITranslator],
  activate: (
    app: JupyterFrontEnd,
    agent: IAgent,
    models: IModelService,
    workspace: ILazyWorkspace,
    editors: IEditorServices,
    rendermime: IRenderMimeRegistry,
    restorer: ILayoutRestorer | null,
    palette: ICommandPalette | null,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ): void => {
    const trans = (translator ?? nullTranslator).load('cellwright');
    const sidebar: Sidebar = new Sidebar({
      trans,
      load: async () => {
        // A restored panel must not compete with what JupyterLab still loads.
        await app.restored;
        const [{ fillPanel }, ports] = await Promise.all([
          import('./panel-content'),
          workspace.load()
        ]);
        return fillPanel({
          sidebar,
          services: { agent, workspace: ports, models, trans, editors },
          rendermime
        });
      }
    });
    app.shell.add(sidebar, 'right', { rank: RANK });
    restorer?.add(sidebar, SIDEBAR_ID);

    app.commands.addCommand(CommandIDs.open, {
      label: trans.__('Cellwright: Open'),
      caption: trans.__('Open Cellwright, the agent for this notebook'),
      icon: cellwrightIcon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => app.shell.activateById(SIDEBAR_ID)
    });
    palette?.addItem({
      command: CommandIDs.open,
      category: trans.__('Cellwright')
    });
    void Promise.all([settings?.load(SETTINGS_ID), app.restored]).then(
      ([loaded]) => {
        if (loaded?.composite.openOnStart === true) {
          app.shell.activateById(SIDEBAR_ID);
        }
      }
    );
  }
};
