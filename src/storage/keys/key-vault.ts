import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { IKeyVault, ITranslator } from '../../contract';

export interface IKeyVaultOptions {
  /**
   * Whose keys: the server's base URL and the user's name. On a hub, all users
   * of one origin share a database.
   */
  owner: readonly string[];
  /** Whether keys stored under an earlier version's name belong to this owner. */
  isFormer?(owner: readonly string[]): boolean;
  trans: ITranslator;
  /** Called with a sentence if a record could not be read and was deleted. */
  onForgotten(sentence: string): void;
}

interface IVaultSchema extends DBSchema {
  /** One per owner; the browser can use it but never reveals it. */
  wrapping: { key: string; value: CryptoKey };
  keys: { key: [owner: string, place: string]; value: ISealedKey };
}

interface ISealedKey {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/**
 * Keys for models, encrypted by AES-GCM with a key that the browser uses but
 * shows to no page. This protects them from anybody who looks through the
 * stored data. It does not protect them from code in the same page, which can
 * ask for the same decryption, nor if the browser's whole profile is copied,
 * because the wrapping key is in it as well.
 */
export class KeyVault implements IKeyVault {
  private readonly _options: IKeyVaultOptions;
  private readonly _owner: string;

  constructor(options: IKeyVaultOptions) {
    this._options = options;
    this._owner = JSON.stringify(options.owner);
  }

  async load(): Promise<Record<string, string>> {
    await this._takeFormer();
    const places = await this._use(db =>
      db.getAllKeys('keys', IDBKeyRange.bound([this._owner], [this._owner, []]))
    );
    const kept: Record<string, string> = {};
    for (const [, place] of places) {
      try {
        kept[place] = await this._open(place);
      } catch (error) {
        console.warn('Cellwright: a remembered key could not be read', error);
        await this.forget(place);
        this._tellForgotten(place);
      }
    }
    return kept;
  }

  async save(place: string, key: string): Promise<void> {
    const sealed = await this._seal(place, key);
    await this._use(db => db.put('keys', sealed, [this._owner, place]));
  }

  async forget(place: string): Promise<void> {
    await this._use(db => db.delete('keys', [this._owner, place]));
  }

  /**
   * Moves keys that an earlier version stored under another name: each one is
   * encrypted again and then moved in one step. A key entered since then is
   * newer and stays.
   */
  private async _takeFormer(): Promise<void> {
    const { isFormer = () => false } = this._options;
    const owners = (await this._use(db => db.getAllKeys('wrapping'))).filter(
      owner => owner !== this._owner && isFormer(ownerOf(owner))
    );
    for (const owner of owners) {
      const rows = await this._use(db =>
        db.getAllKeys('keys', IDBKeyRange.bound([owner], [owner, []]))
      );
      for (const [, place] of rows) {
        await this._takeKey(owner, place);
      }
      await this._use(async db => {
        const tx = db.transaction(['wrapping', 'keys'], 'readwrite');
        const range = IDBKeyRange.bound([owner], [owner, []]);
        if ((await tx.objectStore('keys').count(range)) === 0) {
          await tx.objectStore('wrapping').delete(owner);
        }
        await tx.done;
      });
    }
  }

  private async _takeKey(owner: string, place: string): Promise<void> {
    let sealed: ISealedKey | null = null;
    try {
      sealed = await this._seal(place, await this._open(place, owner));
    } catch (error) {
      console.warn('Cellwright: an earlier key could not be read', error);
    }
    const isLost = await this._use(async db => {
      const { store, done } = db.transaction('keys', 'readwrite');
      const isThere = (await store.getKey([owner, place])) !== undefined;
      const isKnown = (await store.getKey([this._owner, place])) !== undefined;
      if (isThere && sealed && !isKnown) {
        await store.put(sealed, [this._owner, place]);
      }
      await store.delete([owner, place]);
      await done;
      // Another tab may have taken it in the meantime.
      return isThere && !sealed && !isKnown;
    });
    if (isLost) {
      this._tellForgotten(place);
    }
  }

  private _tellForgotten(place: string): void {
    const { trans, onForgotten } = this._options;
    onForgotten(
      trans.__(
        'The key remembered for %1 could not be read and was forgotten. Enter it again in the model settings.',
        place.trim()
      )
    );
  }

  private async _seal(place: string, key: string): Promise<ISealedKey> {
    const wrapping = await this._wrappingKey();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const data = await crypto.subtle.encrypt(
      cipher(iv, this._owner, place),
      wrapping,
      new TextEncoder().encode(key)
    );
    return { iv, data };
  }

  private async _open(place: string, owner = this._owner): Promise<string> {
    const wrapping =
      owner === this._owner
        ? await this._wrappingKey()
        : await this._use(db => db.get('wrapping', owner));
    const sealed = await this._use(db => db.get('keys', [owner, place]));
    if (!sealed || !wrapping) {
      throw new Error('The record is gone.');
    }
    const plain = await crypto.subtle.decrypt(
      cipher(sealed.iv, owner, place),
      wrapping,
      sealed.data
    );
    return new TextDecoder().decode(plain);
  }

  /** Two tabs may create one at the same time; the one in the database counts. */
  private async _wrappingKey(): Promise<CryptoKey> {
    const kept = await this._use(db => db.get('wrapping', this._owner));
    if (kept) {
      return kept;
    }
    const made = await crypto.subtle.generateKey(
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt']
    );
    return this._use(async db => {
      const { store, done } = db.transaction('wrapping', 'readwrite');
      const first = await store.get(this._owner);
      if (!first) {
        await store.put(made, this._owner);
      }
      await done;
      return first ?? made;
    });
  }

  /** Opened for each use, because an open connection would block another version. */
  private async _use<T>(
    act: (db: IDBPDatabase<IVaultSchema>) => Promise<T>
  ): Promise<T> {
    const db = await openDB<IVaultSchema>(DATABASE, 1, {
      upgrade(made) {
        made.createObjectStore('wrapping');
        made.createObjectStore('keys');
      }
    });
    try {
      return await act(db);
    } finally {
      db.close();
    }
  }
}

/**
 * Bound to its owner and place, so that a record moved to another address is
 * invalid.
 */
function cipher(
  iv: Uint8Array<ArrayBuffer>,
  owner: string,
  place: string
): AesGcmParams {
  const additionalData = new TextEncoder().encode(
    JSON.stringify([owner, place])
  );
  return { name: 'AES-GCM', iv, additionalData };
}

function ownerOf(text: string): string[] {
  return JSON.parse(text) as string[];
}

const DATABASE = 'cellwright-keys';

/** Length AES-GCM requires; random, because a key is encrypted only a few times. */
const IV_BYTES = 12;
