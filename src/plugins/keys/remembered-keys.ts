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
  private readonly _keyring: Keyring;

  private readonly _places = new Set<string>();

  private readonly _open: () => Promise<IKeyVault>;

  private readonly _load: () => Promise<void>;

  /** @param _onError is told why a key was not kept, read or forgotten. */
  constructor(
    keyring: Keyring,
    private readonly _source: IVaultSource,
    private readonly _onError: (error: unknown) => void
  ) {
    this._keyring = keyring;
    this._open = once(() => _source.open());
    this._load = once(async () => {
      if (await _source.isEmpty?.()) {
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
    if (this._source.remembering.ok) {
      await this._load().catch(this._onError);
    }
  }

  get(choice: IModelChoice): string | undefined {
    return this._keyring.get(choice);
  }

  /** What is kept under a place that is no model's. */
  at(place: string): string | undefined {
    return this._keyring.at(place);
  }

  remembers(choice: IModelChoice): boolean {
    return this.remembersAt(keyPlace(choice));
  }

  remembersAt(place: string): boolean {
    return this._places.has(place);
  }

  /** Resolves once the vault has it, too, or has forgotten it. */
  set(choice: IModelChoice, key: string, remember: boolean): Promise<void> {
    return this.setAt(keyPlace(choice), key, remember);
  }

  /** The same for a place that is no model's. */
  async setAt(place: string, key: string, remember: boolean): Promise<void> {
    this._keyring.put(place, key);
    if (!this._source.remembering.ok) {
      return;
    }
    const wanted = this._keyring.at(place);
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
      this._onError(error);
    }
  }
}
