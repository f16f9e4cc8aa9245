import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';

import type { ITranslator } from '../../contract';
import type { IThreadStore } from '../../storage/open-thread-store';
import { once } from '../util/once';
import { pageOwner } from './page-owner';

/**
 * Everything stored about conversations, opened once per page load and shared
 * by the panel and the agent.
 */
export function threadStore(
  app: JupyterFrontEnd,
  trans: ITranslator
): Promise<IThreadStore> {
  let open = stores.get(app);
  if (!open) {
    open = once(() => openStore(app, trans));
    stores.set(app, open);
  }
  return open();
}

/** By application, since specs create more than one. */
const stores = new WeakMap<JupyterFrontEnd, () => Promise<IThreadStore>>();

async function openStore(
  { serviceManager }: JupyterFrontEnd,
  trans: ITranslator
): Promise<IThreadStore> {
  const [{ openThreadStore }, owner] = await Promise.all([
    import('../../storage/open-thread-store'),
    pageOwner(serviceManager)
  ]);
  const warned = new Set<string>();
  return openThreadStore({
    owner: owner.folder,
    trans,
    onProblem: sentence => {
      // A full disk causes this at each step.
      if (!warned.has(sentence)) {
        warned.add(sentence);
        Notification.warning(sentence, { autoClose: false });
      }
    }
  });
}
