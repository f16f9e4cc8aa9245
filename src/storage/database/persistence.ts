import type { ITranslator } from '../../contract';

/** The part of `navigator.storage` that is used. */
export type IBrowserStorage = Pick<
  StorageManager,
  'estimate' | 'persist' | 'persisted'
>;

/** With fewer bytes than this left for the site, a browser may soon clear it. */
const SHORT = 200 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Whether the browser promises to keep the stored data. Without this promise it
 * clears whole sites, the least used first, when space runs low.
 */
export class Persistence {
  private readonly _storage: IBrowserStorage | null;
  private readonly _trans: ITranslator;
  private _asked: Promise<void> | null = null;
  private _warning: string | null = null;

  /** @param storage defaults to the browser's own; null if it has none. */
  constructor(
    trans: ITranslator,
    storage: IBrowserStorage | null = globalThis.navigator?.storage ?? null
  ) {
    this._trans = trans;
    this._storage = storage;
  }

  /** A warning for the person; null if all is well or nothing is known. */
  get warning(): string | null {
    return this._warning;
  }

  /**
   * Asks the browser for the promise, once per page; some browsers then ask the
   * person.
   */
  ask(): Promise<void> {
    this._asked ??= this._try(async storage => {
      if (!(await storage.persisted())) {
        await storage.persist();
      }
    }).then(() => this.look());
    return this._asked;
  }

  /** Checks the current state without asking for anything. */
  look(): Promise<void> {
    return this._try(async storage => {
      const { quota, usage } = await storage.estimate();
      const left = (quota ?? Infinity) - (usage ?? 0);
      this._warning =
        left >= SHORT || (await storage.persisted())
          ? null
          : this._trans.__(
              'Conversations may be lost: this browser has not promised to keep them, and only %1 MB are left for this site. Export those that matter, delete those you no longer need, or free some space on the disk.',
              Math.max(0, Math.floor(left / MEGABYTE))
            );
    });
  }

  /** A browser that does not respond promises nothing, and causes no warning. */
  private async _try(
    act: (storage: IBrowserStorage) => Promise<void>
  ): Promise<void> {
    try {
      // Missing on plain http, and partly missing in older browsers.
      if (this._storage) {
        await act(this._storage);
      }
    } catch (error) {
      console.warn(
        'Cellwright: the browser does not report its storage space',
        error
      );
    }
  }
}
