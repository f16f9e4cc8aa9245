import type { ITranslator } from '../contract';
import { FreeLock } from './threads/free-lock';
import { InMemoryImages } from './images/in-memory-images';
import { InMemoryJournal } from './journal/in-memory-journal';
import { InMemoryThreads } from './threads/in-memory-threads';
import type { IThreadStore } from './thread-store';

/** Used if nothing can be stored beyond the page load; only loaded then. */
export function inMemoryStore(trans: ITranslator, why: string): IThreadStore {
  const journal = new InMemoryJournal();
  const threads = new InMemoryThreads({ trans, why, journal });
  return {
    keeping: threads.keeping,
    threads,
    lock: new FreeLock(),
    database: null,
    inMemory: { journal, images: new InMemoryImages() },
    // There are no records that could be damaged.
    onDamaged: () => undefined
  };
}
