import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { IDocumentManager } from '@jupyterlab/docmanager';
import { INotebookCellExecutor, INotebookTracker } from '@jupyterlab/notebook';
import { ITranslator } from '@jupyterlab/translation';

import { ILazyWorkspace } from '../tokens';
import { once } from './util/once';
import { ourSentences } from './util/translator';

export const workspacePlugin: JupyterFrontEndPlugin<ILazyWorkspace> = {
  id: 'cellwright:workspace',
  description: 'Notebooks, kernels and files.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [INotebookCellExecutor, IDocumentManager, ITranslator],
  provides: ILazyWorkspace,
  activate: (
    app: JupyterFrontEnd,
    tracker: INotebookTracker,
    executor: INotebookCellExecutor | null,
    documents: IDocumentManager | null,
    translator: ITranslator | null
  ): ILazyWorkspace => ({
    load: once(async () => {
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
    })
  })
};
