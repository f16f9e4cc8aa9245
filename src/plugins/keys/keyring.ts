import type { IModelChoice } from '../../contract';

/** Whose key: a model's, or the name of a place that belongs to no model. */
export type KeyOwner = IModelChoice | string;

/**
 * Keys, by provider and address, for as long as the page lives. They are held
 * only in memory, and no token gives access to them.
 */
export class Keyring {
  private readonly _keys = new Map<string, string>();

  get(owner: KeyOwner): string | undefined {
    return this._keys.get(keyPlace(owner));
  }

  /** An empty text removes the key. */
  set(owner: KeyOwner, key: string): void {
    if (key.trim() === '') {
      this._keys.delete(keyPlace(owner));
    } else {
      this._keys.set(keyPlace(owner), key.trim());
    }
  }

  /** Adds a key read from storage, unless a newer one is here. */
  add(place: string, key: string): void {
    if (!this._keys.has(place)) {
      this._keys.set(place, key);
    }
  }
}

/** A key is sent only to the address it was given for. */
export function keyPlace(owner: KeyOwner): string {
  return typeof owner === 'string'
    ? owner
    : `${owner.provider} ${owner.baseUrl.trim().replace(/(?<!\/)\/+$/, '')}`;
}

/** The page's only keyring, shared by the form that fills it and the engine. */
export const keyring = new Keyring();
