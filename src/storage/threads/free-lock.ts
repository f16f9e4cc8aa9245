import type { IThreadHold, IThreadLock } from '../../contract';

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
