import type { JupyterFrontEnd } from '@jupyterlab/application';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IModelService, ITranslator } from '../../contract';
import type { IModelRegistry } from '../../tokens';
import { pageKeys } from '../keys/page-keys';
import { ModelService } from './model-service';
import { pageSettings } from '../settings/page-settings';

/** The model service of this page, ready for the current model. */
export async function makeModels(
  app: JupyterFrontEnd,
  registry: IModelRegistry,
  settings: ISettingRegistry | null,
  trans: ITranslator
): Promise<IModelService> {
  const service = new ModelService({
    store: await pageSettings(app, settings, trans),
    keys: pageKeys(app, trans),
    trans,
    loadProviders: () => registry.load(),
    loadModels: () => import('../../models')
  });
  await service.ready;
  return service;
}
