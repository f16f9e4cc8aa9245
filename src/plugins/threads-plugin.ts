import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ITranslator } from '@jupyterlab/translation';

import { ILazyThreads } from '../tokens';
import { loadPage } from './util/load-page';
import { ourSentences } from './util/translator';

export const threadsPlugin: JupyterFrontEndPlugin<ILazyThreads> = {
  id: 'cellwright:threads',
  description: 'Conversations that are kept.',
  autoStart: true,
  optional: [ITranslator],
  provides: ILazyThreads,
  activate: (
    app: JupyterFrontEnd,
    translator: ITranslator | null
  ): ILazyThreads => ({
    // `threadStore` makes sure that it is opened once per page load, shared
    // with the agent.
    load: async () => {
      const { threadStore } = await loadPage();
      const trans = ourSentences(translator);
      return (await threadStore(app, trans)).threads;
    }
  })
};
