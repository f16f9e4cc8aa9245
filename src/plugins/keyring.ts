import type { IKeyring, IModelChoice } from '../contract';

/**
 * Keys, by provider and address, for as long as the page lives. They are never
 * written anywhere, and no token gives access to them.
 */
export class Keyring implements IKeyring {
  get(choice: IModelChoice): string | undefined {
    return this._keys.get(place(choice));
  }

  set(choice: IModelChoice, key: string): void {
    if (key.trim() === '') {
      this._keys.delete(place(choice));
    } else {
      this._keys.set(place(choice), key.trim());
    }
  }

  private readonly _keys = new Map<string, string>();
}

/** A key goes to the address it was given for, and to no other. */
function place({ provider, baseUrl }: IModelChoice): string {
  return `${provider} ${baseUrl.trim().replace(/\/+$/, '')}`;
}

/** The page's one keyring, between the form that fills it and the engine. */
export const keyring: IKeyring = new Keyring();
