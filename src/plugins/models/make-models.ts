import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';
import type { ISettingRegistry } from '@jupyterlab/settingregistry';

import type { IModelService, ITranslator } from '../../contract';
import type { IModelRegistry } from '../../tokens';
import { keyStorage } from '../keys/key-storage';
import { keyring } from '../keys/keyring';
import { ModelService } from './model-service';
import { pageOwner } from '../threads/page-owner';
import { RememberedKeys } from '../keys/remembered-keys';
import { settingsSource } from '../settings/settings-source';
import { SettingsStore } from '../settings/settings-store';

export interface IMakeModelsOptions {
  app: JupyterFrontEnd;
  registry: IModelRegistry;
  settings: ISettingRegistry | null;
  trans: ITranslator;
}

/** The model service of this page, ready for the model that is chosen. */
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
  const source = keyStorage({
    app,
    trans,
    page: globalThis,
    owner: () => pageOwner(app.serviceManager),
    onForgotten: sentence => Notification.warning(sentence)
  });
  const keys = new RememberedKeys(keyring, source, error => {
    console.warn('Cellwright: the store of keys failed', error);
    Notification.warning(
      trans.__(
        'Remembered keys cannot be read or changed now. A key you enter is used until you close this page.'
      )
    );
  });
  const service = new ModelService({
    store,
    keys,
    remembering: source.remembering,
    trans,
    loadProviders: () => registry.load(),
    loadModels: () => import('../../models')
  });
  await service.ready;
  return service;
}
