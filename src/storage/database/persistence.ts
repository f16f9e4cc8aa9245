import type { ITranslator } from '../../contract';

/** What is needed of `navigator.storage`. */
export type IBrowserStorage = Pick<
  StorageManager,
  'estimate' | 'persist' | 'persisted'
>;

/** With less than this left for the site, in bytes, a browser may soon clear it. */
const SHORT = 200 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/**
 * Whether the browser promises to keep what is kept here. Without that promise
 * it clears whole sites, the least used first, when its space runs short.
 */
export class Persistence {
  private readonly _storage: IBrowserStorage | null;
  private readonly _trans: ITranslator;
  private _asked: Promise<void> | null = null;
  private _warning: string | null = null;

  /** @param storage the browser's own where not given; null where it has none. */
  constructor(
    trans: ITranslator,
    storage: IBrowserStorage | null = globalThis.navigator?.storage ?? null
  ) {
    this._trans = trans;
    this._storage = storage;
  }

  /** What a person should know; null where all is well or nothing is known. */
  get warning(): string | null {
    return this._warning;
  }

  /** Asks for it, once a page; some browsers ask the person then. */
  ask(): Promise<void> {
    this._asked ??= this._try(async storage => {
      if (!(await storage.persisted())) {
        await storage.persist();
      }
    }).then(() => this.look());
    return this._asked;
  }

  /** Looks how things stand, and asks for nothing. */
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

  /** A browser without an answer is one that promises nothing and warns of nothing. */
  private async _try(
    act: (storage: IBrowserStorage) => Promise<void>
  ): Promise<void> {
    try {
      // Absent on plain http, and partly so in older browsers.
      if (this._storage) {
        await act(this._storage);
      }
    } catch (error) {
      console.warn('Cellwright: the browser says nothing of its space', error);
    }
  }
}
