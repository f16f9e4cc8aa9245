import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { IKeyVault, ITranslator } from '../contract';

export interface IKeyVaultOptions {
  /**
   * Whose keys: the server's base URL and the user's name. On a hub, all users
   * of one origin share a database.
   */
  owner: readonly string[];
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
    const { trans, onForgotten } = this._options;
    const places = await this._use(db =>
      db.getAllKeys('keys', IDBKeyRange.bound([this._owner], [this._owner, []]))
    );
    const keys: Record<string, string> = {};
    for (const [, place] of places) {
      try {
        keys[place] = await this._open(place);
      } catch (error) {
        console.warn('Cellwright: a remembered key could not be read', error);
        await this.forget(place);
        onForgotten(
          trans.__(
            'The key remembered for %1 could not be read and was forgotten. Enter it again in the model settings.',
            place.trim()
          )
        );
      }
    }
    return keys;
  }

  async save(place: string, key: string): Promise<void> {
    const sealed = await this._seal(place, key);
    await this._use(db => db.put('keys', sealed, [this._owner, place]));
  }

  async forget(place: string): Promise<void> {
    await this._use(db => db.delete('keys', [this._owner, place]));
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

  private async _open(place: string): Promise<string> {
    const wrapping = await this._wrappingKey();
    const sealed = await this._use(db => db.get('keys', [this._owner, place]));
    if (!sealed) {
      throw new Error('The record is gone.');
    }
    const plain = await crypto.subtle.decrypt(
      cipher(sealed.iv, this._owner, place),
      wrapping,
      sealed.data
    );
    return new TextDecoder().decode(plain);
  }

  /** Two tabs may create one at the same time; the one in the database counts. */
  private async _wrappingKey(): Promise<CryptoKey> {
    const stored = await this._use(db => db.get('wrapping', this._owner));
    if (stored) {
      return stored;
    }
    const created = await crypto.subtle.generateKey(
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt']
    );
    return this._use(async db => {
      const { store, done } = db.transaction('wrapping', 'readwrite');
      const first = await store.get(this._owner);
      if (!first) {
        await store.put(created, this._owner);
      }
      await done;
      return first ?? created;
    });
  }

  /** Opened for each use, because an open connection would block another version. */
  private async _use<T>(
    act: (db: IDBPDatabase<IVaultSchema>) => Promise<T>
  ): Promise<T> {
    const db = await openDB<IVaultSchema>(DATABASE, 1, {
      upgrade(created) {
        created.createObjectStore('wrapping');
        created.createObjectStore('keys');
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

const DATABASE = 'cellwright-keys';

/** Length AES-GCM requires; random, because a key is encrypted only a few times. */
const IV_BYTES = 12;
