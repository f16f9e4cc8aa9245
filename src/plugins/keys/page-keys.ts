import { Notification } from '@jupyterlab/apputils';

import { pageOwner } from '../threads/page-owner';
import { keyStorage } from './key-storage';
import { perPage } from '../util/once';
import { RememberedKeys } from './remembered-keys';

/** The keys of this page: the form that fills them in, the engine and servers share them. */
export const pageKeys = perPage((app, trans) => {
  const source = keyStorage({
    app,
    trans,
    page: globalThis,
    owner: () => pageOwner(app.serviceManager),
    onForgotten: sentence => Notification.warning(sentence)
  });
  return new RememberedKeys(source, error => {
    console.warn('Cellwright: the store of keys failed', error);
    Notification.warning(
      trans.__(
        'Remembered keys cannot be read or changed now. A key you enter is used until you close this page.'
      )
    );
  });
});
