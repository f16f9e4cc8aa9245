import { Dialog, showDialog } from '@jupyterlab/apputils';

import type { ITranslator } from '../../../contract';

/**
 * Asks in a dialog before something is deleted; focus goes back to where it
 * was. Enter and Esc keep it.
 */
export async function confirms(
  title: string,
  body: string,
  yes: string,
  trans: ITranslator
): Promise<boolean> {
  const { button } = await showDialog({
    title,
    body,
    buttons: [
      Dialog.cancelButton({ label: trans.__('Keep it') }),
      Dialog.warnButton({ label: yes })
    ],
    defaultButton: 0
  });
  return button.accept;
}
