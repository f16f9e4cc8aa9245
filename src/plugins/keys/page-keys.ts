import { Notification } from '@jupyterlab/apputils';

import { pageOwner } from '../threads/page-owner';
import { keyStorage } from './key-storage';
import { keyring } from './keyring';
import { perPage } from '../util/once';
import { RememberedKeys } from './remembered-keys';

/** The keys of this page, for both models and servers. */
export const pageKeys = perPage((app, trans) => {
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
});
