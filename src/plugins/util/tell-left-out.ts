import { Notification } from '@jupyterlab/apputils';

import type { ITranslator } from '../../contract';

/** Tells the person that an entry of a registry is missing. */
export function tellLeftOut(trans: ITranslator): void {
  Notification.warning(
    trans.__(
      'A part of Cellwright, or of an extension to it, could not be loaded and is left out. Check your connection to the Jupyter server; the browser’s console says what it was.'
    )
  );
}
