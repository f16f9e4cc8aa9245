import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';
import type { Contents } from '@jupyterlab/services';

import type { ITranslator } from '../../contract';
import type { IThreadStore } from '../../storage/thread-store';
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
  const told = new Set<string>();
  return openThreadStore({
    owner: owner.folder,
    former: {
      formerOf: owner.formerOf,
      guesses: owner.guesses,
      cellsOf: path => cellsOf(serviceManager.contents, path)
    },
    trans,
    onProblem: sentence => {
      // A full disk causes this at each step.
      if (!told.has(sentence)) {
        told.add(sentence);
        Notification.warning(sentence, { autoClose: false });
      }
    }
  });
}

/** Ids of a notebook's cells; null if there is no such notebook. */
async function cellsOf(
  contents: Pick<Contents.IManager, 'get'>,
  path: string
): Promise<ReadonlySet<string> | null> {
  let content: unknown;
  try {
    ({ content } = await contents.get(path, { type: 'notebook' }));
  } catch (error) {
    if ((error as { response?: Response }).response?.status === 404) {
      return null;
    }
    throw error;
  }
  const { cells } = (content ?? {}) as { cells?: { id?: unknown }[] };
  return new Set(
    (cells ?? []).flatMap(({ id }) => (typeof id === 'string' ? id : []))
  );
}
