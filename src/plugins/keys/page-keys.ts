import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';

import type { ITranslator } from '../../contract';
import { pageOwner } from '../threads/page-owner';
import { keyStorage } from './key-storage';
import { keyring } from './keyring';
import { RememberedKeys } from './remembered-keys';

/** The keys of this page, opened once, for both models and servers. */
export function pageKeys(
  app: JupyterFrontEnd,
  trans: ITranslator
): RememberedKeys {
  const known = opened.get(app) ?? openKeys(app, trans);
  opened.set(app, known);
  return known;
}

/** By application, since specs create more than one. */
const opened = new WeakMap<JupyterFrontEnd, RememberedKeys>();

function openKeys(app: JupyterFrontEnd, trans: ITranslator): RememberedKeys {
  const source = keyStorage({
    app,
    trans,
    page: globalThis,
    owner: () => pageOwner(app.serviceManager),
    onForgotten: sentence => Notification.warning(sentence)
  });
  return new RememberedKeys(keyring, source, error => {
    console.warn('Cellwright: the store of keys failed', error);
    Notification.warning(
      trans.__(
        'Remembered keys cannot be read or changed now. A key you enter is used until you close this page.'
      )
    );
  });
}
