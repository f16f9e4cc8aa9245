import type { IKeyring, IModelChoice } from '../../contract';

/**
 * Keys, by provider and address, for as long as the page lives. This holds
 * them in memory alone, and no token gives access to them.
 */
export class Keyring implements IKeyring {
  private readonly _keys = new Map<string, string>();

  get(choice: IModelChoice): string | undefined {
    return this.at(keyPlace(choice));
  }

  set(choice: IModelChoice, key: string): void {
    this.put(keyPlace(choice), key);
  }

  /** What is kept under a place, whoever's it is. */
  at(place: string): string | undefined {
    return this._keys.get(place);
  }

  /** An empty text takes out what is there. */
  put(place: string, key: string): void {
    if (key.trim() === '') {
      this._keys.delete(place);
    } else {
      this._keys.set(place, key.trim());
    }
  }

  /** Takes in a key that was kept elsewhere, unless a newer one is here. */
  add(place: string, key: string): void {
    if (!this._keys.has(place)) {
      this._keys.set(place, key);
    }
  }
}

/** A key goes to the address it was given for, and to no other. */
export function keyPlace({ provider, baseUrl }: IModelChoice): string {
  return `${provider} ${baseUrl.trim().replace(/\/+$/, '')}`;
}

/** The page's one keyring, between the form that fills it and the engine. */
export const keyring = new Keyring();
