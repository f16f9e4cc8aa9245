import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator } from '@jupyterlab/translation';

import { ILazyModels, IModelRegistry } from '../tokens';
import { loadPage } from './util/load-page';
import { once } from './util/once';
import { ourSentences } from './util/translator';

export const modelsPlugin: JupyterFrontEndPlugin<ILazyModels> = {
  id: 'cellwright:models',
  description: 'Which model the agent uses, and the keys.',
  autoStart: true,
  requires: [IModelRegistry],
  optional: [ISettingRegistry, ITranslator],
  provides: ILazyModels,
  activate: (
    app: JupyterFrontEnd,
    registry: IModelRegistry,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ): ILazyModels => ({
    load: once(async () => {
      const { makeModels } = await loadPage();
      return makeModels(app, registry, settings, ourSentences(translator));
    })
  })
};
