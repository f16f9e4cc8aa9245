import { ENGLISH } from '../../contract';
import { IndexedDBSaver } from '../../storage';
import {
  openThreadStore,
  type IThreadStore
} from '../../storage/open-thread-store';
import type { IStores } from './reopening';

export type BrowserStores = IThreadStore & IStores;

/** The stores of a browser, opened again as each page does. */
export async function browserStores(
  owner = ['http://server/', 'person']
): Promise<BrowserStores> {
  const store = await openThreadStore({
    owner,
    trans: ENGLISH,
    onProblem: problem => {
      throw new Error(problem);
    }
  });
  const { database, onDamaged } = store;
  const checkpointer = new IndexedDBSaver(database, ENGLISH, onDamaged);
  return { ...store, checkpointer };
}
