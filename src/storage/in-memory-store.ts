import type { ITranslator, IThreadHold, IThreadLock } from '../contract';
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

/**
 * For threads that no other tab can see, so that there is nobody to share them
 * with.
 */
export class FreeLock implements IThreadLock {
  private readonly _held = new Set<string>();
  private _fence = 0;

  async take(threadId: string): Promise<IThreadHold | null> {
    if (this._held.has(threadId)) {
      return null;
    }
    this._held.add(threadId);
    return {
      fence: ++this._fence,
      release: async () => {
        this._held.delete(threadId);
      },
      lost: new AbortController().signal
    };
  }
}
