import type { IKeyring, IModelChoice } from '../../contract';

/**
 * Keys, by provider and address, for as long as the page lives. They are held
 * only in memory, and no token gives access to them.
 */
export class Keyring implements IKeyring {
  private readonly _keys = new Map<string, string>();

  get(choice: IModelChoice): string | undefined {
    return this.at(keyPlace(choice));
  }

  set(choice: IModelChoice, key: string): void {
    this.put(keyPlace(choice), key);
  }

  /** The key stored at a place, whatever it is for. */
  at(place: string): string | undefined {
    return this._keys.get(place);
  }

  /** An empty text removes the key. */
  put(place: string, key: string): void {
    if (key.trim() === '') {
      this._keys.delete(place);
    } else {
      this._keys.set(place, key.trim());
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
export function keyPlace({ provider, baseUrl }: IModelChoice): string {
  return `${provider} ${baseUrl.trim().replace(/(?<!\/)\/+$/, '')}`;
}

/** The page's only keyring, shared by the form that fills it and the engine. */
export const keyring = new Keyring();
