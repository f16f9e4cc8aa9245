import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { IKeyVault, ITranslator } from '../contract';

export interface IKeyVaultOptions {
  /**
   * Whose keys: the server's base URL and the user's name. On a hub all users
   * of one origin share a database.
   */
  owner: readonly string[];
  trans: ITranslator;
  /** Told, in a sentence, when a record could not be read and was forgotten. */
  onForgotten(sentence: string): void;
}

interface IVaultSchema extends DBSchema {
  /** One per owner; it can be used and never read. */
  wrapping: { key: string; value: CryptoKey };
  keys: { key: [owner: string, place: string]; value: ISealedKey };
}

interface ISealedKey {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/**
 * Keys of models, encrypted by AES-GCM with a key that this browser holds and
 * gives to nobody. It protects what lies on the disk and in a copied profile;
 * it does not protect from code in the same page, which can ask for the same
 * decryption.
 */
export class KeyVault implements IKeyVault {
  readonly #options: IKeyVaultOptions;
  readonly #owner: string;

  constructor(options: IKeyVaultOptions) {
    this.#options = options;
    this.#owner = JSON.stringify(options.owner);
  }

  async load(): Promise<Record<string, string>> {
    const { trans, onForgotten } = this.#options;
    const places = await this.#use(db =>
      db.getAllKeys('keys', IDBKeyRange.bound([this.#owner], [this.#owner, []]))
    );
    const kept: Record<string, string> = {};
    for (const [, place] of places) {
      try {
        kept[place] = await this.#open(place);
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
    return kept;
  }

  async save(place: string, key: string): Promise<void> {
    const wrapping = await this.#wrappingKey();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const data = await crypto.subtle.encrypt(
      this.#cipher(iv, place),
      wrapping,
      new TextEncoder().encode(key)
    );
    await this.#use(db => db.put('keys', { iv, data }, [this.#owner, place]));
  }

  async forget(place: string): Promise<void> {
    await this.#use(db => db.delete('keys', [this.#owner, place]));
  }

  async #open(place: string): Promise<string> {
    const wrapping = await this.#wrappingKey();
    const sealed = await this.#use(db => db.get('keys', [this.#owner, place]));
    if (!sealed) {
      throw new Error('The record is gone.');
    }
    const plain = await crypto.subtle.decrypt(
      this.#cipher(sealed.iv, place),
      wrapping,
      sealed.data
    );
    return new TextDecoder().decode(plain);
  }

  /** Bound to its owner and place: a record moved to another address is void. */
  #cipher(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
    const additionalData = new TextEncoder().encode(
      JSON.stringify([this.#owner, place])
    );
    return { name: 'AES-GCM', iv, additionalData };
  }

  /** Two tabs may make one at once; the one that is in the database counts. */
  async #wrappingKey(): Promise<CryptoKey> {
    const kept = await this.#use(db => db.get('wrapping', this.#owner));
    if (kept) {
      return kept;
    }
    const made = await crypto.subtle.generateKey(
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt']
    );
    return this.#use(async db => {
      const { store, done } = db.transaction('wrapping', 'readwrite');
      const first = await store.get(this.#owner);
      if (!first) {
        await store.put(made, this.#owner);
      }
      await done;
      return first ?? made;
    });
  }

  /** Opened for each use: an open connection would block another version. */
  async #use<T>(
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

const DATABASE = 'cellwright-keys';

/** What AES-GCM asks for; random, since a key is kept a few times in its life. */
const IV_BYTES = 12;
