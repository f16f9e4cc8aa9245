import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { IKeyVault, ITranslator } from '../../contract';

export interface IKeyVaultOptions {
  /**
   * Whose keys: the server's base URL and the user's name. On a hub all users
   * of one origin share a database.
   */
  owner: readonly string[];
  /** Whether keys under the name of an earlier version are theirs. */
  isFormer?(owner: readonly string[]): boolean;
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
    await this.#takeFormer();
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
        this.#tellForgotten(place);
      }
    }
    return kept;
  }

  async save(place: string, key: string): Promise<void> {
    const sealed = await this.#seal(place, key);
    await this.#use(db => db.put('keys', sealed, [this.#owner, place]));
  }

  async forget(place: string): Promise<void> {
    await this.#use(db => db.delete('keys', [this.#owner, place]));
  }

  /**
   * Keys that an earlier version kept under another name: each is sealed anew
   * and then moved in one step. What was entered since is the newer one.
   */
  async #takeFormer(): Promise<void> {
    const { isFormer = () => false } = this.#options;
    const owners = (await this.#use(db => db.getAllKeys('wrapping'))).filter(
      owner => owner !== this.#owner && isFormer(ownerOf(owner))
    );
    for (const owner of owners) {
      const rows = await this.#use(db =>
        db.getAllKeys('keys', IDBKeyRange.bound([owner], [owner, []]))
      );
      for (const [, place] of rows) {
        await this.#takeKey(owner, place);
      }
      await this.#use(async db => {
        const tx = db.transaction(['wrapping', 'keys'], 'readwrite');
        const range = IDBKeyRange.bound([owner], [owner, []]);
        if ((await tx.objectStore('keys').count(range)) === 0) {
          await tx.objectStore('wrapping').delete(owner);
        }
        await tx.done;
      });
    }
  }

  async #takeKey(owner: string, place: string): Promise<void> {
    let sealed: ISealedKey | null = null;
    try {
      sealed = await this.#seal(place, await this.#open(place, owner));
    } catch (error) {
      console.warn('Cellwright: an earlier key could not be read', error);
    }
    const isLost = await this.#use(async db => {
      const { store, done } = db.transaction('keys', 'readwrite');
      const isThere = (await store.getKey([owner, place])) !== undefined;
      const isKnown = (await store.getKey([this.#owner, place])) !== undefined;
      if (isThere && sealed && !isKnown) {
        await store.put(sealed, [this.#owner, place]);
      }
      await store.delete([owner, place]);
      await done;
      // Another tab may have taken it meanwhile.
      return isThere && !sealed && !isKnown;
    });
    if (isLost) {
      this.#tellForgotten(place);
    }
  }

  #tellForgotten(place: string): void {
    const { trans, onForgotten } = this.#options;
    onForgotten(
      trans.__(
        'The key remembered for %1 could not be read and was forgotten. Enter it again in the model settings.',
        place.trim()
      )
    );
  }

  async #seal(place: string, key: string): Promise<ISealedKey> {
    const wrapping = await this.#wrappingKey();
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const data = await crypto.subtle.encrypt(
      cipher(iv, this.#owner, place),
      wrapping,
      new TextEncoder().encode(key)
    );
    return { iv, data };
  }

  async #open(place: string, owner = this.#owner): Promise<string> {
    const wrapping =
      owner === this.#owner
        ? await this.#wrappingKey()
        : await this.#use(db => db.get('wrapping', owner));
    const sealed = await this.#use(db => db.get('keys', [owner, place]));
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

/** Bound to its owner and place: a record moved to another address is void. */
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

/** What AES-GCM asks for; random, since a key is kept a few times in its life. */
const IV_BYTES = 12;
