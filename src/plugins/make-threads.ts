import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';

import type { ITranslator } from '../contract';
import type { IThreadStore } from '../storage/open-threads';
import { once } from './once';

/**
 * Everything that is kept of conversations, opened once a page: the panel and
 * the agent ask for the same.
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

/** By the application, since specs make more than one. */
const stores = new WeakMap<JupyterFrontEnd, () => Promise<IThreadStore>>();

async function openStore(
  { serviceManager }: JupyterFrontEnd,
  trans: ITranslator
): Promise<IThreadStore> {
  const [{ openThreadStore }, owner] = await Promise.all([
    import('../storage/open-threads'),
    threadOwner(serviceManager)
  ]);
  const told = new Set<string>();
  return openThreadStore({
    owner,
    trans,
    onProblem: sentence => {
      // A full disk says so at each step.
      if (!told.has(sentence)) {
        told.add(sentence);
        Notification.warning(sentence, { autoClose: false });
      }
    }
  });
}

/** Whose conversations: on a hub all users share an origin. */
export async function threadOwner({
  serverSettings,
  user
}: JupyterFrontEnd['serviceManager']): Promise<string[]> {
  await user.ready;
  return [serverSettings.baseUrl, user.identity?.username ?? ''];
}
