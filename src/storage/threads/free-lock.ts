import type { IThreadHold, IThreadLock } from '../../contract';

/** For threads that no other tab can see: there is nobody to share them with. */
export class FreeLock implements IThreadLock {
  readonly #held = new Set<string>();
  #fence = 0;

  async take(threadId: string): Promise<IThreadHold | null> {
    if (this.#held.has(threadId)) {
      return null;
    }
    this.#held.add(threadId);
    return {
      fence: ++this.#fence,
      release: async () => {
        this.#held.delete(threadId);
      },
      lost: new AbortController().signal
    };
  }
}
