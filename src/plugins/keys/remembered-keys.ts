import type { IKeyVault, IModelChoice, IModelService } from '../../contract';
import { type Keyring, keyPlace } from './keyring';
import { once } from '../util/once';

/** Where keys can be kept beyond the page's life, not opened before it is needed. */
export interface IVaultSource {
  readonly remembering: IModelService['remembering'];
  /** Whether nothing was ever kept there; false where that cannot be told. */
  isEmpty?(): Promise<boolean>;
  open(): Promise<IKeyVault>;
}

/** The keyring, and what of it is kept on this device as well. */
export class RememberedKeys {
  /** @param onError is told why a key was not kept, read or forgotten. */
  constructor(
    keyring: Keyring,
    private readonly source: IVaultSource,
    private readonly onError: (error: unknown) => void
  ) {
    this.#keyring = keyring;
    this._open = once(() => source.open());
    this._load = once(async () => {
      if (await source.isEmpty?.()) {
        return;
      }
      const kept = await (await this._open()).load();
      for (const [place, key] of Object.entries(kept)) {
        keyring.add(place, key);
        this._places.add(place);
      }
    });
  }

  /** Brings back what was kept. Never rejects: a key can be typed in again. */
  async load(): Promise<void> {
    if (this.source.remembering.ok) {
      await this._load().catch(this.onError);
    }
  }

  get(choice: IModelChoice): string | undefined {
    return this.#keyring.get(choice);
  }

  remembers(choice: IModelChoice): boolean {
    return this._places.has(keyPlace(choice));
  }

  /** Resolves once the vault has it, too, or has forgotten it. */
  async set(
    choice: IModelChoice,
    key: string,
    remember: boolean
  ): Promise<void> {
    this.#keyring.set(choice, key);
    if (!this.source.remembering.ok) {
      return;
    }
    const place = keyPlace(choice);
    const wanted = this.#keyring.get(choice);
    const keep = remember && wanted !== undefined;
    if (keep) {
      this._places.add(place);
    } else {
      this._places.delete(place);
    }
    try {
      const vault = await this._open();
      await (keep ? vault.save(place, wanted) : vault.forget(place));
    } catch (error) {
      this._places.delete(place);
      this.onError(error);
    }
  }

  readonly #keyring: Keyring;
  private readonly _places = new Set<string>();
  private readonly _open: () => Promise<IKeyVault>;
  private readonly _load: () => Promise<void>;
}
