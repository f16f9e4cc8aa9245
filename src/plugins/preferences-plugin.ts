import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator } from '@jupyterlab/translation';

import { ILazyPreferences } from '../tokens';
import { loadPage } from './util/load-page';
import { once } from './util/once';
import { ourSentences } from './util/translator';

export const preferencesPlugin: JupyterFrontEndPlugin<ILazyPreferences> = {
  id: 'cellwright:preferences',
  description: 'What the person has set about the agent.',
  autoStart: true,
  optional: [ISettingRegistry, ITranslator],
  provides: ILazyPreferences,
  activate: (
    app: JupyterFrontEnd,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ): ILazyPreferences => ({
    load: once(async () => {
      const { makePreferences } = await loadPage();
      const trans = ourSentences(translator);
      return makePreferences(app, settings, trans);
    })
  })
};
