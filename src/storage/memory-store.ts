import type { ITranslator } from '../contract';
import { FreeLock } from './threads/free-lock';
import { MemoryImages } from './images/memory-images';
import { MemoryJournal } from './journal/memory-journal';
import { MemoryThreads } from './threads/memory-threads';
import type { IThreadStore } from './thread-store';

/** Where nothing outlives the page; loaded where that is so. */
export function memoryStore(trans: ITranslator, why: string): IThreadStore {
  const journal = new MemoryJournal();
  const threads = new MemoryThreads({ trans, why, journal });
  return {
    keeping: threads.keeping,
    threads,
    lock: new FreeLock(),
    database: null,
    inMemory: { journal, images: new MemoryImages() },
    // There is no record that could be.
    onDamaged: () => undefined
  };
}
