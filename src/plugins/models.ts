import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { IModelService } from '../tokens';
import { keyring } from './keyring';
import { ModelService } from './model-service';
import { SETTINGS_ID } from './panel-commands';

export const modelsPlugin: JupyterFrontEndPlugin<IModelService> = {
  id: 'cellwright:models',
  description: 'Which model the agent uses, and the key for this session.',
  autoStart: true,
  optional: [ISettingRegistry, ITranslator],
  provides: IModelService,
  activate: (
    _app: JupyterFrontEnd,
    settings: ISettingRegistry | null,
    translator: ITranslator | null
  ): IModelService => {
    const service = new ModelService({
      keyring,
      trans: (translator ?? nullTranslator).load('cellwright'),
      settings: settings?.load(SETTINGS_ID),
      loadModels: () => import('../models'),
      loadTable: () => import('../models/context-windows')
    });
    service.ready.catch((error: unknown) => {
      console.error('Cellwright could not read its settings', error);
    });
    return service;
  }
};
