import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { INotebookCellExecutor, INotebookTracker } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator } from '@jupyterlab/translation';

import {
  type ILazy,
  ILazyModels,
  ILazyPreferences,
  ILazyThreads,
  ILazyWorkspace,
  IModelRegistry
} from '../tokens';
import { loadPage } from './util/load-page';
import { once } from './util/once';
import { ourSentences } from './util/translator';

/** A plugin whose service is made when it is first needed. */
function lazyPlugin<T, S extends unknown[]>(
  about: Omit<JupyterFrontEndPlugin<ILazy<T>>, 'activate' | 'autoStart'>,
  make: (app: JupyterFrontEnd, ...services: S) => Promise<NoInfer<T>>
): JupyterFrontEndPlugin<ILazy<T>> {
  return {
    ...about,
    autoStart: true,
    activate: (app: JupyterFrontEnd, ...services: S) => ({
      load: once(() => make(app, ...services))
    })
  };
}

export const workspacePlugin = lazyPlugin(
  {
    id: 'cellwright:workspace',
    description: 'Notebooks, kernels and files.',
    requires: [INotebookTracker],
    optional: [INotebookCellExecutor, IDocumentManager, ITranslator],
    provides: ILazyWorkspace
  },
  async (
    app,
    tracker: INotebookTracker,
    executor: INotebookCellExecutor | null,
    documents: IDocumentManager | null,
    translator: ITranslator | null
  ) => {
    const { Workspace } = await import('../jupyter');
    return new Workspace({
      tracker,
      services: app,
      serviceManager: app.serviceManager,
      documents,
      trans: ourSentences(translator),
      executor,
      open: async path => {
        await app.commands.execute('docmanager:open', { path });
      },
      frontChanged: app.shell.currentChanged
    });
  }
);

export const preferencesPlugin = lazyPlugin(
  {
    id: 'cellwright:preferences',
    description: 'What the person has set about the agent.',
    optional: [ISettingRegistry, ITranslator],
    provides: ILazyPreferences
  },
  async (
    app,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ) => {
    const { makePreferences } = await loadPage();
    return makePreferences(app, settings, ourSentences(translator));
  }
);

export const modelsPlugin = lazyPlugin(
  {
    id: 'cellwright:models',
    description: 'Which model the agent uses, and the keys.',
    requires: [IModelRegistry],
    optional: [ISettingRegistry, ITranslator],
    provides: ILazyModels
  },
  async (
    app,
    registry: IModelRegistry,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ) => {
    const { makeModels } = await loadPage();
    return makeModels(app, registry, settings, ourSentences(translator));
  }
);

export const threadsPlugin = lazyPlugin(
  {
    id: 'cellwright:threads',
    description: 'Conversations that are kept.',
    optional: [ITranslator],
    provides: ILazyThreads
  },
  async (app, translator: ITranslator | null) => {
    const { threadStore } = await loadPage();
    // Opened once per page load, shared with the agent.
    return (await threadStore(app, ourSentences(translator))).threads;
  }
);
