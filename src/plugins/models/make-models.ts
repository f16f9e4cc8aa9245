import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IModelService, ITranslator } from '../../contract';
import type { IModelRegistry } from '../../tokens';
import { pageKeys } from '../keys/page-keys';
import { ModelService } from './model-service';
import { settingsSource } from '../settings/settings-source';
import { SettingsStore } from '../settings/settings-store';

export interface IMakeModelsOptions {
  app: JupyterFrontEnd;
  registry: IModelRegistry;
  settings: ISettingRegistry | null;
  trans: ITranslator;
}

/** The model service of this page, ready for the current model. */
export async function makeModels({
  app,
  registry,
  settings,
  trans
}: IMakeModelsOptions): Promise<IModelService> {
  const store = await SettingsStore.open(
    settings && settingsSource(settings),
    trans
  );
  const { keys, remembering } = pageKeys(app, trans);
  const service = new ModelService({
    store,
    keys,
    remembering,
    trans,
    loadProviders: () => registry.load(),
    loadModels: () => import('../../models')
  });
  await service.ready;
  return service;
}
