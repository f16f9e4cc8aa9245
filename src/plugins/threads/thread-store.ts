import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';

import type { ITranslator } from '../../contract';
import type { IThreadStore } from '../../storage/open-thread-store';
import { once, perPage } from '../util/once';
import { pageOwner } from './page-owner';

const opened = perPage((app, trans) => once(() => openStore(app, trans)));

/** Everything stored about conversations, for both the panel and the agent. */
export const threadStore = (app: JupyterFrontEnd, trans: ITranslator) =>
  opened(app, trans)();

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
